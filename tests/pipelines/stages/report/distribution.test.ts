import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Distribution } from '../../../../pipelines/stages/report/distribution.js';

function of(values: readonly number[]): Distribution {
  const distribution = new Distribution();
  for (const value of values) distribution.add(value);
  return distribution;
}

describe('Distribution', () => {
  it('gives the smallest value that the share does not exceed', () => {
    const four = of([40, 10, 30, 20]);
    expect([0, 0.25, 0.26, 0.5, 0.95, 1].map((q) => four.quantile(q))).toEqual([10, 10, 20, 20, 40, 40]);
    expect(of([]).quantile(0.5)).toBeUndefined();
  });

  it('bins by fifths of a decade with zeros apart, powers of ten in the bin they open', () => {
    const bins = of([0, 1, 10, 99.9, 100]).logBins();
    expect(bins.zeros).toBe(1);
    expect(bins.edges[0]).toBe(0);
    expect(bins.edges.at(-1)).toBe(2.2);
    expect(bins.counts).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1]);
  });

  it('keeps every value between the edges of its bin', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), { minLength: 1 }), (values) => {
        const { edges, counts, zeros } = of(values).logBins();
        const total = counts.reduce((sum, n) => sum + n, 0);
        return total === values.length && zeros === 0 && edges.length === counts.length + 1;
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (value) => {
        const [low, high] = of([value]).logBins().edges;
        return 10 ** Number(low) <= value && value < 10 ** Number(high);
      }),
    );
    for (let power = -6; power <= 12; power += 1) expect(of([10 ** power]).logBins().edges[0]).toBe(power);
  });

  it('refuses what is no amount', () => {
    for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => of([value])).toThrow(RangeError);
  });
});
