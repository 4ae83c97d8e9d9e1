import { dayOfNumber, numberOfDay } from '../../common/time.js';
import { type QuestionRow, questions } from '../../schemas/openforesight.js';
import { type HistoryRow, historyTable, type MarketRow, marketsTable } from '../../schemas/polybench.js';
import { type Invented, publishInvented } from '../reader/invented-version.js';
import { at, day, market, marketJson } from '../reader/rows.js';

/** A market of three days from a first day on, with $4,000 of liquidity each, that resolves on the day after them. */
function threeDays(id: string, first: string, changes: Partial<MarketRow>): [MarketRow, HistoryRow[]] {
  const start = numberOfDay(first) ?? 0;
  const split = changes.split ?? 'test';
  const history = [0, 1, 2].map((offset) =>
    day({
      market_id: id,
      split,
      date: dayOfNumber(start + offset),
      price: 0.4,
      volume: 5_000,
      liquidity: 4_000,
    }),
  );
  const resolved = dayOfNumber(start + 3);
  const row = market({
    market_id: id,
    event_id: `event-${id}`,
    question: `Will invented thing ${id} happen?`,
    resolution_date: resolved,
    trading_ends_at: at(`${resolved}T12:00:00Z`),
    end_date: at('2027-01-01'),
    window_start: first,
    tradeable_days: 3,
    volume_usd: 15_000,
    capacity_usd: 3_000,
    ...changes,
  });
  return [row, history];
}

const MARKETS = [
  threeDays('5', '2026-02-01', { split: 'train', outcome: 'NO' }),
  threeDays('7', '2026-06-10', { outcome: 'NO' }),
  threeDays('12', '2026-06-12', { outcome: 'YES' }),
];

/** `markets/<id>.json` of the invented markets, by path. */
export const MARKET_FILES = Object.fromEntries(
  MARKETS.map(([row, history]) => [`markets/${row.market_id}.json`, marketJson(row, history)]),
);

const POLYBENCH: Invented = {
  dataset: 'polybench',
  version: '2026-11-30',
  rows: [
    [marketsTable, MARKETS.map(([row]) => row)],
    [historyTable, MARKETS.flatMap(([, history]) => history)],
  ],
  extraFiles: MARKET_FILES,
};

const ANSWERS = ['Zephathowitz', 'Ilmanthara', 'Skolarivine'];

function question(answer: string, index: number): QuestionRow {
  return {
    question_id: `openforesight:${index}`,
    split: index === 0 ? 'train' : 'test',
    question: 'Who will win?',
    background: 'There is a contest.',
    resolution_criteria: '<b>The winner</b>',
    answer_type: 'string (name)',
    answer,
    answer_number: null,
    resolution_date: '2026-05-01',
    question_start_date: null,
    article_published_on: null,
    source_url: null,
    news_source: null,
    data_source: null,
    prompt: `Who will win contest ${index}?`,
  };
}

const OPENFORESIGHT: Invented = {
  dataset: 'openforesight',
  version: '2026-11-30',
  rows: [[questions, ANSWERS.map(question)]],
};

/** Publishes small invented versions of both datasets; gives their directories. */
export async function publishBoth(out: string): Promise<{ polybench: string; openforesight: string }> {
  return {
    polybench: await publishInvented(out, POLYBENCH),
    openforesight: await publishInvented(out, OPENFORESIGHT),
  };
}
