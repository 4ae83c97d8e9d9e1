import type { Micros } from '../../common/micros.js';
import type { InstantMicros } from '../../common/time.js';
import type { Side } from '../../scoring/polybench/fill.js';

/** One day of a market. Days are counted from 1970-01-01. */
export interface DayPoint {
  day: number;
  /** YES quote at 00:00 UTC. */
  priceMicros: Micros;
  /** Traded in the 24 hours before. */
  volumeMicros: Micros;
  /** The part of it near the quote. */
  liquidityMicros: Micros;
}

/**
 * A market as the environments know it, its future included. Tools see it through `viewOn` alone, which shows what is
 * known on a day.
 */
export interface Market {
  id: string;
  eventId: string;
  question: string;
  description: string;
  category: string | null;
  tags: readonly string[];
  yesLabel: string;
  openedAt: InstantMicros | null;
  /** The scheduled end, known in advance. */
  endDate: InstantMicros | null;
  /** Day of the first point; the market is unknown before. */
  windowStart: number;
  /** In ascending order of day. */
  points: readonly DayPoint[];
  future: {
    tradingEndsAt: InstantMicros;
    /** UTC day of tradingEndsAt. */
    resolutionDay: number;
    outcome: Side;
  };
}

/** What is known of a market at 00:00 UTC of a day. */
export interface MarketView {
  market: Omit<Market, 'points' | 'future'>;
  /** Points up to the day. */
  points: readonly DayPoint[];
  /** The point of the day itself, where bets can be placed: its quote lies strictly between 0 and 1. */
  tradeable: DayPoint | undefined;
  /** Known from the first midnight after trading ended. */
  ending: { outcome: Side; tradingEndsAt: InstantMicros } | undefined;
}

/** The market as it is known on a day; undefined before its window starts. */
export function viewOn({ points, future, ...market }: Market, day: number): MarketView | undefined {
  if (day < market.windowStart) return undefined;
  const known = points.slice(0, countUpTo(points, day));
  const last = known.at(-1);
  return {
    market,
    points: known,
    tradeable: last && isTradeable(last, day, future.resolutionDay) ? last : undefined,
    ending: day > future.resolutionDay ? endingOf(future) : undefined,
  };
}

function endingOf({ outcome, tradingEndsAt }: Market['future']) {
  return { outcome, tradingEndsAt };
}

/** Whether bets can be placed on a point's own day: not on the day of resolution, when the outcome may be public. */
export function isTradeable(point: DayPoint, day: number, resolutionDay: number): boolean {
  return point.day === day && day < resolutionDay && point.priceMicros > 0 && point.priceMicros < 1_000_000;
}

function countUpTo(points: readonly DayPoint[], day: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const point = points[middle];
    if (point !== undefined && point.day <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
