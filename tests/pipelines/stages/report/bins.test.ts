import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Reliability, UnitHistogram, unitBin } from '../../../../pipelines/stages/report/bins.js';

describe('unitBin', () => {
  it('puts every decimal of three digits where whole numbers put it', () => {
    for (const bins of [10, 20])
      for (let thousandths = 0; thousandths <= 1000; thousandths += 1)
        expect([thousandths, unitBin(thousandths / 1000, bins)]).toEqual([
          thousandths,
          Math.min(bins - 1, Math.floor((thousandths * bins) / 1000)),
        ]);
  });

  it('keeps what lies just below an edge below it, where a product would round up to it', () => {
    for (const bins of [3, 7, 10, 20])
      for (let edge = 1; edge < bins; edge += 1) {
        const at = edge / bins;
        expect([at, unitBin(at, bins), unitBin(at - at * 2 ** -53, bins)]).toEqual([at, edge, edge - 1]);
      }
  });

  it('refuses what is no share', () => {
    for (const value of [-1e-9, 1 + 1e-9, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => unitBin(value, 10)).toThrow(RangeError);
  });
});

describe('UnitHistogram', () => {
  it('loses no value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        fc.integer({ min: 1, max: 50 }),
        (values, bins) => {
          const histogram = new UnitHistogram(bins);
          for (const value of values) histogram.add(value);
          return histogram.total === values.length && histogram.counts.length === bins;
        },
      ),
    );
  });
});

describe('Reliability', () => {
  it('compares mean prediction and frequency per tenth', () => {
    const reliability = new Reliability();
    for (const [probability, happened] of [
      [0.1, false],
      [0.15, true],
      [0.19, false],
      [0.2, true],
      [1, true],
    ] as const)
      reliability.add(probability, happened);
    const bins = reliability.bins();
    expect(bins[1]).toMatchObject({ low: 0.1, high: 0.2, count: 3, observed: 1 / 3 });
    expect(bins[1]?.predicted).toBeCloseTo(0.44 / 3, 12);
    expect(bins[2]).toMatchObject({ count: 1, predicted: 0.2, observed: 1 });
    expect(bins[9]).toMatchObject({ count: 1, predicted: 1, observed: 1 });
    expect(bins[0]).toMatchObject({ count: 0, predicted: undefined, observed: undefined });
    expect(reliability.baseRate).toBe(3 / 5);
    // 0.01 + 0.7225 + 0.0361 + 0.64 + 0 over five events.
    expect(reliability.brier).toBeCloseTo(0.28172, 12);
  });

  it('has no rate without an event', () => {
    expect([new Reliability().baseRate, new Reliability().brier]).toEqual([undefined, undefined]);
  });
});
