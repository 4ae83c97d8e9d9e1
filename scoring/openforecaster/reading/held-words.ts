import { ALTERNATIVES, COMPARISONS, NEGATIONS, NUMERIC_WORDS, RANGES, REVERSALS, TITLES } from './wording.js';

const FURTHER_WORDS = 3;
const PLAIN_WORD = /^[\p{L}\p{N}\p{M}]+$/u;
const RULED_OUT: ReadonlySet<string> = new Set([
  ...NEGATIONS,
  ...REVERSALS,
  ...ALTERNATIVES,
  ...RANGES,
  ...COMPARISONS,
]);
const NUMERIC: ReadonlySet<string> = new Set(NUMERIC_WORDS);

/**
 * Whether a folded answer holds the folded truth as whole words, with at most three more: plain words without
 * punctuation but for titles, none of them a negation, a reversal, an alternative, a range or a comparison, and none a
 * number or a month where the truth has one. What the truth itself says is not looked at: `trinidad and tobago` is held by `the trinidad and tobago`.
 */
export function holdsWords(truth: string, said: string): boolean {
  const wanted = truth.split(' ');
  const words = said.split(' ');
  if (words.length > wanted.length + FURTHER_WORDS) return false;
  const isNumeric = wanted.some(isNumber);
  for (let at = 0; at + wanted.length <= words.length; at += 1) {
    const isHere = wanted.every((word, index) => words[at + index] === word);
    const further = [...words.slice(0, at), ...words.slice(at + wanted.length)];
    if (isHere && further.every((word) => isHarmless(word, isNumeric))) return true;
  }
  return false;
}

function isHarmless(word: string, besideNumber: boolean): boolean {
  if (TITLES.includes(word)) return true;
  return PLAIN_WORD.test(word) && !RULED_OUT.has(word) && !(besideNumber && isNumber(word));
}

function isNumber(word: string): boolean {
  return /\p{N}/u.test(word) || NUMERIC.has(word);
}
