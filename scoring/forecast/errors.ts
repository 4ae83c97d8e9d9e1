import { numberOfDay, type UtcDay } from '../../common/time.js';
import { EPSILON } from './constants.js';
import { squash } from './squash.js';

/** Calendar days in UTC from one day to another, signed; leap days count. RangeError where a text is no day. */
export function daysBetween(from: UtcDay, to: UtcDay): number {
  const [start, end] = [numberOfDay(from), numberOfDay(to)];
  if (start === undefined || end === undefined) throw new RangeError(`${from} or ${to} is no calendar day`);
  return end - start;
}

/** `ade@1`, eq. 3: the absolute day error, normalised to [0,1]. RangeError where a text is no day. */
export function absoluteDayError(predicted: UtcDay, gold: UtcDay): number {
  return squash(Math.abs(daysBetween(gold, predicted)));
}

/** `mae@1`, eq. 6: the absolute error of a quantity in its own unit, normalised to [0,1]. */
export function absoluteError(predicted: number, gold: number): number {
  return squash(Math.abs(predicted - gold));
}

/**
 * `ape@1`, eq. 6: the absolute error as a share of the size of the gold quantity, normalised to [0,1]. The paper divides
 * by g + epsilon, which makes the error of a negative gold negative; |g| + epsilon is the same for all others.
 */
export function absolutePercentageError(predicted: number, gold: number): number {
  return squash(Math.abs(predicted - gold) / (Math.abs(gold) + EPSILON));
}

/**
 * `ape_literal@1`, eq. 6 as printed: negative for a negative gold quantity, -1 or 1 near -epsilon, and NaN where gold
 * and prediction both are -epsilon. For comparisons only.
 */
export function absolutePercentageErrorLiteral(predicted: number, gold: number): number {
  return squash(Math.abs(predicted - gold) / (gold + EPSILON));
}
