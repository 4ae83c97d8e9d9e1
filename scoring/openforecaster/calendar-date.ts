import { numberOfDay, type UtcDay } from '../../common/time.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMES =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)\.?$/;
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day,? /;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH_FIRST = /^([a-z]+\.?) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;
const DAY_FIRST = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]+\.?),? (\d{4})$/;

/**
 * The day that a folded text is, whole: `2026-03-01`, `march 1, 2026`, `1 mar 2026`, `the 1st of march 2026`, with
 * or without its weekday. Undefined
 * for anything else: numeric forms such as 1/3/2026 mean different days in different places.
 */
export function calendarDate(folded: string): UtcDay | undefined {
  const text = folded.replace(WEEKDAY, '');
  const iso = ISO.exec(text);
  if (iso) return realDay(iso[1], iso[2], iso[3]);
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return realDay(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return realDay(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1]);
  return undefined;
}

function monthNumber(name: string | undefined): string | undefined {
  if (name === undefined || !NAMES.test(name)) return undefined;
  return String(MONTHS.indexOf(name.slice(0, 3)) + 1);
}

function realDay(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): UtcDay | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return numberOfDay(text) === undefined ? undefined : text;
}
