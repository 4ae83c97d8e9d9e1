import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dailyQuotes,
  missingDays,
  quotableDays,
  tradeableQuotes,
} from '../../../pipelines/polybench/quotes.js';

const DAY = 86_400;
// 2026-02-18 00:00:00 UTC = 1771372800 s = day 20502.
const D = 20_502;
const at = (day: number, seconds: number, p: number) => ({ t: day * DAY + seconds, p });
const instant = (day: number, seconds = 0) => (day * DAY + seconds) * 1_000_000;
const BOUNDS = { firstDay: D - 100, opensAt: undefined, closesAt: instant(D + 30) };

describe('dailyQuotes', () => {
  it.each([
    [0, true],
    [59, true],
    [300, true],
    [301, false],
    [-1, false],
  ])('takes a sample %d s after midnight as the quote: %s', (seconds, counts) => {
    const quotes = dailyQuotes([at(D, seconds, 0.42)], [], BOUNDS);
    expect(quotes).toEqual(counts ? [{ day: D, priceMicros: 420_000, source: 'yes' }] : []);
  });

  it('takes the first of two samples of a day, in whatever order they come', () => {
    const [early, late] = [at(D, 9, 0.4), at(D, 33, 0.5)];
    for (const points of [
      [early, late],
      [late, early],
    ])
      expect(dailyQuotes(points, [], BOUNDS)).toMatchObject([{ priceMicros: 400_000 }]);
  });

  it('fills a hole with 1 minus the NO price, and never overrides a YES sample', () => {
    const quotes = dailyQuotes([at(D, 10, 0.335)], [at(D, 5, 0.9), at(D + 1, 20, 0.33)], BOUNDS);
    expect(quotes).toEqual([
      { day: D, priceMicros: 335_000, source: 'yes' },
      { day: D + 1, priceMicros: 670_000, source: 'no_complement' },
    ]);
  });

  it('leaves out samples before the market opened, after it closed and before the window', () => {
    const points = [at(D - 1, 5, 0.1), at(D, 5, 0.2), at(D + 1, 5, 0.3), at(D + 2, 5, 0.4)];
    const bounds = { firstDay: D, opensAt: instant(D, 6), closesAt: instant(D + 2, 4) };
    expect(dailyQuotes(points, [], bounds)).toMatchObject([{ day: D + 1 }]);
    const inclusive = { firstDay: D, opensAt: instant(D, 5), closesAt: instant(D + 2, 5) };
    expect(dailyQuotes(points, [], inclusive).map((quote) => quote.day)).toEqual([D, D + 1, D + 2]);
  });

  it('keeps half-ticks and the bounds 0 and 1', () => {
    const points = [at(D, 1, 0.0005), at(D + 1, 1, 0), at(D + 2, 1, 1)];
    expect(dailyQuotes(points, [], BOUNDS).map((quote) => quote.priceMicros)).toEqual([500, 0, 1_000_000]);
  });

  it('gives at most one quote a day, ascending, whatever the samples and their order', () => {
    const point = fc.record({
      t: fc.integer({ min: D * DAY, max: (D + 5) * DAY }),
      p: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point), fc.array(point), (yes, no) => {
        const quotes = dailyQuotes(yes, no, BOUNDS);
        const days = quotes.map((quote) => quote.day);
        expect(days).toEqual([...new Set(days)].sort((a, b) => a - b));
        expect(
          dailyQuotes(
            [...yes].sort((a, b) => a.t - b.t),
            no,
            BOUNDS,
          ).map(({ day }) => day),
        ).toEqual(days);
      }),
    );
  });
});

describe('quotableDays', () => {
  it('is the stretch of midnights at which a sample can count', () => {
    const days = (opensAt: number | undefined, closesAt: number) =>
      quotableDays({ firstDay: D, opensAt, closesAt });
    expect(days(undefined, instant(D + 3, 5))).toEqual({ first: D, last: D + 3 });
    expect(days(instant(D + 1, 300), instant(D + 3))).toEqual({ first: D + 1, last: D + 3 });
    expect(days(instant(D + 1, 301), instant(D + 3) - 1)).toEqual({ first: D + 2, last: D + 2 });
    expect(days(instant(D, 301), instant(D, 80_000))).toBeUndefined();
    expect(days(undefined, instant(D) - 1)).toBeUndefined();
  });
});

describe('tradeableQuotes and missingDays', () => {
  it('end before the UTC day on which trading ended', () => {
    const quotes = [D, D + 1, D + 4].map((day) => ({ day, priceMicros: 1, source: 'yes' as const }));
    expect(tradeableQuotes(quotes, D + 4).map(({ day }) => day)).toEqual([D, D + 1]);
    expect(missingDays(quotes)).toBe(2);
    expect(missingDays([])).toBe(0);
  });
});
