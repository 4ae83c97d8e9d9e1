import type { InstantMicros } from '../../../common/time.js';
import type { Random } from '../random.js';
import { activeAfter, type Forecast, type Weighted } from './crowd.js';

/** One entry of a community prediction's history, with all that any route of the site shows of it. */
export interface Entry {
  startAt: InstantMicros;
  /** null: still standing. */
  endAt: InstantMicros | null;
  forecasters: number;
  lower: readonly number[];
  centers: readonly number[];
  upper: readonly number[];
  /** Weighted means; null for continuous questions. */
  means: readonly number[] | null;
  /** [P(no), P(yes)], one probability per option, or the CDF of N+1 points. */
  values: readonly number[] | null;
  histogram: readonly (readonly number[])[] | null;
}

/** What a set of weighted predictions amounts to. */
export type Aggregate = Omit<Entry, 'startAt' | 'endAt' | 'forecasters'>;

/**
 * The history of a community prediction: one entry after each of up to `kept` predictions, the last among them; each
 * ends where the next one starts, and the last one stands.
 */
export function historyOf(
  random: Random,
  forecasts: readonly Forecast[],
  kept: number,
  aggregate: (active: readonly Weighted[]) => Aggregate,
): Entry[] {
  const counts = keptCounts(random, forecasts.length, kept);
  const starts = counts.map((count) => forecasts[count - 1]?.at as InstantMicros);
  return activeAfter(forecasts, counts).map((active, at) => ({
    startAt: starts[at] as InstantMicros,
    endAt: starts[at + 1] ?? null,
    forecasters: active.length,
    ...aggregate(active),
  }));
}

function keptCounts(random: Random, total: number, kept: number): number[] {
  const counts = new Set(total > 0 ? [total] : []);
  for (let at = 1; at < kept && total > 0; at++) counts.add(random.int(1, total));
  return [...counts].sort((a, b) => a - b);
}

/** Lower quartile, median and upper quartile of weighted numbers. */
export function weightedQuartiles(
  numbers: readonly (readonly [value: number, weight: number])[],
): [lower: number, median: number, upper: number] {
  const sorted = [...numbers].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  const quantile = (share: number): number => {
    let below = 0;
    for (const [value, weight] of sorted) {
      below += weight;
      if (below >= share * total) return value;
    }
    throw new RangeError('no predictions');
  };
  return [quantile(0.25), quantile(0.5), quantile(0.75)];
}

/** Rounds to nine decimals, so that stored numbers do not hang on the last bit of a library's logarithm. */
export function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
