import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advanceReward,
  dailyCapacity,
  type FillRequest,
  fillBet,
  hasSettled,
  logGrowthReward,
  payout,
  profit,
  quoteOf,
  REWARD_FLOOR,
  type Side,
} from '../../../scoring/polybench/index.js';

const USD = 1_000_000;
const bet = (changes: Partial<FillRequest> = {}) =>
  fillBet({
    stakeMicros: 300 * USD,
    side: 'YES',
    yesQuoteMicros: 400_000,
    capacityMicros: dailyCapacity(4000 * USD, 0.25),
    usedMicros: 0,
    minStakeMicros: USD,
    takerFeeBps: 0,
    ...changes,
  });

describe('fillBet', () => {
  it('fills at the quote', () => {
    expect(bet()).toEqual({
      opened: true,
      filledMicros: 300 * USD,
      unfilledMicros: 0,
      capacityLeftMicros: 700 * USD,
      costPerShare: 0.4,
      shares: 750,
    });
  });

  it('fills a larger stake in part', () => {
    expect(bet({ stakeMicros: 2000 * USD })).toMatchObject({
      filledMicros: 1000 * USD,
      unfilledMicros: 1000 * USD,
      capacityLeftMicros: 0,
      shares: 2500,
    });
  });

  it('opens nothing on a capacity that either side has used up', () => {
    expect(bet({ side: 'NO', usedMicros: 1000 * USD })).toMatchObject({
      opened: false,
      refusal: 'below_min_stake',
      filledMicros: 0,
      unfilledMicros: 300 * USD,
      capacityLeftMicros: 0,
      costPerShare: 0.6,
    });
  });

  it('opens nothing below the least stake, and everything from it on', () => {
    const small = { stakeMicros: 5 * USD };
    expect(bet({ ...small, capacityMicros: dailyCapacity(3_900_000, 0.25) })).toMatchObject({
      opened: false,
      capacityLeftMicros: 975_000,
    });
    expect(bet({ ...small, capacityMicros: dailyCapacity(4 * USD, 0.25) })).toMatchObject({
      opened: true,
      filledMicros: USD,
    });
  });

  it('opens nothing where a share would cost a dollar or nothing', () => {
    const dear = bet({ yesQuoteMicros: 995_000, takerFeeBps: 100 });
    expect(dear).toMatchObject({
      opened: false,
      refusal: 'untradeable_price',
      capacityLeftMicros: 1000 * USD,
    });
    expect(dear.costPerShare).toBeCloseTo(1.00495, 12);
    expect(bet({ side: 'NO', yesQuoteMicros: USD })).toMatchObject({ opened: false, costPerShare: 0 });
    expect(bet({ yesQuoteMicros: 0 }).opened).toBe(false);
  });

  it('adds the fee to the price: 100 bps on 0.40 is 0.404', () => {
    expect(bet({ takerFeeBps: 100 }).costPerShare).toBeCloseTo(0.404, 12);
  });

  it.each([0, -1, 0.5, Number.NaN])('refuses a stake of %d millionths', (stakeMicros) => {
    expect(() => bet({ stakeMicros })).toThrow(RangeError);
  });

  it.each(['yes', 'MAYBE', '', 'no'])('refuses the side %j, which is not the other one', (side) => {
    expect(() => bet({ side: side as Side })).toThrow(RangeError);
    expect(() => quoteOf(side as Side, 400_000)).toThrow(RangeError);
  });

  it.each([
    { yesQuoteMicros: -1 },
    { yesQuoteMicros: USD + 1 },
    { yesQuoteMicros: 0.5 },
    { capacityMicros: -1 },
    { usedMicros: -1 },
    { minStakeMicros: 0.5 },
    { takerFeeBps: -1 },
    { takerFeeBps: Number.POSITIVE_INFINITY },
  ])('refuses %j', (changes) => {
    expect(() => bet(changes)).toThrow(RangeError);
  });

  it('opens nothing at a cost of one dollar exactly, which the fee may make of 0.8', () => {
    expect(bet({ yesQuoteMicros: 800_000, takerFeeBps: 2500 })).toMatchObject({
      opened: false,
      refusal: 'untradeable_price',
      costPerShare: 1,
    });
    expect(bet({ yesQuoteMicros: 799_999, takerFeeBps: 2500 }).opened).toBe(true);
    expect(bet({ yesQuoteMicros: 999_999 }).opened).toBe(true);
  });

  it('rounds neither shares nor cost', () => {
    expect(bet({ stakeMicros: 100 * USD, yesQuoteMicros: 300_000 }).shares).toBe(100 / 0.3);
    const { shares, costPerShare: cost } = bet({ yesQuoteMicros: 333_333, takerFeeBps: 7 });
    expect(cost).toBe(0.333333 * 1.0007);
    expect(shares).toBe(300 / (0.333333 * 1.0007));
  });

  it('opens nothing on no capacity, even where no stake is the least', () => {
    expect(bet({ minStakeMicros: 0, capacityMicros: 0 })).toMatchObject({
      opened: false,
      refusal: 'below_min_stake',
    });
    expect(bet({ minStakeMicros: 0, capacityMicros: 1 })).toMatchObject({ opened: true, filledMicros: 1 });
  });

  it('grants a share of the liquidity to the nearest millionth', () => {
    expect(dailyCapacity(3_900_000, 0.25)).toBe(975_000);
    expect(dailyCapacity(1, 0.25)).toBe(0);
    expect(dailyCapacity(3, 0.25)).toBe(1);
    expect(dailyCapacity(7, 0.25)).toBe(2);
    expect(dailyCapacity(1_000_003, 0.1)).toBe(100_000);
    expect(dailyCapacity(1_000_007, 0.1)).toBe(100_001);
  });

  it('never fills more than the capacity, whatever is bet in whatever order', () => {
    const bets = fc.array(
      fc.record({
        stakeMicros: fc.integer({ min: 1, max: 2000 * USD }),
        side: fc.constantFrom('YES' as const, 'NO' as const),
        yesQuoteMicros: fc.integer({ min: 0, max: USD }),
      }),
    );
    fc.assert(
      fc.property(bets, fc.integer({ min: 0, max: 5000 * USD }), (stakes, capacityMicros) => {
        let used = 0;
        for (const stake of stakes) {
          const fill = bet({ ...stake, capacityMicros, usedMicros: used });
          expect(fill.filledMicros + fill.unfilledMicros).toBe(stake.stakeMicros);
          used += fill.filledMicros;
          expect(fill.capacityLeftMicros).toBe(capacityMicros - used);
        }
        return used <= capacityMicros;
      }),
    );
  });
});

describe('settlement', () => {
  it('pays one a share to the winner, half to both where there is none', () => {
    expect(payout('YES', 750, 'YES')).toBe(750);
    expect(payout('YES', 750, 'NO')).toBe(0);
    expect(payout('NO', 750, 'NO')).toBe(750);
    expect(payout('NO', 750, 'YES')).toBe(0);
    expect(payout('NO', 750, 'HALF')).toBe(375);
  });

  it.each(['yes', 'MAYBE', '', 'half'])('knows no side and no outcome %j', (text) => {
    expect(() => payout('YES', 750, text as Side)).toThrow(RangeError);
    expect(() => payout(text as Side, 750, 'HALF')).toThrow(RangeError);
  });

  it('takes the stake, fee included, off the profit', () => {
    expect(profit('YES', 750, 300 * USD, 'YES')).toBe(450);
    expect(profit('YES', 750, 300 * USD, 'NO')).toBe(-300);
    expect(profit('NO', 750, 300 * USD, 'HALF')).toBe(75);
  });

  it('comes at the first midnight after trading ended', () => {
    expect(hasSettled('2026-02-28', '2026-02-28')).toBe(false);
    expect(hasSettled('2026-02-28', '2026-03-01')).toBe(true);
    expect(() => hasSettled('2026-02-30', '2026-03-01')).toThrow(RangeError);
  });
});

describe('the reward', () => {
  it.each([
    [10_000, 0],
    [9000, -10.5360515658],
    [5000, -69.314718056],
    [0.4539992976, -1000],
    [0.4, -1000],
    [0, -1000],
    [-1, -1000],
  ])('of %d dollars of 10,000', (bankroll, expected) => {
    expect(logGrowthReward(bankroll, 10_000)).toBeCloseTo(expected, 6);
  });

  it('adds up over an episode: 10,000, 10,450, 9,800, 12,000', () => {
    const steps = [
      advanceReward(10_000, 10_450, 10_000),
      advanceReward(10_450, 9800, 10_000),
      advanceReward(9800, 12_000, 10_000),
    ];
    for (const [index, expected] of [4.4016885417, -6.4219592734, 20.2524264111].entries())
      expect(steps[index]).toBeCloseTo(expected, 8);
    expect(steps.reduce((sum, step) => sum + step)).toBeCloseTo(18.2321556794, 8);
  });

  it('never falls below the floor and grows with the bankroll', () => {
    const wealth = fc.double({ min: -1e6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(wealth, wealth, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((w) => logGrowthReward(w, 10_000));
        return low !== undefined && high !== undefined && low >= REWARD_FLOOR && low <= high;
      }),
    );
    expect(() => logGrowthReward(Number.NaN, 10_000)).toThrow(RangeError);
    expect(() => logGrowthReward(1, 0)).toThrow(RangeError);
    expect(() => logGrowthReward(1, Number.NaN)).toThrow(RangeError);
    expect(() => logGrowthReward(Number.POSITIVE_INFINITY, 1)).toThrow(RangeError);
    expect(() => logGrowthReward(1, Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});
