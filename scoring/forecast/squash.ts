import { ALPHA } from './constants.js';

/** The normalisation of eq. 3 and 6: 2 / (1 + e^(-alpha x)) - 1 = tanh(alpha x / 2); 0 for 0, towards 1 for large x. */
export function squash(x: number): number {
  return Math.tanh((ALPHA * x) / 2);
}
