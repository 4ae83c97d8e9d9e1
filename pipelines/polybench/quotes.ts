import type { Micros } from '../../common/micros.js';
import { toMicros } from '../../common/micros.js';
import { type InstantMicros, instantOfSeconds, SECONDS_PER_DAY } from '../../common/time.js';
import type { PriceSource } from '../../schemas/polybench.js';
import type { PricePoint } from '../../schemas/wire/clob.js';

/** Seconds after 00:00 UTC within which a sample counts as the day's quote, included (rule book 9.1). */
export const QUOTE_TOLERANCE_SECONDS = 300;

/** The YES price of a market at 00:00 UTC of a day. */
export interface Quote {
  /** Days since 1970-01-01. */
  day: number;
  priceMicros: Micros;
  source: PriceSource;
}

/** What limits the samples that count: inside the corpus window and while the market was open, all bounds included. */
export interface QuoteBounds {
  /** Days since 1970-01-01. */
  firstDay: number;
  /** Undefined where the listing does not say. */
  opensAt: InstantMicros | undefined;
  closesAt: InstantMicros;
}

/**
 * The first and the last day that could have a quote inside the bounds, as days since 1970-01-01; undefined where no
 * midnight lies between them.
 */
export function quotableDays(bounds: QuoteBounds): { first: number; last: number } | undefined {
  const last = Math.floor(bounds.closesAt / 1_000_000 / SECONDS_PER_DAY);
  const opens = bounds.opensAt === undefined ? Number.NEGATIVE_INFINITY : bounds.opensAt / 1_000_000;
  const first = Math.max(bounds.firstDay, Math.ceil((opens - QUOTE_TOLERANCE_SECONDS) / SECONDS_PER_DAY));
  return first <= last ? { first, last } : undefined;
}

/** The first sample of each day that counts (rule book 9.1); two samples a day occur, as on 2025-12-17. */
export function firstOfDay(points: readonly PricePoint[], bounds: QuoteBounds): Map<number, PricePoint> {
  const first = new Map<number, PricePoint>();
  for (const point of points) {
    const day = Math.floor(point.t / SECONDS_PER_DAY);
    if (!counts(point.t, day, bounds)) continue;
    const known = first.get(day);
    if (known === undefined || point.t < known.t) first.set(day, point);
  }
  return first;
}

function counts(seconds: number, day: number, bounds: QuoteBounds): boolean {
  if (day < bounds.firstDay || seconds - day * SECONDS_PER_DAY > QUOTE_TOLERANCE_SECONDS) return false;
  const instant = instantOfSeconds(seconds);
  return instant <= bounds.closesAt && (bounds.opensAt === undefined || instant >= bounds.opensAt);
}

/**
 * Quotes by day, ascending: the YES token's sample, else 1 minus the NO token's. Give no NO samples to leave holes as
 * they are.
 */
export function dailyQuotes(
  yes: readonly PricePoint[],
  no: readonly PricePoint[],
  bounds: QuoteBounds,
): Quote[] {
  const quotes = new Map<number, Quote>();
  for (const [day, point] of firstOfDay(no, bounds))
    quotes.set(day, { day, priceMicros: toMicros(1 - point.p), source: 'no_complement' });
  for (const [day, point] of firstOfDay(yes, bounds))
    quotes.set(day, { day, priceMicros: toMicros(point.p), source: 'yes' });
  return [...quotes.values()].sort((a, b) => a.day - b.day);
}

/** Days between the first and the last quote that have none. */
export function missingDays(quotes: readonly Quote[]): number {
  const first = quotes[0];
  const last = quotes.at(-1);
  return first === undefined || last === undefined ? 0 : last.day - first.day + 1 - quotes.length;
}

/** The quotes of the tradeable days: those before the UTC day on which trading ended (rule book 9.4). */
export function tradeableQuotes<Q extends { day: number }>(quotes: readonly Q[], resolutionDay: number): Q[] {
  return quotes.filter((quote) => quote.day < resolutionDay);
}
