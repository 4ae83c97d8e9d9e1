import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashMicros, FlowSums, sumMicros, yesPriceMicros } from '../../../pipelines/polybench/flow.js';
import type { Quote } from '../../../pipelines/polybench/quotes.js';

const DAY = 86_400;
const D = 20_502;
const BAND = 50_000;
const USD = 1_000_000;
const quote = (day: number, priceMicros: number): Quote => ({ day, priceMicros, source: 'yes' });

/** One trade as columns. */
const trade = (seconds: number, yesMicros: number, cash: number) => ({
  seconds: Int32Array.of(seconds),
  yesMicros: Int32Array.of(yesMicros),
  cashMicros: BigInt64Array.of(BigInt(cash)),
});

/** Flow of one point at `priceMicros` on day D from one trade. */
function flowOf(priceMicros: number, seconds: number, yesMicros: number) {
  const sums = new FlowSums([quote(D, priceMicros)], BAND);
  sums.add(trade(seconds, yesMicros, 7 * USD));
  const [day] = sums.days();
  return { volume: day?.volumeMicros, liquidity: day?.liquidityMicros, lost: sums.unattributedMicros };
}

describe('FlowSums', () => {
  const nothing = { volume: 0, liquidity: 0, lost: 7 * USD };
  const all = { volume: 7 * USD, liquidity: 7 * USD, lost: 0 };

  it.each([
    ['the first second of the day before', (D - 1) * DAY, all],
    ['the last second of the day before', D * DAY - 1, all],
    ['exactly midnight', D * DAY, nothing],
    ['a second before the day before', (D - 1) * DAY - 1, nothing],
  ])('counts a trade at %s', (_, seconds, expected) => {
    expect(flowOf(500_000, seconds, 500_000)).toEqual(expected);
  });

  it.each([
    [550_000, true],
    [550_001, false],
    [450_000, true],
    [449_999, false],
    [500_000, true],
  ])('has a trade at %d inside the band of a quote of 500000: %s', (yesMicros, inside) => {
    expect(flowOf(500_000, D * DAY - 1, yesMicros)).toMatchObject({ liquidity: inside ? 7 * USD : 0 });
  });

  it('has all 180 pairs of the cent grid that are exactly 5 cents apart inside', () => {
    let pairs = 0;
    let floats = 0;
    for (let cents = 5; cents <= 94; cents += 1)
      for (const step of [-5, 5]) {
        const [trade, price] = [(cents + step) / 100, cents / 100];
        pairs += 1;
        if (Math.abs(trade - price) <= 0.05) floats += 1;
        const inside = flowOf(yesPriceMicros(price, true), D * DAY - 1, yesPriceMicros(trade, true));
        expect(inside).toMatchObject({ liquidity: 7 * USD });
        const complement = flowOf(yesPriceMicros(price, true), D * DAY - 1, yesPriceMicros(1 - trade, false));
        expect(complement).toMatchObject({ liquidity: 7 * USD });
      }
    expect(pairs).toBe(180);
    expect(floats).toBeLessThan(180);
  });

  it('gives trades before a midnight without a quote to no point', () => {
    const sums = new FlowSums([quote(D, 500_000), quote(D + 2, 500_000)], BAND);
    sums.add(trade(D * DAY + 10, 500_000, 3 * USD));
    sums.add(trade((D + 1) * DAY + 10, 500_000, 4 * USD));
    expect(sums.days().map((day) => [day.day, day.volumeMicros])).toEqual([
      [D, 0],
      [D + 2, 4 * USD],
    ]);
    expect(sums.unattributedMicros).toBe(3 * USD);
  });

  it('loses nothing, keeps liquidity below volume, and does not depend on the order of trades', () => {
    const trades = fc.record({
      seconds: fc.integer({ min: (D - 3) * DAY, max: (D + 6) * DAY }),
      yes: fc.integer({ min: 0, max: 1_000_000 }),
      cash: fc.integer({ min: 0, max: 5_000 * USD }),
    });
    const quotes = [quote(D, 40_000), quote(D + 1, 500_000), quote(D + 4, 960_000)];
    fc.assert(
      fc.property(fc.array(trades), (all) => {
        const sum = (list: typeof all) => {
          const sums = new FlowSums(quotes, BAND);
          for (const { seconds, yes, cash } of list) sums.add(trade(seconds, yes, cash));
          return sums;
        };
        const sums = sum(all);
        expect(sum([...all].reverse()).days()).toEqual(sums.days());
        for (const day of sums.days()) expect(day.liquidityMicros).toBeLessThanOrEqual(day.volumeMicros);
        const total = all.reduce((before, { cash }) => before + cash, 0);
        expect(sumMicros(sums.days(), 'volumeMicros') + sums.unattributedMicros).toBe(total);
      }),
    );
  });

  it('refuses sums that are not exact', () => {
    const sums = new FlowSums([quote(D, 500_000)], BAND);
    sums.add(trade(D * DAY - 1, 500_000, Number.MAX_SAFE_INTEGER));
    expect(sums.days()).toMatchObject([{ volumeMicros: Number.MAX_SAFE_INTEGER }]);
    sums.add(trade(D * DAY - 1, 500_000, 1));
    expect(() => sums.days()).toThrow(RangeError);
  });
});

describe('cashMicros and yesPriceMicros', () => {
  it('is cash, not one dollar a share: 100 NO shares at .30 are 30 USD at a YES price of .70', () => {
    expect(cashMicros(100, 0.3)).toBe(30 * USD);
    expect(yesPriceMicros(0.3, false)).toBe(700_000);
    expect(yesPriceMicros(0.3, true)).toBe(300_000);
  });

  it.each([
    [406, 0.52, 211_120_000],
    [288.36, 0.046, 13_264_560],
    [0.01, 0.001, 10],
    [3, 1, 3_000_000],
    [1e-30, 0.5, 0],
  ])('%d shares at %d are %d', (size, price, expected) => {
    expect(cashMicros(size, price)).toBe(expected);
  });

  it('rounds the dust of average prices away', () => {
    expect(yesPriceMicros(0.21999995306666104, true)).toBe(220_000);
    expect(yesPriceMicros(0.540000001748, false)).toBe(460_000);
  });

  it('refuses cash that is not exact', () => {
    expect(() => cashMicros(1e12, 0.5)).toThrow(RangeError);
  });
});
