const SQRT_2 = Math.SQRT2;
const SQRT_PI = Math.sqrt(Math.PI);
/** Below this the power series is exact to the last digits; beyond it the continued fraction is. */
const SERIES_UP_TO = 3;
/** From here on erf is 1 in doubles. */
const ONE_FROM = 6;

/**
 * The error function, to about 1e-15. JavaScript has none. Power series of positive terms (Abramowitz and Stegun 7.1.6)
 * near 0, continued fraction of erfc (7.1.14) in the tails.
 */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(size)) return Number.NaN;
  if (size >= ONE_FROM) return Math.sign(x);
  return Math.sign(x) * (size < SERIES_UP_TO ? series(size) : 1 - complement(size));
}

function series(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * Number.EPSILON; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / SQRT_PI) * Math.exp(-x * x) * sum;
}

/** erfc for x of at least 3, from the innermost of sixty fractions outwards. */
function complement(x: number): number {
  let fraction = x;
  for (let n = 60; n > 0; n -= 1) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / SQRT_PI / fraction;
}

/** Distribution function of the standard normal, to about 1e-15 absolute: far down the lower tail no digit is left. */
export function normalCdf(z: number): number {
  return (1 + erf(z / SQRT_2)) / 2;
}

/** Density of the standard normal. */
export function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}
