import { decimalValue } from './decimal.js';
import { unitOf } from './units.js';

/** A text that is one quantity and nothing else. */
export interface Quantity {
  value: number;
  /** Canonical unit or currency; undefined where the text names none. */
  unit: string | undefined;
  /** A bare whole number from 1900 to 2100, as years are written: it equals another quantity or does not. */
  isYear: boolean;
}

const HEDGE = /^(?:about|around|approximately|approx\.?|roughly|nearly|almost|circa|ca\.?|c\.|~|≈) ?/;
const CURRENCY = '[$€£¥₹]|us\\$|usd|eur|gbp|jpy|inr';
const NUMBER =
  /^((?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d))|\d[\d.,]*\d|\d+\.?|\.\d+)(?:e([+-]?\d{1,3})(?![a-z\d]))?/;
const SIGNED_CURRENCY = new RegExp(`^([+-]?) ?(${CURRENCY})? ?([+-]?)(?=[\\d.])`);
const MAGNITUDES: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 1e2,
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
  tn: 1e12,
};
/** Letters that mean a magnitude only where they touch the number: `25 m` is metres, `25m` is millions. */
const ATTACHED_ONLY = new Set(['k', 'm', 'b']);
const MAGNITUDE = /^( ?)(dozen|hundred|thousand|million|billion|trillion|mn|bn|tn|k|m|b)(?![\p{L}\p{N}])/u;
const YEARS = { first: 1900, last: 2100 };

/**
 * Reads a folded text as one quantity: an optional hedge, sign, currency before or after, digits with separators,
 * exponent, magnitude word or letter, percent sign or unit. Undefined where anything else stands in it: a range, a
 * list, a date, a code, a name that holds a number.
 */
export function parseQuantity(folded: string): Quantity | undefined {
  const text = folded.replace(HEDGE, '');
  const opening = SIGNED_CURRENCY.exec(text);
  if (opening === null) return undefined;
  const [lead, outer, currency, inner] = opening;
  if (outer !== '' && inner !== '') return undefined;
  const number = NUMBER.exec(text.slice(lead.length));
  const size = number === null ? undefined : sizeOf(number);
  if (number === null || size === undefined) return undefined;
  const { factor, rest } = magnitude(text.slice(lead.length + number[0].length));
  const unit = combined(currency, rest);
  if (unit === null) return undefined;
  const isNegative = outer === '-' || inner === '-';
  const value = (isNegative ? -size : size) * factor;
  const isBare = lead === '' && rest === '' && factor === 1 && /^\d{4}$/.test(number[0]);
  return { value, unit, isYear: isBare && value >= YEARS.first && value <= YEARS.last };
}

function sizeOf([, digits, exponent]: RegExpExecArray): number | undefined {
  const size = digits === undefined ? undefined : decimalValue(digits);
  if (size === undefined || exponent === undefined) return size;
  const scaled = size * 10 ** Number(exponent);
  return Number.isFinite(scaled) ? scaled : undefined;
}

function magnitude(text: string): { factor: number; rest: string } {
  const match = MAGNITUDE.exec(text);
  const word = match?.[2];
  const factor = word === undefined ? undefined : MAGNITUDES[word];
  if (!match || word === undefined || factor === undefined) return { factor: 1, rest: text };
  if (ATTACHED_ONLY.has(word) && match[1] === ' ') return { factor: 1, rest: text };
  return { factor, rest: text.slice(match[0].length) };
}

/** The unit that a currency in front and the rest behind name together; null where the rest is no unit. */
function combined(currency: string | undefined, rest: string): string | undefined | null {
  const front = currency === undefined ? undefined : unitOf(currency, true);
  if (rest === '') return front;
  const unit = unitOf(rest.trimStart(), !rest.startsWith(' '));
  if (unit === undefined) return null;
  return front === undefined || front === unit ? unit : null;
}
