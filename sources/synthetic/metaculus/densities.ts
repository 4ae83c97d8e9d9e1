import type { Random } from '../random.js';
import { type Aggregate, rounded } from './aggregate.js';
import type { Forecast, Weighted } from './crowd.js';
import type { Scale } from './scale.js';

/** What is true about a continuous question, in internal location, and how far the public is off at first. */
export interface ContinuousTruth {
  /** Where the outcome lies; in [0,1] unless the outcome is out of range. */
  location: number;
  /** What is believed before anybody knows more, minus the truth. */
  firstError: number;
}

/** Share of a member's CDF that is uniform: the least step of the site is 0.01/N. */
const UNIFORM_SHARE = 0.01;
/** Least probability beyond an open bound. */
const BEYOND_BOUND = 0.001;
const NARROWEST = 0.012;
const FIRST_SPREAD = 0.18;

/** Draws where the outcome lies, mostly well within the range. */
export function drawContinuousTruth(random: Random): ContinuousTruth {
  const location = 1 / (1 + Math.exp(-random.normal(0, 1.1)));
  return { location, firstError: random.normal(0, FIRST_SPREAD) };
}

/** The community's view: the weighted average of the members' CDFs, and its quartiles as locations in [0,1]. */
export function aggregateContinuous(
  truth: ContinuousTruth,
  scale: Scale,
  active: readonly Weighted[],
): Aggregate {
  const sums = new Float64Array(scale.buckets + 1);
  const total = active.reduce((sum, { weight }) => sum + weight, 0);
  for (const { forecast, weight } of active) addMember(sums, truth, scale, forecast, weight / total);
  const cdf = finish(sums, scale);
  return {
    lower: [quantile(cdf, 0.25)],
    centers: [quantile(cdf, 0.5)],
    upper: [quantile(cdf, 0.75)],
    means: null,
    values: cdf,
    histogram: null,
  };
}

/** Adds a logistic CDF, cut at closed bounds. Its odds grow by one factor from point to point. */
function addMember(
  sums: Float64Array,
  truth: ContinuousTruth,
  scale: Scale,
  { person, error, progress }: Forecast,
  share: number,
): void {
  const unknown = 1 - 0.85 * progress;
  const middle = truth.location + truth.firstError * unknown + error * person.noise * 0.08;
  const width = Math.max(NARROWEST, 0.55 * Math.hypot(FIRST_SPREAD * unknown, 0.02 + person.noise * 0.05));
  const at = (x: number): number => 1 / (1 + Math.exp((middle - x) / width));
  const floor = scale.openLower ? 0 : at(0);
  const ceiling = scale.openUpper ? 1 : at(1);
  const factor = Math.exp(-1 / (scale.buckets * width));
  let odds = Math.exp(middle / width);
  for (let point = 0; point < sums.length; point++) {
    sums[point] = (sums[point] as number) + (share * (1 / (1 + odds) - floor)) / (ceiling - floor);
    odds *= factor;
  }
}

/** Mixes in the uniform share and what must lie beyond open bounds; closed ends become exactly 0 and 1. */
function finish(sums: Float64Array, scale: Scale): number[] {
  const below = scale.openLower ? BEYOND_BOUND : 0;
  const above = scale.openUpper ? BEYOND_BOUND : 0;
  const own = 1 - UNIFORM_SHARE - below - above;
  const cdf = Array.from(sums, (value, point) =>
    rounded(below + own * value + (UNIFORM_SHARE * point) / scale.buckets),
  );
  if (!scale.openLower) cdf[0] = 0;
  if (!scale.openUpper) cdf[scale.buckets] = 1;
  return cdf;
}

/** The location below which the given share lies, between two points of the CDF by straight line; 0 or 1 beyond. */
export function quantile(cdf: readonly number[], share: number): number {
  const above = cdf.findIndex((value) => value >= share);
  if (above === 0) return 0;
  if (above < 0) return 1;
  const [from, to] = [cdf[above - 1] as number, cdf[above] as number];
  return rounded((above - 1 + (share - from) / (to - from)) / (cdf.length - 1));
}
