import { describe, expect, it } from 'vitest';
import { candidateOf } from '../../../pipelines/polybench/candidate.js';
import { CrossChecks } from '../../../pipelines/polybench/cross-checks.js';
import type { DayFlow } from '../../../pipelines/polybench/flow.js';
import { listed } from './listed.js';

const day = (number: number, volumeMicros: number, liquidityMicros: number, more: object = {}): DayFlow => ({
  day: number,
  priceMicros: 500_000,
  source: 'yes',
  volumeMicros,
  liquidityMicros,
  ...more,
});

function market(market_id: string, volume_micros: number | null, days: DayFlow[], unattributedMicros = 0) {
  const candidate = candidateOf(listed({ market_id, volume_micros }));
  return { candidate, tape: { rows: 10, days, unattributedMicros } };
}

function figuresOf(...markets: Parameters<CrossChecks['add']>[0][]) {
  const checks = new CrossChecks();
  for (const one of markets) checks.add(one);
  return checks.figures();
}

describe('CrossChecks', () => {
  it('adds up trades, cash and days', () => {
    const filled = { source: 'no_complement' as const };
    expect(
      figuresOf(
        market('1', 1_000, [day(5, 500, 500), day(8, 200, 100, filled)], 100),
        market('2', null, [day(5, 100, 0)], 100),
      ),
    ).toEqual({
      tapes: 2,
      trades: 20,
      unquoted_share: 0.2,
      near_quote_share: 0.75,
      odd_volumes: 0,
      odd_volume_ids: [],
      days: 3,
      days_filled: 1,
      days_missing: 2,
    });
  });

  it.each([
    [199, 1],
    [200, 0],
    [1_100, 0],
    [1_101, 1],
  ])('takes %d of 1000 listed as odd: %d', (cash, odd) => {
    expect(figuresOf(market('7', 1_000, [day(5, cash, 0)]))).toMatchObject({ odd_volumes: odd });
  });

  it('names the first odd markets alone', () => {
    const odd = ['1', '2', '3', '4', '5', '6'].map((id) => market(id, 1_000, [day(5, 1, 1)]));
    expect(figuresOf(...odd)).toMatchObject({ odd_volumes: 6, odd_volume_ids: ['1', '2', '3', '4', '5'] });
  });

  it('leaves out markets without a tape, and tapes that cannot be used', () => {
    const { candidate, tape } = market('1', 1_000, []);
    expect(figuresOf({ candidate }, { candidate, tape: { ...tape, flaw: 'tape truncated' } })).toMatchObject({
      tapes: 0,
      unquoted_share: null,
      near_quote_share: null,
      odd_volumes: 0,
    });
  });

  it('stays exact where the cash of all markets is more than a double holds', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const markets = ['1', '2', '3'].map((id) => market(id, null, [day(5, most, most)]));
    expect(figuresOf(...markets)).toMatchObject({ near_quote_share: 1, unquoted_share: 0 });
  });
});
