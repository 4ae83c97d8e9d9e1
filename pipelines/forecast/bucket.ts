import { location, type Scale } from './location.js';

/** Metaculus shifts locations by this much, so that a value on an edge falls into the bucket below it. */
const EDGE_SHIFT = 1e-10;

/**
 * The bucket that a nominal value falls into: 0 below the range, 1..N within, N + 1 above. Buckets are open on the
 * left and closed on the right; the first one holds the lower end too.
 */
export function bucketOf(value: number, scale: Scale): number {
  if (value < scale.min) return 0;
  if (value > scale.max) return scale.outcomes + 1;
  if (value === scale.max) return scale.outcomes;
  const bucket = Math.trunc(location(value, scale) * scale.outcomes + 1 - EDGE_SHIFT);
  return Math.min(scale.outcomes, Math.max(1, bucket));
}

/** Probability that a CDF of N + 1 points gives to bucket k of 0..N + 1. RangeError for any other k. */
export function bucketProbability(cdf: readonly number[], bucket: number): number {
  const below = bucket === 0 ? 0 : cdf[bucket - 1];
  const upTo = bucket === cdf.length ? 1 : cdf[bucket];
  if (below === undefined || upTo === undefined)
    throw new RangeError(`no bucket ${bucket} in ${cdf.length} points`);
  return upTo - below;
}
