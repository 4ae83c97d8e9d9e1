import { numberOfDay } from '../../../common/time.js';

/** What a text names of a date: a day, a month of a year, a day of the year, a month or a year. */
export interface DateParts {
  year: number | undefined;
  /** 1 to 12. */
  month: number | undefined;
  day: number | undefined;
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];
const BEFORE_DATES = /^(?:on )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:the )?/;
const MONTH = '(?<month>[a-z]+\\.?)';
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?<year>\\d{4})';
/** Numeric forms that begin with the day or the month are left out: 1/3/2026 means different days in different places. */
const FORMS = [
  '(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})',
  `${MONTH} ${DAY}(?:,? ${YEAR})?`,
  `${DAY}(?: of)? ${MONTH}(?:,? ${YEAR})?`,
  `${YEAR},? ${MONTH}(?: ${DAY})?`,
  `${MONTH}(?:,? ${YEAR})?`,
].map((form) => new RegExp(`^${form}$`));
/** Bare whole numbers in this range are years. */
const YEARS = { first: 1900, last: 2100 };
const A_LEAP_YEAR = 2024;

/** Whether four digits are a year, as far as that can be told: 1900 to 2100. */
export function isYear(digits: string): boolean {
  return /^\d{4}$/.test(digits) && Number(digits) >= YEARS.first && Number(digits) <= YEARS.last;
}

/**
 * The date that a folded text is, whole: `2026-03-01`, `2026/03/01`, `march 1, 2026`, `1 mar 2026`, `2026 march 1`, `sunday, the 1st
 * of march 2026`, `march 1`, `march 2026`, `march`, `2026`. Undefined for anything else, impossible days included.
 */
export function calendarDate(folded: string): DateParts | undefined {
  if (isYear(folded)) return { year: Number(folded), month: undefined, day: undefined };
  const text = folded.replace(BEFORE_DATES, '');
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    const parts = groups === undefined ? undefined : realDate(groups);
    if (parts !== undefined) return parts;
  }
  return undefined;
}

/** Whether an answer names all that the truth names of a date, and the same; it may be more specific. */
export function agrees(truth: DateParts, said: DateParts): boolean {
  const parts = ['year', 'month', 'day'] as const;
  return parts.every((part) => truth[part] === undefined || truth[part] === said[part]);
}

function realDate(groups: Readonly<Record<string, string | undefined>>): DateParts | undefined {
  const [year, day] = [groups.year, groups.day].map((digits) => (digits ? Number(digits) : undefined));
  const month = monthNumber(groups.month);
  if (month === undefined) return undefined;
  const [someYear, someDay] = [year === undefined ? A_LEAP_YEAR : year, day === undefined ? 1 : day];
  const text = [padded(someYear, 4), padded(month, 2), padded(someDay, 2)].join('-');
  return numberOfDay(text) === undefined ? undefined : { year, month, day };
}

function monthNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const name = text.replace(/\.$/, '');
  const index = MONTHS.findIndex((month) => [month, month.slice(0, 3)].includes(name));
  if (index >= 0) return index + 1;
  return name === 'sept' ? MONTHS.indexOf('september') + 1 : undefined;
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
