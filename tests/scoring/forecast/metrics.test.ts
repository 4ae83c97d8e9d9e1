import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALPHA,
  absoluteDayError,
  absoluteError,
  absolutePercentageError,
  absolutePercentageErrorLiteral,
  accuracy,
  brierGold,
  brierOutcome,
  crpsRaw,
  crpsSquashed,
  daysBetween,
  erf,
  f1,
  GENERATION,
  gaussianCrps,
  normalCdf,
  normalDensity,
  probabilityOfYes,
  SIGMA,
  sigmaOf,
  squash,
} from '../../../scoring/forecast/index.js';

const confidence = fc.double({ min: 0, max: 1, noNaN: true });

describe('erf', () => {
  // From the C library's erf.
  it.each([
    [0, 0],
    [0.5, 0.5204998778130465],
    [1, 0.8427007929497149],
    [2, 0.9953222650189527],
    [2.9999, 0.9999778955735178],
    [3, 0.9999779095030014],
    [4, 0.9999999845827421],
    [7, 1],
  ])('of %d', (x, expected) => {
    expect(Math.abs(erf(x) - expected)).toBeLessThan(1e-14);
    expect(erf(-x)).toBeCloseTo(-erf(x), 15);
  });

  it('gives the normal distribution its quartile', () => {
    expect(normalCdf(0.6744897501960817)).toBeCloseTo(0.75, 14);
    expect(normalDensity(0)).toBeCloseTo(0.3989422804014327, 15);
  });
});

describe('squash', () => {
  it.each([
    [0, 0],
    [1, 0.0249948],
    [3, 0.0748597],
    [3653, 1],
  ])('of %d', (x, expected) => {
    expect(squash(x)).toBeCloseTo(expected, 7);
  });

  it('is what eq. 3 says', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e4, noNaN: true }), (x) => {
        expect(squash(x)).toBeCloseTo(2 / (1 + Math.exp(-0.05 * x)) - 1, 12);
      }),
    );
  });
});

describe('day errors', () => {
  it('counts leap days and years', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2023-02-28', '2023-03-01')).toBe(1);
    expect(daysBetween('2024-08-01', '2014-08-01')).toBe(-3653);
    expect(absoluteDayError('2023-12-31', '2024-01-01')).toBeCloseTo(0.024994792968, 12);
    expect(absoluteDayError('1900-01-01', '2024-01-01')).toBe(1);
    expect(() => absoluteDayError('2024-02-30', '2024-01-01')).toThrow(RangeError);
  });
});

describe('quantity errors', () => {
  it('normalises the error', () => {
    expect(absoluteError(0, 3)).toBeCloseTo(0.074859690687, 12);
    expect(absoluteError(1e12, 1)).toBe(1);
  });

  it('takes a share of the size of the gold quantity', () => {
    expect(absolutePercentageError(0, 3)).toBeCloseTo(0.024994792885, 12);
    expect(absolutePercentageError(0, 0)).toBe(0);
    expect(absolutePercentageError(1, 0)).toBe(1);
    expect(absolutePercentageErrorLiteral(100, -50)).toBeCloseTo(-0.074859690702, 12);
    expect(absolutePercentageError(100, -50)).toBeCloseTo(0.074859690673, 12);
    expect(absolutePercentageErrorLiteral(-1e-8, -1e-8)).toBeNaN();
  });
});

describe('the constants of appendix D', () => {
  it('are those that the paper prints', () => {
    expect(ALPHA).toBe(0.05);
    expect(SIGMA).toEqual({ timeframe: { max: 30, min: 1 }, quantity: { max: 20, min: 1 } });
    expect(GENERATION).toEqual({ samples: 10, maxLength: 200, doSample: true, topK: 50, topP: 0.9 });
  });
});

describe('CRPS', () => {
  it.each([
    ['timeframe', 10, 0.5, 0.5, 1.789047521178, 0.0446963879767],
    ['timeframe', 30, 0, 0, 8.127098689589, 0.200427078627],
    ['timeframe', 0, 0.5, 1, 3.083794048402, 0.0769424727389],
    ['quantity', 38, 0.5, 0.5, 26.20151251247, 0.575051621011],
    ['quantity', 0, 1, 1, 0, 0],
  ] as const)('of a %s %d apart, confidences %d and %d', (type, distance, predicted, gold, raw, squashed) => {
    expect(crpsRaw(type, distance, predicted, gold)).toBeCloseTo(raw, 11);
    expect(crpsSquashed(type, distance, predicted, gold)).toBeCloseTo(squashed, 11);
  });

  it('keeps its digits for close distributions: D^2 / (2 sqrt(pi)) to second order', () => {
    const near = gaussianCrps(1e-6, 1, 1);
    expect(near / (1e-12 / (2 * Math.sqrt(Math.PI)))).toBeCloseTo(1, 9);
  });

  it('is the integral of eq. 5', () => {
    const distance = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(distance, confidence, confidence, (d, p, g) => {
        const [s1, s2] = [sigmaOf(p, { max: 30, min: 1 }), sigmaOf(g, { max: 30, min: 1 })];
        const step = 0.02;
        let sum = 0;
        for (let x = -320; x < 380; x += step)
          sum += (normalCdf((x - d) / s1) - normalCdf(x / s2)) ** 2 * step;
        expect(gaussianCrps(d, s1, s2)).toBeCloseTo(sum, 6);
      }),
      { numRuns: 5 },
    );
  });

  it('is symmetric, not negative and at most the distance for equal confidences', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), confidence, confidence, (d, p, g) => {
        const raw = crpsRaw('timeframe', d, p, g);
        expect(raw).toBeGreaterThanOrEqual(0);
        expect(raw).toBeCloseTo(crpsRaw('timeframe', -d, g, p), 9);
        expect(crpsRaw('timeframe', d, p, p)).toBeLessThanOrEqual(d);
        expect(crpsSquashed('timeframe', d, p, g)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('neither overflows nor underflows', () => {
    const right = (1e200 * (Math.SQRT2 - 1)) / Math.sqrt(Math.PI);
    expect(gaussianCrps(0, 1e200, 1) / right).toBeCloseTo(1, 12);
    expect(gaussianCrps(1e200, 1, 1) / 1e200).toBeCloseTo(1, 12);
    expect(gaussianCrps(0, 1e-200, 0)).toBeGreaterThan(0);
  });

  it('may exceed the distance for unequal sigmas', () => {
    // Both means 0, sigmas 30 and 1: 2 S phi(0) - 31 / sqrt(pi).
    const right = (2 * Math.sqrt(901)) / Math.sqrt(2 * Math.PI) - 31 / Math.sqrt(Math.PI);
    expect(crpsRaw('timeframe', 0, 0, 1)).toBeCloseTo(right, 11);
  });

  it('of points without spread is their distance', () => {
    expect(gaussianCrps(-3, 0, 0)).toBe(3);
    expect(() => crpsRaw('quantity', 1, 1.1, 0.5)).toThrow(RangeError);
  });
});

describe('booleans', () => {
  const outcomes = [
    { predicted: true, happened: true },
    { predicted: true, happened: false },
    { predicted: false, happened: true },
    { predicted: false, happened: false },
    { predicted: false, happened: false },
  ];

  it('counts right answers, and F1 of Yes', () => {
    expect(accuracy(outcomes)).toBe(0.6);
    expect(f1(outcomes)).toBe(0.5);
    expect(f1(outcomes, 2)).toBeCloseTo(2 / 6, 15);
    expect(accuracy([])).toBeUndefined();
    expect(f1([{ predicted: false, happened: false }])).toBeUndefined();
  });

  it('scores a perfect and certain forecast at 0.0723 against the ceiling of the gold confidence', () => {
    expect(brierGold(1, 0.7310585786)).toBeCloseTo(0.0723, 4);
    expect(brierGold(0.2, 0.7310585786)).toBeCloseTo(0.282023213905, 11);
    expect(brierOutcome(probabilityOfYes(false, 0.75), true)).toBe(0.5625);
  });
});
