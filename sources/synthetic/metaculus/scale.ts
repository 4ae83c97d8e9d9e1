import type { Random } from '../random.js';

/** The range of a continuous question. Dates are Unix seconds. */
export interface Scale {
  min: number;
  max: number;
  /** Not null on a log scale; 0 is a log scale too. */
  zeroPoint: number | null;
  openLower: boolean;
  openUpper: boolean;
  /** Buckets between the bounds: 200, or the number of outcomes of a discrete question. */
  buckets: number;
}

/** The nominal value at an internal location in [0,1]. */
export function valueAt(scale: Scale, location: number): number {
  const { min, max, zeroPoint } = scale;
  if (zeroPoint === null) return min + location * (max - min);
  const ratio = (max - zeroPoint) / (min - zeroPoint);
  return min + ((max - min) * (ratio ** location - 1)) / (ratio - 1);
}

/** The internal location of a nominal value; outside [0,1] where the value is outside the range. */
export function locationOf(scale: Scale, value: number): number {
  const { min, max, zeroPoint } = scale;
  const share = (value - min) / (max - min);
  if (zeroPoint === null || share < 0 || share > 1) return share;
  const ratio = (max - zeroPoint) / (min - zeroPoint);
  return Math.log(1 + share * (ratio - 1)) / Math.log(ratio);
}

const NUMERIC_RANGES: readonly (readonly [min: number, max: number, zeroPoint: number | null])[] = [
  [0, 100, null],
  [0, 5000, null],
  [-20, 30, null],
  [1200, 8000, null],
  [0, 1, null],
  [1, 1_000_000, 0],
  [10, 10_000, 0],
];

/** A numeric range, mostly linear, with bounds open or closed. */
export function drawNumericScale(random: Random): Scale {
  const [min, max, zeroPoint] = random.pick(NUMERIC_RANGES);
  return { min, max, zeroPoint, openLower: random.chance(0.4), openUpper: random.chance(0.6), buckets: 200 };
}

/** A discrete range: whole outcomes from `first`, the bounds half a step outside. */
export function discreteScale(first: number, outcomes: number, openUpper: boolean): Scale {
  const min = first - 0.5;
  return { min, max: min + outcomes, zeroPoint: null, openLower: false, openUpper, buckets: outcomes };
}

/** The text that Python gives for a float: `4567.0`, `1e+16`, `1e-05`. */
export function pythonFloat(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [mantissa, exponent] = value.toExponential().split('e');
    const power = Number(exponent);
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
