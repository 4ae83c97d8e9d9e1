const MICRO_DIGITS = 6;
/** Lengths of day and clock, without a fraction and with six digits of one. */
const LENGTH = { whole: 19, longest: 26 };
/** How UTC is written: by the API, and by Python's str(datetime), which date resolutions are. */
const UTC = ['Z', '+00:00'];
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const SEPARATORS = [
  [4, '-'],
  [7, '-'],
  [13, ':'],
  [16, ':'],
] as const;

/**
 * Microseconds since 1970 of the forms that nearly all upstream instants have, `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`, with a
 * blank for the `T` and `+00:00` for the `Z` or not; undefined for any other text and for days and hours that do not
 * exist. By hand, because posts carry a dozen instants each and a date library takes longer over one than the JSON
 * parser over the whole question.
 */
export function readIsoUtc(text: string): number | undefined {
  const zone = UTC.find((offset) => text.endsWith(offset));
  if (zone === undefined) return undefined;
  const end = text.length - zone.length;
  if (end < LENGTH.whole || end > LENGTH.longest || (text[10] !== 'T' && text[10] !== ' ')) return undefined;
  for (const [at, separator] of SEPARATORS) if (text[at] !== separator) return undefined;
  const day = utcDayMillis(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
  const clock = clockSeconds(digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19));
  const micros = end === LENGTH.whole ? 0 : fraction(text, end);
  const instant = (day + clock * 1000) * 1000 + micros;
  return Number.isNaN(instant) ? undefined : instant;
}

/** NaN where there is no such day. Years before 1000 are left to others: Date.UTC reads small ones as 19xx. */
function utcDayMillis(year: number, month: number, day: number): number {
  const exists = year >= 1000 && day >= 1 && day <= daysIn(month, year);
  return exists ? Date.UTC(year, month - 1, day) : Number.NaN;
}

/** NaN where there is no such month. */
function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return DAYS[month - 1] ?? Number.NaN;
}

function clockSeconds(hour: number, minute: number, second: number): number {
  return hour < 24 && minute < 60 && second < 60 ? (hour * 60 + minute) * 60 + second : Number.NaN;
}

function fraction(text: string, end: number): number {
  return text[19] === '.' ? digits(text, 20, end) * 10 ** (MICRO_DIGITS - (end - 20)) : Number.NaN;
}

/** The number that the digits from `from` up to `to` write; NaN where one is no digit, or there is none. */
function digits(text: string, from: number, to: number): number {
  let value = from < to ? 0 : Number.NaN;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    value = digit >= 0 && digit <= 9 ? value * 10 + digit : Number.NaN;
  }
  return value;
}
