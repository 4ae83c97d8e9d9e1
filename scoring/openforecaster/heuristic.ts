import { calendarDate } from './calendar-date.js';
import { foldAnswer } from './fold.js';
import { parseQuantity, type Quantity } from './quantity.js';

/** Name and version of the judge that needs no model; recorded with every reward that it decided. */
export const HEURISTIC = 'heuristic@1';

/** Largest difference of two quantities, as a share of their mean size. */
const LARGEST_ERROR = 0.01;
/** Room for the rounding of the doubles: exactly one percent matches. */
const ROUNDING = 1e-12;
const FURTHER_WORDS = 3;
const PLAIN_WORD = /^[\p{L}\p{N}\p{M}]+$/u;
const NEGATIONS = ['not', 'no', 'never', 'neither', 'nor', 'without', 'except', 'cannot'];
const ALTERNATIVES = ['or', 'and', 'versus', 'vs'];
const AROUND_NUMBERS = [
  ['to', 'through', 'until', 'between', 'from', 'over', 'under', 'above', 'below', 'more', 'less', 'fewer'],
  ['than', 'least', 'most', 'dozen', 'hundred', 'thousand', 'million', 'billion', 'trillion', 'percent'],
].flat();

/** The ground truth of a task is empty: a defect of the data, and no answer may be judged against it. */
export class EmptyGroundTruthError extends Error {
  constructor() {
    super('the ground truth is empty: no answer can be judged against it');
    this.name = 'EmptyGroundTruthError';
  }
}

/**
 * `heuristic@1`, strict: whether an answer says what the ground truth says, as far as that can be told without a model.
 * Equal texts, equal days and quantities within one percent match; a year, a date, a code or a number inside a name
 * matches its equal only; otherwise the answer must hold the ground truth as whole words, with at most three more words
 * and no further punctuation, negation, alternative or range. Paraphrases do not match. EmptyGroundTruthError.
 */
export function heuristicMatch(groundTruth: string, answer: string): boolean {
  const truth = foldAnswer(groundTruth);
  const said = foldAnswer(answer);
  if (truth === '') throw new EmptyGroundTruthError();
  if (said === '') return false;
  if (said === truth) return true;
  const [trueDay, saidDay] = [calendarDate(truth), calendarDate(said)];
  if (trueDay !== undefined && saidDay !== undefined) return trueDay === saidDay;
  const [trueQuantity, saidQuantity] = [parseQuantity(truth), parseQuantity(said)];
  if (trueQuantity !== undefined && saidQuantity !== undefined)
    return sameQuantity(trueQuantity, saidQuantity);
  return holdsWords(truth, said);
}

/** Units equal or missing on one side, values within one percent; years equal. */
function sameQuantity(truth: Quantity, said: Quantity): boolean {
  if (truth.unit !== undefined && said.unit !== undefined && truth.unit !== said.unit) return false;
  if (truth.isYear || said.isYear) return truth.value === said.value;
  return relativeError(said.value, truth.value) <= LARGEST_ERROR * (1 + ROUNDING);
}

/**
 * |r - g| / ((|r| + |g|) / 2), and 0 for two zeros: from 0 to 2. The mean of the sizes, since the mean of the values
 * would divide by zero for opposite signs.
 */
export function relativeError(response: number, truth: number): number {
  const mean = (Math.abs(response) + Math.abs(truth)) / 2;
  return mean === 0 ? 0 : Math.abs(response - truth) / mean;
}

function holdsWords(truth: string, said: string): boolean {
  const wanted = truth.split(' ');
  const words = said.split(' ');
  if (words.length > wanted.length + FURTHER_WORDS) return false;
  for (let at = 0; at + wanted.length <= words.length; at += 1) {
    const isHere = wanted.every((word, index) => words[at + index] === word);
    const further = [...words.slice(0, at), ...words.slice(at + wanted.length)];
    if (isHere && further.every((word) => isHarmless(word, /\d/.test(truth)))) return true;
  }
  return false;
}

function isHarmless(word: string, besideNumber: boolean): boolean {
  if (!PLAIN_WORD.test(word) || NEGATIONS.includes(word) || ALTERNATIVES.includes(word)) return false;
  return !besideNumber || !(AROUND_NUMBERS.includes(word) || /\d/.test(word));
}
