import { agrees, calendarDate } from './reading/calendar-date.js';
import { foldAnswer, hasSeveralLines } from './reading/fold.js';
import { holdsWords } from './reading/held-words.js';
import { parseQuantity, type Quantity } from './reading/quantity.js';
import { sameUnit } from './reading/units.js';
import { relativeError } from './relative-error.js';

/** Name and version of the judge that needs no model; recorded with every reward that it decided. */
export const HEURISTIC = 'heuristic@1';

/** Largest difference of two quantities, as a share of their mean size. */
const LARGEST_ERROR = 0.01;
/** Room for the rounding of the doubles: exactly one percent matches. */
const ROUNDING = 1e-12;

/** The ground truth of a task is empty: a defect of the data, and no answer may be judged against it. */
export class EmptyGroundTruthError extends Error {
  constructor() {
    super('the ground truth is empty: no answer can be judged against it');
    this.name = 'EmptyGroundTruthError';
  }
}

/**
 * `heuristic@1`, strict: whether an answer says what the ground truth says, as far as that can be told without a model.
 *
 * - Equal texts match, and nothing but its equal matches a list of several lines.
 * - Of two dates the answer must name all that the truth names; it may be more specific. A date is no quantity.
 * - Quantities match within one percent, where the units are equal or one side names none; years must be equal. Units
 *   are those of closed lists (measures, currencies, count nouns): `12 angry men`, `5g` and `1990s` are no quantities.
 *   `¥` equals yen and yuan, `pounds` the currency and the mass.
 * - Otherwise the answer must hold the truth as whole words, with at most three more and no further punctuation,
 *   negation, reversal, alternative, range, comparison or, beside a number or a date, number or month. Paraphrases do
 *   not match.
 *
 * EmptyGroundTruthError.
 */
export function heuristicMatch(groundTruth: string, answer: string): boolean {
  const truth = foldAnswer(groundTruth);
  const said = foldAnswer(answer);
  if (truth === '') throw new EmptyGroundTruthError();
  if (said === '') return false;
  if (said === truth) return true;
  if (hasSeveralLines(groundTruth) || hasSeveralLines(answer)) return false;
  const verdict = comparedAsDates(truth, said);
  return verdict === undefined ? comparedAsTexts(truth, said) : verdict;
}

/** Undefined where dates do not decide. */
function comparedAsDates(truth: string, said: string): boolean | undefined {
  const [trueDate, saidDate] = [calendarDate(truth), calendarDate(said)];
  if (saidDate === undefined) return undefined;
  if (trueDate !== undefined) return agrees(trueDate, saidDate);
  return saidDate.month !== undefined && parseQuantity(truth) !== undefined ? false : undefined;
}

function comparedAsTexts(truth: string, said: string): boolean {
  const [trueQuantity, saidQuantity] = [parseQuantity(truth), parseQuantity(said)];
  if (trueQuantity !== undefined && saidQuantity !== undefined)
    return sameQuantity(trueQuantity, saidQuantity);
  return holdsWords(truth, said);
}

/** Units equal or missing on one side, values within one percent; years equal. */
function sameQuantity(truth: Quantity, said: Quantity): boolean {
  if (truth.unit !== undefined && said.unit !== undefined && !sameUnit(truth.unit, said.unit)) return false;
  if (truth.isYear || said.isYear) return truth.value === said.value;
  return relativeError(said.value, truth.value) <= LARGEST_ERROR * (1 + ROUNDING);
}
