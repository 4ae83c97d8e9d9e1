import { SECONDS_PER_DAY } from '../../../common/time.js';
import { createRandom, type Random } from '../random.js';
import { dayIndex } from './calendar.js';
import type { Market, Trade } from './model.js';
import { lastSecond, midpointAt } from './series.js';
import { makeTrade } from './trades.js';

const UNIT = 1_000_000;
/** Wire fields of the rows whose outcome v2 does not know. */
export const UNNAMED: Readonly<Record<string, string>> = {
  outcome: '""',
  outcome_index: '999',
  event_slug: '""',
};

/** Which rows an answer may hold before filters of its own. */
export interface TapeView {
  makers: boolean;
  dust: boolean;
}

/** Generated taker rows and their cash, by day from `firstDay` on. */
export interface TapePlan {
  firstDay: number;
  rows: readonly number[];
  cashMicros: readonly number[];
}

/** Spreads a market's rows and cash over its days; the rows sum to `market.rows` exactly. */
export function planTape(market: Market): TapePlan {
  const firstDay = dayIndex(market.openedAt);
  const lastDay = dayIndex(lastSecond(market) - 1);
  const random = createRandom(`${market.tapeName}/days`);
  const weights = Array.from({ length: lastDay - firstDay + 1 }, (_, at) => {
    const [from, to] = spanOf(market, firstDay + at);
    return ((to - from) / SECONDS_PER_DAY) * random.real(0.5, 1.5);
  });
  const rows = split(market.rows, weights);
  const worth = rows.map((count) => count * random.real(0.6, 1.4));
  const total = worth.reduce((sum, value) => sum + value, 0);
  const cashMicros = worth.map((value) => (total === 0 ? 0 : (market.cashMicros * value) / total));
  return { firstDay, rows, cashMicros };
}

/** Whole numbers in proportion to the weights that sum to the total, by cumulative rounding. */
export function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let weight = 0;
  let given = 0;
  return weights.map((own) => {
    weight += own;
    const upTo = sum === 0 ? 0 : Math.round((total * weight) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** First second and end (excluded) of the market's trading on a day. */
function spanOf(market: Market, day: number): readonly [number, number] {
  const from = Math.max(day * SECONDS_PER_DAY, market.openedAt);
  return [from, Math.max(from, Math.min((day + 1) * SECONDS_PER_DAY, lastSecond(market)))];
}

/** The days that have rows, newest first, with the number of rows that the view shows; nothing is generated. */
export function dayCounts(market: Market, view: TapeView): { day: number; count: number }[] {
  const plan = planTape(market);
  const counts = new Map<number, number>();
  plan.rows.forEach((rows, at) => {
    if (rows > 0) counts.set(plan.firstDay + at, rows + (view.makers ? rows + Math.ceil(rows / 3) : 0));
  });
  for (const trade of market.extras) {
    const day = dayIndex(trade.at);
    if (isVisible(trade, view)) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => b.day - a.day);
}

/** Whether the view shows the row. */
export function isVisible(trade: Trade, view: TapeView): boolean {
  return trade.role === 'taker' || (trade.role === 'maker' ? view.makers : view.dust);
}

/** The rows of one day that the view shows, newest first; they depend on the market and the day alone. */
export function dayBlock(market: Market, day: number, view: TapeView, plan = planTape(market)): Trade[] {
  const at = day - plan.firstDay;
  const generated = dayRows(market, day, plan.rows[at] ?? 0, plan.cashMicros[at] ?? 0, view.makers);
  const placed = market.extras.filter((trade) => dayIndex(trade.at) === day && isVisible(trade, view));
  return [...generated, ...placed].sort((a, b) => a.at - b.at).reverse();
}

function dayRows(
  market: Market,
  day: number,
  count: number,
  cashMicros: number,
  withMakers: boolean,
): Trade[] {
  if (count === 0) return [];
  const random = createRandom(`${market.tapeName}/tape/${day}`);
  const times = rowTimes(random, spanOf(market, day), count);
  const weights = times.map(() => Math.exp(random.normal(0, 0.8)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const takers: Trade[] = [];
  times.forEach((at, index) => {
    const slot = { day, index, at, before: index % 9 === 1 ? takers.at(-1) : undefined };
    takers.push(takerRow(random, market, slot, (cashMicros * (weights[index] ?? 0)) / total));
  });
  return withMakers
    ? takers.flatMap((taker, index) => [taker, ...makerRows(taker, makersOf(index))])
    : takers;
}

/** Sorted seconds; of a whole day with at least four rows the first is 00:00:00 and the last 23:59:59. */
function rowTimes(random: Random, [from, to]: readonly [number, number], count: number): number[] {
  const times = Array.from({ length: count }, () => random.int(from, to - 1)).sort((a, b) => a - b);
  if (count < 4) return times;
  if (from % SECONDS_PER_DAY === 0) times[0] = from;
  if (to % SECONDS_PER_DAY === 0) times[count - 1] = to - 1;
  return times;
}

const makersOf = (index: number): number => (index % 3 === 0 ? 2 : 1);

interface Slot {
  day: number;
  index: number;
  at: number;
  /** The row of the same transaction that came before: same wallet, token and side, another size. */
  before: Trade | undefined;
}

function takerRow(random: Random, market: Market, slot: Slot, cashMicros: number): Trade {
  const at = slot.before?.at ?? slot.at;
  const token = slot.before?.token ?? (random.chance(0.4) ? 'no' : 'yes');
  const yes = tradePrice(random, midpointAt(market, at));
  const priceMicros = token === 'yes' ? yes : UNIT - yes;
  const sizeMicros = roundSize(random, (cashMicros / priceMicros) * UNIT);
  return makeTrade({
    at,
    token,
    side: slot.before?.side ?? (random.chance(0.7) ? 'BUY' : 'SELL'),
    priceMicros,
    sizeMicros: slot.before?.sizeMicros === sizeMicros ? sizeMicros + UNIT : sizeMicros,
    dustPico: slot.index % 5 === 2 ? random.int(-400_000, 400_000) : 0,
    wallet: slot.before?.wallet ?? random.int(1, 60),
    transaction: slot.before?.transaction ?? `${slot.day}.${slot.index}`,
    ...(slot.index % 11 === 5 ? { wire: UNNAMED } : {}),
  });
}

/** A price on the tick within a cent or so of the midpoint. */
function tradePrice(random: Random, middle: number): number {
  const tick = middle < 40_000 || middle > 960_000 ? 1_000 : 10_000;
  const price = Math.round((middle + random.normal(0, 0.5) * tick) / tick) * tick;
  return Math.min(999_000, Math.max(1_000, price));
}

/** Whole shares, hundredths or millionths; never less than a share. */
function roundSize(random: Random, sizeMicros: number): number {
  const step = random.pick([UNIT, 10_000, 1]);
  return Math.max(UNIT, Math.round(sizeMicros / step) * step);
}

/** The maker side of a taker row: the same transaction seen from the others' books. */
function makerRows(taker: Trade, count: number): Trade[] {
  return Array.from({ length: count }, (_, part) =>
    makeTrade({
      at: taker.at,
      token: taker.token,
      side: taker.side === 'BUY' ? 'SELL' : 'BUY',
      priceMicros: taker.priceMicros,
      sizeMicros:
        count === 1 ? taker.sizeMicros : Math.max(10_000, Math.round(taker.sizeMicros / (part + 2))),
      wallet: taker.wallet + 100 * (part + 1),
      transaction: taker.transaction,
      role: 'maker',
      counted: false,
    }),
  );
}

/** A stretch of the tape, newest first, made from the blocks of its own days only. */
export function tapeSlice(market: Market, view: TapeView, start: number, count: number): Trade[] {
  const plan = planTape(market);
  const rows: Trade[] = [];
  let before = 0;
  for (const { day, count: ofDay } of dayCounts(market, view)) {
    const skip = Math.max(0, start - before);
    if (skip < ofDay && rows.length < count) {
      rows.push(...dayBlock(market, day, view, plan).slice(skip, skip + count - rows.length));
    }
    before += ofDay;
    if (rows.length >= count) break;
  }
  return rows;
}

/** Rows that the view shows; nothing is generated. */
export function tapeLength(market: Market, view: TapeView): number {
  return dayCounts(market, view).reduce((sum, { count }) => sum + count, 0);
}
