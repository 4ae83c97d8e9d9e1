/** A whole number of millionths: of a dollar, of a price or of a share. Always a safe integer. */
export type Micros = number;

export const MICROS_PER_UNIT = 1_000_000;

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** A finite number, or a text that holds one in decimal notation; undefined for anything else, `NaN` included. */
export function finiteNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !DECIMAL.test(value.trim())) return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

/**
 * The nearest millionth, halves upwards: the rule book's round(1e6 * x). RangeError where the result is not exact in a
 * double (beyond about 9e9 units) or the value is not finite.
 */
export function toMicros(value: number): Micros {
  return safe(Math.round(value * MICROS_PER_UNIT));
}

/** The sum of two amounts; RangeError where it is not exact. */
export function addMicros(a: Micros, b: Micros): Micros {
  return safe(a + b);
}

function safe(micros: number): Micros {
  if (!Number.isSafeInteger(micros)) throw new RangeError(`${micros} millionths are not exact in a double`);
  return micros === 0 ? 0 : micros;
}

/** The double next to the decimal; it prints with at most six decimals below 4e9 units. */
export function fromMicros(micros: Micros): number {
  return micros / MICROS_PER_UNIT;
}

/** Plain decimal text with as many of six decimals as are needed: `0.5`, `12`, `-3.000001`. */
export function formatMicros(micros: Micros): string {
  const digits = String(Math.abs(micros)).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  const sign = micros < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * A share of an amount, in IEEE doubles, to six decimals. Where the exact product ends on half a millionth, this rounds
 * as any program does that prints the double with six decimals.
 */
export function shareMicros(amount: Micros, share: number): Micros {
  return toMicros(Number((fromMicros(amount) * share).toFixed(6)));
}
