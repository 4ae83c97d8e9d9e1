/** The range of a continuous question. Dates are Unix seconds. */
export interface Scale {
  min: number;
  max: number;
  /** Null for a linear scale; any number, 0 included, makes it logarithmic. */
  zeroPoint: number | null;
  /** Buckets within the range, N. */
  outcomes: number;
}

/** Buckets of a question that names no number of its own (inbound_outcome_count null). */
export const DEFAULT_OUTCOMES = 200;

/**
 * Internal location of a nominal value: 0 at the lower end of the range, 1 at the upper. Only for values within the
 * range: far below it the logarithm has no value.
 */
export function location(value: number, scale: Scale): number {
  const share = (value - scale.min) / (scale.max - scale.min);
  if (scale.zeroPoint === null) return share;
  const ratio = derivativeRatio(scale.min, scale.max, scale.zeroPoint);
  return Math.log(1 + share * (ratio - 1)) / Math.log(ratio);
}

/** The inverse of `location`: the nominal value at an internal location. */
export function nominal(u: number, scale: Scale): number {
  const width = scale.max - scale.min;
  if (scale.zeroPoint === null) return scale.min + width * u;
  const ratio = derivativeRatio(scale.min, scale.max, scale.zeroPoint);
  return scale.min + (width * (ratio ** u - 1)) / (ratio - 1);
}

/** How much steeper a logarithmic scale is at its upper end than at its lower one; below 1 where the origin lies above. */
export function derivativeRatio(min: number, max: number, zeroPoint: number): number {
  return (max - zeroPoint) / (min - zeroPoint);
}
