import { isYear } from './calendar-date.js';
import { decimalText } from './decimal.js';
import { readScale } from './scales.js';
import { currencySymbols, sameUnit, touchingUnitOf, type Unit, unitOf } from './units.js';

/** A text that is one quantity and nothing else. */
export interface Quantity {
  value: number;
  /** Undefined where the text names none. */
  unit: Unit | undefined;
  /**
   * Four plain digits from 1900 to 2100, alone or before a count noun, as in `2024 games`: it equals another quantity
   * or does not.
   */
  isYear: boolean;
}

const HEDGE =
  /^(?:(?:about|around|approximately|approx|roughly|nearly|almost|circa|ca) |(?:approx\.|ca\.|c\.|~|≈) ?)/;
const CURRENCY = currencySymbols()
  .map((symbol) => symbol.replaceAll('$', '\\$'))
  .join('|');
const SIGNED_CURRENCY = new RegExp(`^([+-]?) ?(${CURRENCY})? ?([+-]?)(?=[\\d.])`);
const NUMBER = /^(\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)|\d[\d.,]*\d|\d+\.?|\.\d+)(?:e([+-]?\d{1,3}))?/;

/**
 * Reads a folded text as one quantity: an optional hedge, sign, currency before or behind, digits with separators,
 * exponent, multiplier, and a unit of the closed lists. Undefined where anything else stands in it: a range, a list, a
 * date, a code, a name that holds a number.
 */
export function parseQuantity(folded: string): Quantity | undefined {
  const text = folded.replace(HEDGE, '');
  const opening = SIGNED_CURRENCY.exec(text);
  if (opening === null) return undefined;
  const [lead, outer, symbol, inner] = opening;
  if (outer !== '' && inner !== '') return undefined;
  const number = NUMBER.exec(text.slice(lead.length));
  if (number === null) return undefined;
  const front = symbol === undefined ? undefined : unitOf(symbol);
  const { factor, rest } = readScale(text.slice(lead.length + number[0].length), front !== undefined);
  const unit = combined(front, rest);
  const size = sizeOf(number, factor);
  if (unit === null || size === undefined) return undefined;
  const isPlain = lead === '' && factor === 1 && (unit === undefined || unit.kind === 'count');
  return {
    value: outer === '-' || inner === '-' ? -size : size,
    unit,
    isYear: isPlain && isYear(number[0]),
  };
}

/** Undefined beyond the range of doubles, on either side: what is not 0 must not be read as 0. */
function sizeOf([, digits = '', exponent]: RegExpExecArray, factor: number): number | undefined {
  const decimal = decimalText(digits);
  if (decimal === undefined) return undefined;
  const size = Number(exponent === undefined ? decimal : `${decimal}e${exponent}`) * factor;
  const isLost = size === 0 && /[1-9]/.test(decimal);
  return isLost || !Number.isFinite(size) ? undefined : size;
}

/** The unit that a currency in front and the rest behind name together; null where the rest is no unit. */
function combined(front: Unit | undefined, rest: string): Unit | undefined | null {
  if (rest === '') return front;
  const unit = rest.startsWith(' ') ? unitOf(rest.trimStart()) : touchingUnitOf(rest);
  if (unit === undefined) return null;
  return front === undefined || sameUnit(front, unit) ? unit : null;
}
