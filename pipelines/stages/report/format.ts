import { printable } from './html.js';

/** Decimal places of a fraction shown as a percentage in a table. */
const PERCENT_DIGITS = 1;
const MONEY_STEPS: readonly (readonly [number, string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** What a table shows where there is no figure. */
export const ABSENT = '–';

/** A whole number with thousands commas, whatever the machine's locale. */
export function count(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ',');
  return value < 0 ? `−${digits}` : digits;
}

/** `part` of `whole` in percent; absent where the whole is 0. */
export function percent(part: number, whole: number, digits = PERCENT_DIGITS): string {
  return whole === 0 ? ABSENT : `${((part / whole) * 100).toFixed(digits)} %`;
}

/** A number with a fixed count of decimals and thousands commas; absent where undefined. */
export function decimal(value: number | undefined, digits: number): string {
  if (value === undefined) return ABSENT;
  const [whole = '', fraction] = Math.abs(value).toFixed(digits).split('.');
  const sign = value < 0 ? '−' : '';
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? sign + grouped : `${sign}${grouped}.${fraction}`;
}

/** Whole US dollars with thousands commas. */
export function dollars(value: number): string {
  return `$${count(Math.round(value))}`;
}

/** US dollars for an axis: `$0`, `$250`, `$1.5k`, `$20M`. */
export function shortDollars(value: number): string {
  const step = MONEY_STEPS.find(([size]) => value >= size);
  return step === undefined
    ? `$${Number(value.toPrecision(3))}`
    : `$${Number((value / step[0]).toPrecision(3))}${step[1]}`;
}

/** A count for an axis: `950`, `1.5k`, `20M`. */
export function shortCount(value: number): string {
  return shortDollars(value).slice(1);
}

/** At most `length` code points of a text on one line, with an ellipsis where something was cut. */
export function shorten(text: string, length: number): string {
  const line = printable(text.slice(0, length * 4))
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...line];
  const whole = points.length <= length && text.length <= length * 4;
  return whole
    ? line
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
