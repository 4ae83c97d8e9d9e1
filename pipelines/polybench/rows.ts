import { fromMicros } from '../../common/micros.js';
import { dayOfNumber, formatInstant } from '../../common/time.js';
import {
  type DayRow,
  type HistoryRow,
  type MarketRow,
  marketsTable,
  type Split,
} from '../../schemas/polybench.js';

import type { Candidate } from './candidate.js';
import type { DayFlow } from './flow.js';
import type { MarketFigures } from './verdicts.js';

/** The published row of a kept market (CONTRACT 4.2). */
export function marketRow(candidate: Candidate, figures: MarketFigures, split: Split): MarketRow {
  const { row } = candidate;
  return {
    market_id: row.market_id,
    split,
    condition_id: row.condition_id,
    event_id: candidate.eventId,
    slug: row.slug,
    question: row.question,
    description: row.description,
    category: row.category,
    tags: row.tags,
    outcome: candidate.outcome,
    yes_label: candidate.yesLabel,
    yes_token_id: candidate.yesToken,
    no_token_id: candidate.noToken,
    opened_at: row.opened_at,
    end_date: row.end_date,
    trading_ends_at: candidate.closedAt,
    resolution_date: dayOfNumber(candidate.resolutionDay),
    window_start: dayOfNumber(figures.windowStart),
    start_price: fromMicros(figures.startPriceMicros),
    tradeable_days: figures.tradeableDays,
    volume_usd: fromMicros(figures.volumeMicros),
    capacity_usd: fromMicros(figures.capacityMicros),
    neg_risk: row.neg_risk,
  };
}

/** A market's day as it is kept between builds. */
export function dayRow(marketId: string, day: DayFlow): DayRow {
  return {
    market_id: marketId,
    day: day.day,
    price_micros: day.priceMicros,
    price_source: day.source,
    volume_micros: day.volumeMicros,
    liquidity_micros: day.liquidityMicros,
  };
}

/** The published row of a kept market's day. */
export function historyRow(day: DayRow, split: Split): HistoryRow {
  return {
    market_id: day.market_id,
    split,
    date: dayOfNumber(day.day),
    price: fromMicros(day.price_micros),
    volume: fromMicros(day.volume_micros),
    liquidity: fromMicros(day.liquidity_micros),
    price_source: day.price_source,
  };
}

const HISTORY_KEYS = ['date', 'price', 'volume', 'liquidity'] as const;

/** `markets/<market_id>.json`: the market's columns without split, and its history; keys in this order. */
function marketFile(market: MarketRow, history: readonly HistoryRow[]): { path: string; content: string } {
  const columns = Object.keys(marketsTable.columns).filter((name) => name !== 'split') as (keyof MarketRow)[];
  const fields = columns.map((name) => [name, textOf(name, market)] as const);
  const points = history.map((point) => Object.fromEntries(HISTORY_KEYS.map((key) => [key, point[key]])));
  const record = { ...Object.fromEntries(fields), history: points };
  return { path: `markets/${market.market_id}.json`, content: `${JSON.stringify(record)}\n` };
}

/** The files of all markets; both streams hold the markets in the same order. */
export async function* marketFiles(
  markets: AsyncIterable<MarketRow>,
  history: AsyncIterable<HistoryRow>,
): AsyncGenerator<{ path: string; content: string }> {
  const points = history[Symbol.asyncIterator]();
  let next = await points.next();
  for await (const market of markets) {
    const own: HistoryRow[] = [];
    for (; next.done !== true && next.value.market_id === market.market_id; next = await points.next())
      own.push(next.value);
    yield marketFile(market, own);
  }
}

function textOf(name: keyof MarketRow, market: MarketRow): unknown {
  const value = market[name];
  const isInstant = marketsTable.columns[name].type.kind === 'instant';
  return isInstant && typeof value === 'number' ? formatInstant(value) : value;
}
