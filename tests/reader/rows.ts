import { parseInstant } from '../../common/time.js';
import type { QuestionRow } from '../../schemas/forecast.js';
import { type HistoryRow, historyTable, type MarketRow, marketsTable } from '../../schemas/polybench.js';
import type { Invented } from './invented-version.js';

/** An instant in microseconds. */
export function at(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw new RangeError(text);
  return instant;
}

/** An invented question; a boolean that resolved Yes unless said otherwise. */
export function question(changes: Partial<QuestionRow> = {}): QuestionRow {
  return {
    question_id: 'metaculus:1',
    split: 'test',
    question_type: 'boolean',
    question: 'Will it?',
    background: '',
    resolution_criteria: 'It does.',
    fine_print: '',
    resolution: 'Yes',
    resolution_value: 1,
    gold_confidence: 0.7,
    baseline_score: 84.7,
    community_probability: 0.9,
    community_cdf: null,
    community_statistic: 'means',
    community_at: at('2024-01-01'),
    forecast_count: 120,
    forecaster_count: 40,
    categories: ['Politics'],
    created_at: at('2023-01-01'),
    opened_at: at('2023-01-02'),
    closed_at: at('2024-01-02'),
    resolved_at: at('2024-01-03T12:00:00.25Z'),
    range_min: null,
    range_max: null,
    zero_point: null,
    open_lower_bound: null,
    open_upper_bound: null,
    unit: null,
    source_shape: 'posts',
    post_id: 1,
    group_id: null,
    url: 'https://www.metaculus.com/questions/1/',
    ...changes,
  };
}

export function market(changes: Partial<MarketRow> = {}): MarketRow {
  return {
    market_id: '7',
    split: 'test',
    condition_id: '0xab',
    event_id: '70',
    slug: 'will-it',
    question: 'Will it? Ünïcode \u2028 too',
    description: 'It does.',
    category: null,
    tags: ['a', 'b'],
    outcome: 'NO',
    yes_label: 'Yes',
    yes_token_id: '1',
    no_token_id: '2',
    opened_at: null,
    end_date: at('2026-03-01'),
    trading_ends_at: at('2026-02-20T10:00:00Z'),
    resolution_date: '2026-02-20',
    window_start: '2026-02-18',
    start_price: 0.4,
    tradeable_days: 2,
    volume_usd: 21,
    capacity_usd: 5,
    neg_risk: false,
    ...changes,
  };
}

export function day(changes: Partial<HistoryRow> = {}): HistoryRow {
  return {
    market_id: '7',
    split: 'test',
    date: '2026-02-18',
    price: 0.4,
    volume: 10.5,
    liquidity: 5,
    price_source: 'yes',
    ...changes,
  };
}

/** The file of one market, as published: without split, with the four columns of its history. */
export function marketJson({ split: _, ...columns }: MarketRow, history: readonly HistoryRow[]): string {
  const iso = (micros: number | null) => (micros === null ? null : new Date(micros / 1000).toISOString());
  const points = history.map(({ date, price, volume, liquidity }) => ({ date, price, volume, liquidity }));
  return `${JSON.stringify({
    ...columns,
    end_date: iso(columns.end_date),
    trading_ends_at: iso(columns.trading_ends_at),
    history: points,
  })}\n`;
}

/** The two days of an invented market. */
export function days(changes: Partial<HistoryRow> = {}): HistoryRow[] {
  return [day(changes), day({ ...changes, date: '2026-02-19' })];
}

/** A version of polybench with three markets in two splits. */
export const POLYBENCH: Invented = {
  dataset: 'polybench',
  version: '2026-11-30',
  rows: [
    [marketsTable, [market({ market_id: '10', split: 'train' }), market(), market({ market_id: '12' })]],
    [historyTable, [...days({ market_id: '10', split: 'train' }), ...days(), ...days({ market_id: '12' })]],
  ],
  extraFiles: {
    'markets/7.json': marketJson(market(), days()),
    'markets/10.json': marketJson(market({ market_id: '10' }), days()),
    'markets/12.json': marketJson(market({ market_id: '12' }), days()),
  },
};
