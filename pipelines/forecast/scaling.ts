import { derivativeRatio } from './location.js';

/** What describes a continuous question and its community CDF, as sent. */
export interface ScalingParts {
  range_min: number | null;
  range_max: number | null;
  zero_point: number | null;
  outcome_count: number;
  open_lower_bound: boolean | null;
  open_upper_bound: boolean | null;
  community_cdf: readonly number[];
}

/** What is wrong with a scaling or its CDF; undefined where both are sound. */
export function scalingProblem(parts: ScalingParts): string | undefined {
  return rangeProblem(parts) ?? cdfProblem(parts.community_cdf, parts.outcome_count);
}

function rangeProblem(parts: ScalingParts): string | undefined {
  const { range_min: min, range_max: max, outcome_count: outcomes } = parts;
  if (min === null || max === null) return `range ${min}..${max} is not given`;
  if (!(min < max)) return `range ${min}..${max} is empty`;
  if (!Number.isSafeInteger(outcomes) || outcomes < 1) return `${outcomes} outcomes within the range`;
  if (parts.open_lower_bound === null || parts.open_upper_bound === null)
    return 'whether the bounds are open is not given';
  return parts.zero_point === null ? undefined : zeroPointProblem(min, max, parts.zero_point);
}

/** The origin of a logarithmic scale lies strictly outside the range; on it or within there is no scale. */
function zeroPointProblem(min: number, max: number, zeroPoint: number): string | undefined {
  if (zeroPoint >= min && zeroPoint <= max) return `zero point ${zeroPoint} lies within ${min}..${max}`;
  const ratio = derivativeRatio(min, max, zeroPoint);
  if (ratio > 0 && ratio !== 1 && Number.isFinite(ratio)) return undefined;
  return `zero point ${zeroPoint} gives the ratio ${ratio} over ${min}..${max}`;
}

/** What is wrong with a CDF: N + 1 points in [0,1] that never fall. */
export function cdfProblem(cdf: readonly number[], outcomes: number): string | undefined {
  if (cdf.length !== outcomes + 1) return `CDF of ${cdf.length} points for ${outcomes} outcomes`;
  let previous = 0;
  for (const [index, point] of cdf.entries()) {
    if (!(point >= 0 && point <= 1)) return `CDF point ${index} is ${point}`;
    if (point < previous) return `CDF falls at point ${index}: ${previous} to ${point}`;
    previous = point;
  }
  return undefined;
}
