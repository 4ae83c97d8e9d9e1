import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, bucketProbability } from '../../../pipelines/forecast/bucket.js';
import { location, nominal, type Scale } from '../../../pipelines/forecast/location.js';

const linear = (min: number, max: number, outcomes = 200): Scale => ({ min, max, zeroPoint: null, outcomes });
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;

/** Edge values as Metaculus' own unit tests of its formulas give them (reference/metaculus.md 7.2). */
const EDGES: readonly [name: string, scale: Scale, cases: readonly (readonly [number, number])[]][] = [
  [
    'linear 0..200',
    linear(0, 200),
    [
      [-0.001, 0],
      [0, 1],
      [0.001, 1],
      [1, 1],
      [1.001, 2],
      [100, 100],
      [100.001, 101],
      [199.999, 200],
      [200, 200],
      [200.001, 201],
    ],
  ],
  [
    'discrete -0.5..10.5',
    linear(-0.5, 10.5, 11),
    [
      [-1, 0],
      [0, 1],
      [5, 6],
      [10, 11],
      [11, 12],
    ],
  ],
  [
    'logarithmic 1..1e10 from 0',
    { min: 1, max: 1e10, zeroPoint: 0, outcomes: 200 },
    [
      [0.999, 0],
      [1, 1],
      [1e5, 100],
      [1e10, 200],
      [1e10 + 1, 201],
      [-1e300, 0],
    ],
  ],
  [
    'dates of 2020',
    linear(day('2020-01-01'), day('2020-12-31')),
    [
      [day('2020-01-01'), 1],
      [day('2020-01-02'), 1],
      [day('2020-01-03'), 2],
      [day('2020-12-31'), 200],
      [day('2021-01-01'), 201],
    ],
  ],
];

describe('bucketOf', () => {
  for (const [name, scale, cases] of EDGES)
    it.each(cases)(`${name}: %d falls into bucket %i`, (value, bucket) => {
      expect(bucketOf(value, scale)).toBe(bucket);
    });
});

/** Locations of recorded questions (reference/metaculus.md 7.7, W3 to W6). */
describe('location', () => {
  it.each([
    [1744113600, { min: 1735689600, max: 1893385800, zeroPoint: null, outcomes: 200 }, 0.05341917, 11],
    [4567, { min: 1, max: 1e7, zeroPoint: 0, outcomes: 200 }, 0.52280443, 105],
    [71, { min: 27, max: 5000, zeroPoint: 0, outcomes: 200 }, 0.18517085, 38],
    [19, { min: -0.5, max: 50.5, zeroPoint: null, outcomes: 51 }, 0.38235294, 20],
  ])('%d', (value, scale, u, bucket) => {
    expect(location(value, scale)).toBeCloseTo(u, 8);
    expect(bucketOf(value, scale)).toBe(bucket);
  });

  const scales = fc
    .record({
      min: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      width: fc.double({ min: 1, max: 1e6, noNaN: true }),
      gap: fc.option(fc.double({ min: 0.01, max: 10, noNaN: true })),
      above: fc.boolean(),
      outcomes: fc.integer({ min: 1, max: 400 }),
    })
    .map(({ min, width, gap, above, outcomes }): Scale => {
      const max = min + width;
      const zeroPoint = gap === null ? null : above ? max + gap * width : min - gap * width;
      return { min, max, zeroPoint, outcomes };
    });

  it('is undone by nominal, rises, and names a bucket within the range', () => {
    fc.assert(
      fc.property(scales, fc.double({ min: 0, max: 1, noNaN: true }), (scale, share) => {
        const value = nominal(share, scale);
        if (value < scale.min || value > scale.max) return;
        expect(location(value, scale)).toBeCloseTo(share, 6);
        expect(bucketOf(value, scale)).toBeGreaterThanOrEqual(1);
        expect(bucketOf(value, scale)).toBeLessThanOrEqual(scale.outcomes);
      }),
    );
  });
});

describe('bucketProbability', () => {
  it('splits one over all buckets', () => {
    const cdf = [0.1, 0.3, 0.9];
    const parts = [0, 1, 2, 3].map((bucket) => bucketProbability(cdf, bucket));
    expect(parts.map((part) => Number(part.toFixed(12)))).toEqual([0.1, 0.2, 0.6, 0.1]);
    expect(() => bucketProbability(cdf, 4)).toThrow(RangeError);
  });
});
