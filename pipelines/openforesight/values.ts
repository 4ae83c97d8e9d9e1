import { numberOfDay, type UtcDay } from '../../common/time.js';

const DAY_WITH_CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;
const NUMBER = /^([+\-\u2212]?)((?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?)$/;

/** Whether upstream left a text out: null, `""` or nothing but white space. */
export function isMissing(value: string | null | undefined): value is null | undefined | '' {
  return value === null || value === undefined || value.trim() === '';
}

/** The text of a nullable column, verbatim; null where upstream left it out. */
export function textOrNull(value: string | null | undefined): string | null {
  return isMissing(value) ? null : value;
}

/**
 * The calendar day of an upstream date: `YYYY-MM-DD`, or that and a clock time, which is cut off. Undefined where it
 * is anything else or no real day.
 */
export function calendarDay(value: string): UtcDay | undefined {
  const day = DAY_WITH_CLOCK.exec(value)?.[1];
  return day !== undefined && numberOfDay(day) !== undefined ? day : undefined;
}

/**
 * The answer as a number where the whole answer is one decimal number: an optional sign (`-`, `+` or U+2212), digits,
 * thousands commas in groups of three, an optional fraction, and nothing else. Ranges, dates, percentages, units,
 * exponents and mixed text give null: nothing is guessed.
 */
export function answerNumber(answer: string): number | null {
  const match = NUMBER.exec(answer);
  if (match === null) return null;
  const [, sign, digits] = match;
  if (digits === undefined) return null;
  const size = Number(digits.replaceAll(',', ''));
  if (!Number.isFinite(size)) return null;
  return sign === '' || sign === '+' || size === 0 ? size : -size;
}
