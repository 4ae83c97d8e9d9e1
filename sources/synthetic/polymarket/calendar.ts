import { dayOfNumber, SECONDS_PER_DAY } from '../../../common/time.js';

/** Unix seconds of a UTC day and clock time, for example `('2026-06-01', '23:59:59')`. */
export function secondsOf(day: string, clock = '00:00:00'): number {
  return Date.parse(`${day}T${clock}Z`) / 1000;
}

/** Days since 1970-01-01 of the UTC day that holds these Unix seconds. */
export function dayIndex(seconds: number): number {
  return Math.floor(seconds / SECONDS_PER_DAY);
}

/** `YYYY-MM-DD` of these Unix seconds. */
export function dayText(seconds: number): string {
  return dayOfNumber(dayIndex(seconds));
}

/** `2026-02-08T00:37:07Z`, with microseconds where they are given. */
export function isoText(seconds: number, micros?: number): string {
  const head = new Date(seconds * 1000).toISOString().slice(0, 19);
  return micros === undefined ? `${head}Z` : `${head}.${String(micros).padStart(6, '0')}Z`;
}

/** `2026-02-08 00:37:07+00`, Gamma's form for closedTime and gameStartTime. */
export function blankText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')}+00`;
}

/** The present of the invented world: open markets have prices and trades up to here. */
export const WORLD_NOW = secondsOf('2026-12-10');

/** First midnight of the corpus, and the day that splits and the liquidity rule turn on (CONTRACT 4.2 defaults). */
export const CORPUS_START = secondsOf('2025-12-01');
/** The last second of the corpus. */
export const CORPUS_END = secondsOf('2026-09-30', '23:59:59');
/** First second from which the liquidity rule holds and rows go to the test split. */
export const TEST_FROM = secondsOf('2026-06-01');

/** The season in which the venue's sampler was slow and daily points are missing (reference section 8). */
export const SLOW_SEASON = {
  first: dayIndex(secondsOf('2026-02-11')),
  last: dayIndex(secondsOf('2026-04-21')),
};
/** The worst day of that season: 95 % of the points are absent. */
export const WORST_SLOW_DAY = dayIndex(secondsOf('2026-04-14'));
/** The day on which most tokens have two samples. */
export const TWO_SAMPLE_DAY = dayIndex(secondsOf('2025-12-17'));
