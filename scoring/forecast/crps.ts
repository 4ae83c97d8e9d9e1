import { SIGMA, type SigmaRange } from './constants.js';
import { erf } from './normal.js';
import { squash } from './squash.js';

/** Eq. 4: the standard deviation that a confidence stands for. RangeError where the confidence is not in [0,1]. */
export function sigmaOf(confidence: number, { max, min }: SigmaRange): number {
  if (!(confidence >= 0 && confidence <= 1)) throw new RangeError(`${confidence} is no confidence in [0,1]`);
  return max * (1 - confidence) + min * confidence;
}

/**
 * The integral of eq. 5 for two Gaussians whose means lie `distance` apart, in closed form: with S^2 = s1^2 + s2^2
 *
 *   D (2 Phi(D/S) - 1) + 2 S phi(D/S) - (s1 + s2) / sqrt(pi)
 *
 * in the unit of the means, zero for equal distributions; for equal sigmas at most D. Written so that nothing cancels:
 * the difference of the last two terms is taken before and not after rounding; and so that no square overflows. Two distributions without spread are D apart.
 */
export function gaussianCrps(distance: number, sigma1: number, sigma2: number): number {
  const d = Math.abs(distance);
  const spread = Math.hypot(sigma1, sigma2);
  if (spread === 0) return d;
  const z = d / spread;
  const apart = d * erf(z / Math.SQRT2) + spread * Math.sqrt(2 / Math.PI) * Math.expm1((-z * z) / 2);
  const difference = sigma1 - sigma2;
  const share = difference / (Math.SQRT2 * spread + sigma1 + sigma2);
  const unequal = (difference * share) / Math.sqrt(Math.PI);
  return Math.max(0, apart + unequal);
}

/**
 * `crps_raw@1`: eq. 5 for one question; `distance` in days or units, the result in the same, unbounded.
 * RangeError where a confidence is not in [0,1].
 */
export function crpsRaw(
  type: 'timeframe' | 'quantity',
  distance: number,
  predicted: number,
  gold: number,
): number {
  return gaussianCrps(distance, sigmaOf(predicted, SIGMA[type]), sigmaOf(gold, SIGMA[type]));
}

/** `crps_squashed@1`: crps_raw under the normalisation of eq. 3, in [0,1]; what the paper's tables fit. */
export function crpsSquashed(
  type: 'timeframe' | 'quantity',
  distance: number,
  predicted: number,
  gold: number,
): number {
  return squash(crpsRaw(type, distance, predicted, gold));
}
