import { describe, expect, it } from 'vitest';
import { cdfProblem, type ScalingParts, scalingProblem } from '../../../pipelines/forecast/scaling.js';

const sound: ScalingParts = {
  range_min: 0,
  range_max: 10,
  zero_point: null,
  outcome_count: 2,
  open_lower_bound: false,
  open_upper_bound: true,
  community_cdf: [0, 0.4, 0.9],
};

describe('scalingProblem', () => {
  it.each<[string, Partial<ScalingParts>]>([
    ['linear', {}],
    ['origin below the range', { zero_point: -0.001 }],
    ['origin above the range', { zero_point: 10.001 }],
    ['flat steps', { community_cdf: [0, 0, 0.9] }],
  ])('accepts %s', (_, change) => {
    expect(scalingProblem({ ...sound, ...change })).toBeUndefined();
  });

  it.each<[string, Partial<ScalingParts>, RegExp]>([
    ['no range', { range_min: null }, /not given/],
    ['a reversed range', { range_min: 10, range_max: 0 }, /empty/],
    ['an empty range', { range_min: 10 }, /empty/],
    ['an origin on the lower end', { zero_point: 0 }, /within/],
    ['an origin on the upper end', { zero_point: 10 }, /within/],
    ['an origin inside', { zero_point: 5 }, /within/],
    ['an origin too far away to tell', { zero_point: 1e300 }, /ratio 1/],
    ['no outcomes', { outcome_count: 0, community_cdf: [0] }, /outcomes/],
    ['unknown bounds', { open_lower_bound: null }, /bounds/],
    ['a short CDF', { community_cdf: [0, 1] }, /2 points/],
    ['a long CDF', { community_cdf: [0, 0.1, 0.2, 1] }, /4 points/],
    ['a CDF that falls', { community_cdf: [0, 0.5, 0.4] }, /falls at point 2/],
    ['a CDF above one', { community_cdf: [0, 0.5, 1.1] }, /point 2 is 1.1/],
    ['a CDF below zero', { community_cdf: [-0.1, 0.5, 1] }, /point 0/],
  ])('refuses %s', (_, change, problem) => {
    expect(scalingProblem({ ...sound, ...change })).toMatch(problem);
  });
});

describe('cdfProblem', () => {
  it('refuses what is no number', () => {
    expect(cdfProblem([0, Number.NaN, 1], 2)).toMatch(/point 1/);
  });
});
