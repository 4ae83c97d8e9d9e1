import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromMicros, toMicros } from '../../../common/micros.js';
import {
  advanceReward,
  dailyCapacity,
  fillBet,
  logGrowthReward,
  payout,
  profit,
} from '../../../scoring/polybench/index.js';

const PATH = join(import.meta.dirname, '../../../../shared/reference/cases/polybench.json');

const casesFile = z.object({
  log_growth: z.array(
    z.object({ id: z.string(), bankroll: z.number(), initial: z.number(), expected_reward: z.number() }),
  ),
  fills: z.array(
    z.object({
      id: z.string(),
      input: z.object({
        stake: z.number(),
        side: z.enum(['YES', 'NO']),
        yes_quote: z.number(),
        liquidity: z.number(),
        used_today: z.number(),
        fill_cap_alpha: z.number(),
        min_stake: z.number(),
        taker_fee_bps: z.number(),
      }),
      expected: z.object({
        filled: z.number(),
        unfilled: z.number(),
        capacity_left: z.number(),
        cost_per_share: z.number(),
        shares: z.number(),
        opened: z.boolean(),
      }),
      payout_if_win: z.number().optional(),
      pnl_if_win: z.number().optional(),
      pnl_if_lose: z.number().optional(),
      pnl_if_half: z.number().optional(),
    }),
  ),
  telescoping: z.object({
    realized_bankroll_path: z.array(z.number()),
    per_step_rewards: z.array(z.number()),
    sum: z.number(),
  }),
});
const file = existsSync(PATH) ? casesFile.parse(JSON.parse(readFileSync(PATH, 'utf8'))) : undefined;

describe.skipIf(file === undefined)('the reference cases of PolyBench', () => {
  it.each(file?.log_growth ?? [])('$id', ({ bankroll, initial, expected_reward }) => {
    expect(logGrowthReward(bankroll, initial)).toBeCloseTo(expected_reward, 6);
  });

  it.each(file?.fills ?? [])('$id', (one) => {
    const { input, expected } = one;
    const fill = fillBet({
      stakeMicros: toMicros(input.stake),
      side: input.side,
      yesQuoteMicros: toMicros(input.yes_quote),
      capacityMicros: dailyCapacity(toMicros(input.liquidity), input.fill_cap_alpha),
      usedMicros: toMicros(input.used_today),
      minStakeMicros: toMicros(input.min_stake),
      takerFeeBps: input.taker_fee_bps,
    });
    expect(fill.opened).toBe(expected.opened);
    expect(fromMicros(fill.filledMicros)).toBe(expected.filled);
    expect(fromMicros(fill.unfilledMicros)).toBe(expected.unfilled);
    expect(fromMicros(fill.capacityLeftMicros)).toBe(expected.capacity_left);
    expect(fill.costPerShare).toBeCloseTo(expected.cost_per_share, 12);
    expect(fill.shares).toBeCloseTo(expected.shares, 6);
    if (one.payout_if_win === undefined) return;
    const { side } = input;
    const other = side === 'YES' ? 'NO' : 'YES';
    expect(payout(side, fill.shares, side)).toBeCloseTo(one.payout_if_win, 6);
    expect(profit(side, fill.shares, fill.filledMicros, side)).toBeCloseTo(one.pnl_if_win ?? Number.NaN, 6);
    expect(profit(side, fill.shares, fill.filledMicros, other)).toBeCloseTo(one.pnl_if_lose ?? Number.NaN, 6);
    expect(profit(side, fill.shares, fill.filledMicros, 'HALF')).toBeCloseTo(
      one.pnl_if_half ?? Number.NaN,
      6,
    );
  });

  it('telescopes', () => {
    const { realized_bankroll_path: path, per_step_rewards: steps, sum } = file?.telescoping ?? empty;
    const [initial = Number.NaN] = path;
    const paid = path
      .slice(1)
      .map((after, index) => advanceReward(path[index] ?? Number.NaN, after, initial));
    expect(paid).toHaveLength(steps.length);
    for (const [index, reward] of paid.entries()) expect(reward).toBeCloseTo(steps[index] ?? Number.NaN, 6);
    expect(paid.reduce((total, reward) => total + reward, 0)).toBeCloseTo(sum, 6);
  });
});

const empty = { realized_bankroll_path: [], per_step_rewards: [], sum: Number.NaN };
