import { compareIds } from '../../common/order.js';
import { type HistoryRow, historyTable, type MarketRow, marketsTable } from '../../schemas/polybench.js';
import { type Row, rowCheck } from '../../schemas/table.js';
import type { Violation } from '../dataset.js';
import { figuresProblem, type HistorySums, pointProblem, ruleProblem, withPoint } from './market-check.js';
import type { PolybenchParameters } from './parameters.js';

type Rows = (table: string) => AsyncIterable<Row>;

const isMarket = rowCheck(marketsTable);
const isPoint = rowCheck(historyTable);

/**
 * Re-checks published rows: every figure of a market against its history, the order of rows, the rules that rows alone
 * can show, and the rules over events. Rows may come split by split.
 */
export async function* checkPolybench(
  rows: Rows,
  parameters: PolybenchParameters,
): AsyncGenerator<Violation> {
  const markets = new Map<string, MarketRow>();
  yield* readMarkets(rows, markets);
  const sums = new Map<string, HistorySums>();
  yield* readHistory(rows, markets, sums);
  for (const market of markets.values()) {
    yield* named(
      market.market_id,
      'figures_follow_history',
      figuresProblem(market, sums.get(market.market_id), parameters),
    );
    yield* named(
      market.market_id,
      'market_keeps_rules',
      ruleProblem(market, sums.get(market.market_id), parameters),
    );
  }
  yield* checkEvents(markets.values(), parameters);
}

function* named(id: string, check: string, detail: string | undefined): Generator<Violation> {
  if (detail !== undefined) yield { check, id, detail };
}

async function* readMarkets(rows: Rows, markets: Map<string, MarketRow>): AsyncGenerator<Violation> {
  const last = new Map<string, string>();
  const conditions = new Set<string>();
  for await (const row of rows('markets')) {
    const id = String(row.market_id);
    if (!isMarket.safeParse(row).success) {
      yield { check: 'row_valid', id, detail: 'the row does not have the declared columns and types' };
      continue;
    }
    const market = row as MarketRow;
    const before = last.get(market.split);
    if (before !== undefined && compareIds(before, id) >= 0)
      yield { check: 'rows_in_order', id, detail: `comes after ${before}` };
    if (markets.has(id) || conditions.has(market.condition_id))
      yield {
        check: 'market_once',
        id,
        detail: `the market or condition ${market.condition_id} is there twice`,
      };
    last.set(market.split, id);
    conditions.add(market.condition_id);
    markets.set(id, market);
  }
}

async function* readHistory(
  rows: Rows,
  markets: ReadonlyMap<string, MarketRow>,
  sums: Map<string, HistorySums>,
): AsyncGenerator<Violation> {
  const last = new Map<string, string>();
  for await (const row of rows('history')) {
    const id = String(row.market_id);
    const market = markets.get(id);
    if (!isPoint.safeParse(row).success) {
      yield {
        check: 'row_valid',
        id,
        detail: `history of ${String(row.date)}: not the declared columns and types`,
      };
      continue;
    }
    const point = row as HistoryRow;
    const before = last.get(point.split);
    if (before !== undefined && compareIds(before, id) > 0)
      yield { check: 'rows_in_order', id, detail: `history comes after ${before}` };
    last.set(point.split, id);
    if (market === undefined) yield { check: 'history_has_market', id, detail: 'history without a market' };
    else yield* named(id, 'history_point_valid', addPoint(point, market, sums));
  }
}

/** Says what is wrong with a point, or adds it to the sums. */
function addPoint(point: HistoryRow, market: MarketRow, sums: Map<string, HistorySums>): string | undefined {
  const known = sums.get(point.market_id);
  const problem = pointProblem(point, market, known?.last);
  if (problem === undefined) sums.set(point.market_id, withPoint(known, point, market));
  return problem;
}

function* checkEvents(markets: Iterable<MarketRow>, parameters: PolybenchParameters): Generator<Violation> {
  const events = new Map<string, MarketRow[]>();
  for (const market of markets) {
    const legs = events.get(market.event_id);
    if (legs === undefined) events.set(market.event_id, [market]);
    else legs.push(market);
  }
  for (const [event, legs] of events) {
    const ids = legs.map((leg) => leg.market_id).join(', ');
    if (legs.length > parameters.maxLegsPerEvent)
      yield { check: 'event_cap', id: event, detail: `${legs.length} legs: ${ids}` };
    if (new Set(legs.map((leg) => leg.split)).size > 1)
      yield { check: 'event_in_one_split', id: event, detail: `legs in both splits: ${ids}` };
  }
}
