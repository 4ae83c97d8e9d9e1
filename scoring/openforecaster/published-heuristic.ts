/** Name and version of the keyless judge as the environment published it. */
export const PUBLISHED_HEURISTIC = 'heuristic_published@1';

const STRIPPED = /[,$€£]/g;
const NUMBER = /[-+]?\d*\.?\d+(?:e[-+]?\d+)?/i;
const FULL_WIDTH_DIGITS = /[\uff10-\uff19]/g;
const FULL_WIDTH_ZERO = 0xff10;
const LARGEST_ERROR = 0.01;

/**
 * `heuristic_published@1`: the first number of each side within one percent; where a side has none, one text contains
 * the other, whatever the case. It is wrong in known ways: an empty answer, one letter, a neighbouring year and
 * `not X` all match. For comparisons only; `heuristicMatch` is the one to pay by.
 */
export function publishedHeuristicMatch(groundTruth: string, answer: string): boolean {
  const [truth, said] = [firstNumber(groundTruth), firstNumber(answer)];
  if (truth !== undefined && said !== undefined) return withinOnePercent(said, truth);
  const [left, right] = [groundTruth.trim().toLowerCase(), answer.trim().toLowerCase()];
  return left.includes(right) || right.includes(left);
}

function firstNumber(text: string): number | undefined {
  // Python's \d, by which the published code looks, takes these for digits.
  const plain = text.replace(FULL_WIDTH_DIGITS, (digit) => String(digit.charCodeAt(0) - FULL_WIDTH_ZERO));
  const found = NUMBER.exec(plain.replace(STRIPPED, ''))?.[0];
  return found === undefined ? undefined : Number(found);
}

function withinOnePercent(a: number, b: number): boolean {
  const mean = (Math.abs(a) + Math.abs(b)) / 2;
  return mean === 0 || Math.abs(a - b) / mean <= LARGEST_ERROR;
}
