import { describe, expect, it } from 'vitest';
import { checkPolybench } from '../../../pipelines/polybench/check.js';
import { polybenchParameters } from '../../../pipelines/polybench/parameters.js';
import type { HistoryRow, MarketRow } from '../../../schemas/polybench.js';
import { instant } from './listed.js';
import { collect } from './venue.js';

const P = polybenchParameters.parse({});

function market(id: string, change: Partial<MarketRow> = {}): MarketRow {
  return {
    market_id: id,
    split: 'train',
    condition_id: `0x${id}`,
    event_id: `e${id}`,
    slug: '',
    question: '',
    description: '',
    category: null,
    tags: [],
    outcome: 'YES',
    yes_label: 'Yes',
    yes_token_id: '1',
    no_token_id: '2',
    opened_at: null,
    end_date: null,
    trading_ends_at: instant('2026-02-05T12:00:00Z'),
    resolution_date: '2026-02-05',
    window_start: '2026-02-02',
    start_price: 0.4,
    tradeable_days: 2,
    volume_usd: 30.5,
    capacity_usd: 2.5,
    neg_risk: false,
    ...change,
  };
}

function history(id: string, change: Partial<HistoryRow> = {}, index = 0): HistoryRow[] {
  const point = { market_id: id, split: 'train' as const, price_source: 'yes' as const };
  const points: HistoryRow[] = [
    { ...point, date: '2026-02-02', price: 0.4, volume: 10, liquidity: 6 },
    { ...point, date: '2026-02-03', price: 0.5, volume: 20, liquidity: 4 },
    { ...point, date: '2026-02-05', price: 0.9, volume: 0.5, liquidity: 0.5 },
  ];
  return points.map((row, at) => (at === index ? { ...row, ...change } : row));
}

async function checks(markets: object[], points: object[], parameters: object = {}): Promise<string[]> {
  const rows = async function* (table: string) {
    for (const row of table === 'markets' ? markets : points) yield { ...row };
  };
  const found = await collect(checkPolybench(rows, { ...P, ...parameters }));
  return found.map(({ check, id }) => `${check} ${id}`);
}

describe('checkPolybench', () => {
  it('finds nothing in rows that hold', async () => {
    expect(await checks([market('9'), market('10')], [...history('9'), ...history('10')])).toEqual([]);
  });

  it.each<[Partial<MarketRow>, string]>([
    [{ volume_usd: 30.500001 }, 'figures_follow_history 9'],
    [{ capacity_usd: 2.625 }, 'figures_follow_history 9'],
    [{ tradeable_days: 3 }, 'figures_follow_history 9'],
    [{ start_price: 0.41 }, 'figures_follow_history 9'],
    [{ window_start: '2026-02-01' }, 'figures_follow_history 9'],
    [{ trading_ends_at: instant('2026-02-06T00:00:00Z') }, 'figures_follow_history 9'],
    [{ outcome: 'MAYBE' as 'YES' }, 'row_valid 9'],
  ])('finds %j', async (change, expected) => {
    expect((await checks([market('9', change)], history('9')))[0]).toBe(expected);
  });

  it.each<[Partial<HistoryRow>, string]>([
    [{ liquidity: 10.000001 }, 'history_point_valid 9'],
    [{ price: 1.1 }, 'history_point_valid 9'],
    [{ volume: 10.0000001 }, 'history_point_valid 9'],
    [{ split: 'test' }, 'history_point_valid 9'],
    [{ date: '2026-02-03' }, 'history_point_valid 9'],
    [{ date: '2026-02-06' }, 'history_point_valid 9'],
    [{ market_id: '77' }, 'history_has_market 77'],
    [{ volume: Number.NaN }, 'row_valid 9'],
  ])('finds a point with %j', async (change, expected) => {
    expect(await checks([market('9')], history('9', change))).toContain(expected);
  });

  it('finds rows out of order, twice, and without history', async () => {
    expect(await checks([market('10'), market('9')], [...history('10'), ...history('9')])).toEqual([
      'rows_in_order 9',
      'rows_in_order 9',
    ]);
    expect(
      await checks([market('9'), market('10', { condition_id: '0x9' })], [...history('9'), ...history('10')]),
    ).toEqual(['market_once 10']);
    expect(await checks([market('9')], [])).toEqual(['figures_follow_history 9']);
  });

  it('finds markets that break a rule', async () => {
    const broken = (parameters: object) => checks([market('9')], history('9'), parameters);
    expect(await broken({ corpusStart: '2026-02-03' })).toEqual(['market_keeps_rules 9']);
    expect(await broken({ corpusEnd: '2026-02-04' })).toEqual(['market_keeps_rules 9']);
    expect(await broken({ uncertainLow: 0.41 })).toEqual(['market_keeps_rules 9']);
    expect(await broken({ minTradeableDays: 3 })).toEqual(['market_keeps_rules 9']);
    expect(await broken({ liquidityRuleFrom: '2026-02-05', bankroll: 2.6 })).toEqual([
      'market_keeps_rules 9',
    ]);
    expect(await broken({ liquidityRuleFrom: '2026-02-05', bankroll: 2.5 })).toEqual([]);
  });

  it('finds events with too many legs or legs in both splits', async () => {
    const legs = (ids: string[], change: Partial<MarketRow> = {}) =>
      ids.map((id) => market(id, { event_id: 'e', ...change }));
    expect(
      await checks(
        legs(['1', '2', '3']),
        ['1', '2', '3'].flatMap((id) => history(id)),
      ),
    ).toEqual(['event_cap e']);
    const test = history('2').map((point) => ({ ...point, split: 'test' }));
    expect(
      await checks([...legs(['1']), ...legs(['2'], { split: 'test' })], [...history('1'), ...test]),
    ).toEqual(['event_in_one_split e']);
  });
});
