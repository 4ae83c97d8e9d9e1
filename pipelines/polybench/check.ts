import { fromMicros, type Micros, toMicros } from '../../common/micros.js';
import { compareIds } from '../../common/order.js';
import { utcDay } from '../../common/time.js';
import { type HistoryRow, historyTable, type MarketRow, marketsTable } from '../../schemas/polybench.js';
import { type Row, rowCheck } from '../../schemas/table.js';
import type { Violation } from '../dataset.js';
import { capacityMicros, reachesBankroll } from './market-rules.js';
import type { PolybenchParameters } from './parameters.js';

type Rows = (table: string) => AsyncIterable<Row>;

const isMarket = rowCheck(marketsTable);
const isPoint = rowCheck(historyTable);

/** What the history says of a market. */
interface HistorySums {
  first: HistoryRow;
  last: HistoryRow;
  tradeable: number;
  volume: Micros;
  tradeableLiquidity: Micros;
}

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

/** Adds a point to the sums; says what is wrong with it. */
function addPoint(point: HistoryRow, market: MarketRow, sums: Map<string, HistorySums>): string | undefined {
  const known = sums.get(point.market_id);
  const own = known ?? { first: point, last: point, tradeable: 0, volume: 0, tradeableLiquidity: 0 };
  const problem = pointProblem(point, market, known?.last);
  own.last = point;
  own.volume += toMicros(point.volume);
  if (point.date < market.resolution_date) {
    own.tradeable += 1;
    own.tradeableLiquidity += toMicros(point.liquidity);
  }
  sums.set(point.market_id, own);
  return problem;
}

function pointProblem(
  point: HistoryRow,
  market: MarketRow,
  before: HistoryRow | undefined,
): string | undefined {
  const at = `on ${point.date}`;
  if (point.split !== market.split) return `${at} is in ${point.split}, its market in ${market.split}`;
  if (before !== undefined && before.date >= point.date) return `${at} comes after ${before.date}`;
  if (!(point.price >= 0 && point.price <= 1)) return `${at}: price ${point.price}`;
  if (!(point.liquidity >= 0 && point.liquidity <= point.volume))
    return `${at}: liquidity ${point.liquidity} of volume ${point.volume}`;
  if (point.date > market.resolution_date) return `${at} is after ${market.resolution_date}`;
  const odd = [point.price, point.volume, point.liquidity].find((value) => !hasSixDecimals(value));
  return odd === undefined ? undefined : `${at}: ${odd} has more than six decimals`;
}

function hasSixDecimals(value: number): boolean {
  return fromMicros(toMicros(value)) === value;
}

function figuresProblem(
  market: MarketRow,
  sums: HistorySums | undefined,
  parameters: PolybenchParameters,
): string | undefined {
  if (sums === undefined) return 'no history';
  const expected = {
    window_start: sums.first.date,
    start_price: sums.first.price,
    tradeable_days: sums.tradeable,
    volume_usd: fromMicros(sums.volume),
    capacity_usd: fromMicros(capacityMicros(sums.tradeableLiquidity, parameters)),
    resolution_date: utcDay(market.trading_ends_at),
  };
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const wrong = names.find((name) => market[name] !== expected[name]);
  return wrong === undefined
    ? undefined
    : `${wrong} is ${market[wrong]}, the history says ${expected[wrong]}`;
}

/** The rules that a published row has to keep by itself. */
function ruleProblem(
  market: MarketRow,
  sums: HistorySums | undefined,
  parameters: PolybenchParameters,
): string | undefined {
  const { corpusStart, corpusEnd, uncertainLow, uncertainHigh, minTradeableDays } = parameters;
  if (market.resolution_date < corpusStart || market.resolution_date > corpusEnd)
    return `resolves on ${market.resolution_date}, outside the corpus window`;
  if (market.window_start < corpusStart) return `starts on ${market.window_start}, before ${corpusStart}`;
  if (market.start_price < uncertainLow || market.start_price > uncertainHigh)
    return `start price ${market.start_price}`;
  if (market.tradeable_days < minTradeableDays) return `${market.tradeable_days} tradeable days`;
  const isBound = market.resolution_date >= parameters.liquidityRuleFrom;
  if (isBound && sums !== undefined && !reachesBankroll(sums.tradeableLiquidity, parameters))
    return `capacity ${market.capacity_usd} is below ${parameters.bankroll}`;
  return undefined;
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
