import { fromMicros, type Micros, toMicros } from '../../common/micros.js';
import { numberOfDay, utcDay } from '../../common/time.js';
import type { HistoryRow, MarketRow } from '../../schemas/polybench.js';
import { capacityMicros, reachesBankroll } from './market-rules.js';
import type { PolybenchParameters } from './parameters.js';

/** What the history says of a market. */
export interface HistorySums {
  first: HistoryRow;
  last: HistoryRow;
  tradeable: number;
  volume: Micros;
  tradeableLiquidity: Micros;
}

/** The sums with one point more; `before` is undefined at the first. The point is a valid one (`pointProblem`). */
export function withPoint(
  before: HistorySums | undefined,
  point: HistoryRow,
  market: MarketRow,
): HistorySums {
  const { first, tradeable, volume, tradeableLiquidity } = before ?? {
    first: point,
    tradeable: 0,
    volume: 0,
    tradeableLiquidity: 0,
  };
  const isTradeable = point.date < market.resolution_date;
  return {
    first,
    last: point,
    tradeable: tradeable + Number(isTradeable),
    volume: volume + toMicros(point.volume),
    tradeableLiquidity: tradeableLiquidity + (isTradeable ? toMicros(point.liquidity) : 0),
  };
}

/** What is wrong with a point that follows `before` in its market; undefined where nothing is. */
export function pointProblem(
  point: HistoryRow,
  market: MarketRow,
  before: HistoryRow | undefined,
): string | undefined {
  const broken = brokenPoint(point, before);
  if (broken !== undefined) return broken;
  const at = `on ${point.date}`;
  if (point.split !== market.split) return `${at} is in ${point.split}, its market in ${market.split}`;
  if (point.liquidity > point.volume) return `${at}: liquidity ${point.liquidity} of volume ${point.volume}`;
  if (point.date > market.resolution_date) return `${at} is after ${market.resolution_date}`;
  const odd = [point.price, point.volume, point.liquidity].find((value) => !hasSixDecimals(value));
  return odd === undefined ? undefined : `${at}: ${odd} has more than six decimals`;
}

/** What makes a point unusable, whoever made it: no day, a day out of order, an impossible price or amount. */
function brokenPoint(
  { date, price, volume, liquidity }: Pick<HistoryRow, 'date' | 'price' | 'volume' | 'liquidity'>,
  before: { date: string } | undefined,
): string | undefined {
  const at = `on ${date}`;
  if (numberOfDay(date) === undefined) return `${at}: that is no day`;
  if (before !== undefined && before.date >= date) return `${at} comes after ${before.date}`;
  if (!(price >= 0 && price <= 1)) return `${at}: price ${price}`;
  if (!isAmount(volume)) return `${at}: volume ${volume}`;
  return isAmount(liquidity) ? undefined : `${at}: liquidity ${liquidity}`;
}

function isAmount(usd: number): boolean {
  return usd >= 0 && Number.isSafeInteger(Math.round(usd * 1e6));
}

function hasSixDecimals(value: number): boolean {
  return fromMicros(toMicros(value)) === value;
}

/**
 * Which figure of a market is not the one that its history gives. Without parameters the part of liquidity that counts
 * as capacity is not known: capacity is then any part of it.
 */
export function figuresProblem(
  market: MarketRow,
  sums: HistorySums | undefined,
  parameters: PolybenchParameters | undefined,
): string | undefined {
  if (sums === undefined) return 'no history';
  const expected = {
    window_start: sums.first.date,
    start_price: sums.first.price,
    tradeable_days: sums.tradeable,
    volume_usd: fromMicros(sums.volume),
    capacity_usd: expectedCapacity(market, sums, parameters),
    resolution_date: utcDay(market.trading_ends_at),
  };
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const wrong = names.find((name) => market[name] !== expected[name]);
  return wrong === undefined
    ? undefined
    : `${wrong} is ${market[wrong]}, the history says ${expected[wrong]}`;
}

function expectedCapacity(
  { capacity_usd: capacity }: MarketRow,
  { tradeableLiquidity }: HistorySums,
  parameters: PolybenchParameters | undefined,
): number {
  if (parameters !== undefined) return fromMicros(capacityMicros(tradeableLiquidity, parameters));
  return Math.min(Math.max(capacity, 0), fromMicros(tradeableLiquidity));
}

/** Which of the rules that a published row has to keep by itself it breaks. */
export function ruleProblem(
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

/**
 * The first thing that is wrong with one market and its history, by the checks of publishing; undefined where nothing
 * is. Without the parameters of a version the rules that depend on them are not checked.
 */
export function marketProblem(
  market: MarketRow,
  history: readonly HistoryRow[],
  parameters: PolybenchParameters | undefined,
): string | undefined {
  let sums: HistorySums | undefined;
  for (const point of history) {
    const problem = pointProblem(point, market, sums?.last);
    if (problem !== undefined) return `history ${problem}`;
    sums = withPoint(sums, point, market);
  }
  const wrong = figuresProblem(market, sums, parameters);
  if (wrong !== undefined || parameters === undefined) return wrong;
  return ruleProblem(market, sums, parameters);
}

/**
 * The first thing for which a market that belongs to no version cannot be played: points that are none or not in order,
 * or days that contradict each other. What only sums the history up may be that of another selection.
 */
export function timelineProblem(
  market: Pick<MarketRow, 'window_start' | 'resolution_date' | 'trading_ends_at'>,
  history: readonly Pick<HistoryRow, 'date' | 'price' | 'volume' | 'liquidity'>[],
): string | undefined {
  for (const [index, point] of history.entries()) {
    const problem = brokenPoint(point, history[index - 1]);
    if (problem !== undefined) return `history ${problem}`;
  }
  const [first] = history;
  if (first === undefined) return 'no history';
  if (market.window_start !== first.date)
    return `window_start is ${market.window_start}, the history begins on ${first.date}`;
  const ends = utcDay(market.trading_ends_at);
  return market.resolution_date === ends
    ? undefined
    : `resolution_date is ${market.resolution_date}, trading ends on ${ends}`;
}
