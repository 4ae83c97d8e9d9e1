import type { ListingRow } from '../../schemas/polybench.js';

/** A price at or above which an outcome won, and one at or below which it lost (rule book 6.2). */
const WON = 0.999;
const LOST = 0.001;

/**
 * What the prices of a closed market with two outcomes say (rule book 6.2): the winner's index, a split of one half
 * each, a scalar settlement, or nothing. The state of the oracle is not looked at: it lags and has gaps.
 */
export type PriceVerdict = { winner: 0 | 1 } | 'split' | 'scalar' | 'none';

/** Reads the decision table; `none` for missing prices, for 0/0 and for anything that is no settlement. */
export function verdictOf(prices: readonly number[] | null): PriceVerdict {
  const [first, second, ...more] = prices === null ? [] : prices;
  if (first === undefined || second === undefined || more.length > 0) return 'none';
  if (first >= WON && first <= 1 && second <= LOST && second >= 0) return { winner: 0 };
  if (second >= WON && second <= 1 && first <= LOST && first >= 0) return { winner: 1 };
  if (first === 0.5 && second === 0.5) return 'split';
  return isScalar(first, second) ? 'scalar' : 'none';
}

/** Shares that add up to 1 and are both between: a settlement on a scale. */
function isScalar(first: number, second: number): boolean {
  return first > 0 && second > 0 && Math.abs(first + second - 1) < 0.01;
}

/** True where the market had closed at the build's clock; what closes later counts as unresolved. */
export function isResolved(row: Pick<ListingRow, 'closed' | 'closed_at'>, asOf: number): boolean {
  return row.closed && row.closed_at !== null && row.closed_at <= asOf;
}
