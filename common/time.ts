import { DateTime } from 'luxon';
import { readIsoUtc } from './iso-utc.js';

/** An instant as whole microseconds since 1970-01-01T00:00:00Z; exact in a double until the year 2255. */
export type InstantMicros = number;

/** A UTC calendar day, `YYYY-MM-DD`. */
export type UtcDay = string;

export const MICROS_PER_SECOND = 1_000_000;
export const SECONDS_PER_DAY = 86_400;
/** A century and a half of days. */
const ANSWERS = 1 << 16;
const MICROS_PER_DAY = SECONDS_PER_DAY * MICROS_PER_SECOND;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads an ISO 8601 instant. Accepts a blank instead of `T` (Python's str(datetime)), offsets as `Z`, `+00`,
 * `+0000` or `+00:00`, and up to nine fraction digits, of which six are kept. Without an offset, or with a date
 * alone, UTC is meant. Returns undefined where the text is no instant, impossible dates included.
 */
export function parseInstant(text: string): InstantMicros | undefined {
  const quick = readIsoUtc(text);
  if (quick !== undefined) return quick;
  const match = INSTANT.exec(text.trim());
  if (!match) return undefined;
  const [, day, clock = '00:00:00', fraction = '', offset = 'Z'] = match;
  const seconds = DateTime.fromISO(`${day}T${clock}${offset}`, { zone: 'utc' });
  if (!seconds.isValid) return undefined;
  return seconds.toMillis() * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** ISO 8601 in UTC with `Z`; the fraction only where it is not zero, and then with six digits. */
export function formatInstant(micros: InstantMicros): string {
  const whole = Math.floor(micros / MICROS_PER_SECOND);
  const fraction = micros - whole * MICROS_PER_SECOND;
  const head = new Date(whole * 1000).toISOString().slice(0, 19);
  return fraction === 0 ? `${head}Z` : `${head}.${String(fraction).padStart(6, '0')}Z`;
}

/** Days since 1970-01-01 of the UTC day that holds the instant. */
export function dayNumber(micros: InstantMicros): number {
  return Math.floor(micros / MICROS_PER_DAY);
}

/** The UTC day that holds the instant. */
export function utcDay(micros: InstantMicros): UtcDay {
  return dayOfNumber(dayNumber(micros));
}

/** The day that is `days` days after 1970-01-01. */
export const dayOfNumber: (days: number) => UtcDay = remembered((days) =>
  new Date(days * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10),
);

/**
 * Days since 1970-01-01; undefined where the text is no real day in the form YYYY-MM-DD. The year 0000 counts as none:
 * other readers of the published files cannot hold it.
 */
export const numberOfDay: (day: string) => number | undefined = remembered((day) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day.startsWith('0000')) return undefined;
  const micros = parseInstant(`${day}T00:00:00Z`);
  return micros === undefined ? undefined : dayNumber(micros);
});

/** The function with its answers kept: tables hold few different days, many times each. */
function remembered<A, B>(answer: (given: A) => B): (given: A) => B {
  const answers = new Map<A, B>();
  return (given) => {
    const known = answers.get(given);
    if (known !== undefined) return known;
    const found = answer(given);
    if (answers.size < ANSWERS) answers.set(given, found);
    return found;
  };
}

/** Unix seconds, possibly with a fraction, as an instant, rounded to the microsecond. */
export function instantOfSeconds(seconds: number): InstantMicros {
  return Math.round(seconds * MICROS_PER_SECOND);
}
