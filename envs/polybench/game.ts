import { fromMicros, type Micros } from '../../common/micros.js';
import { compareIds } from '../../common/order.js';
import {
  advanceReward,
  dailyCapacity,
  type Fill,
  fillBet,
  type Side,
} from '../../scoring/polybench/index.js';
import {
  addToPosition,
  type Book,
  openBook,
  realizedBankroll,
  type Settlement,
  settleMarket,
  spendable,
} from './book.js';
import type { DayPoint, Market } from './market.js';
import type { Rules } from './rules.js';

/** The markets of one task and the span of its clock, in days since 1970-01-01. */
export interface Slate {
  markets: readonly Market[];
  startDay: number;
  /** One day after the last resolution: there the last market has settled. */
  endDay: number;
}

/** Where an episode stands. A new value with every step; nothing is changed in place. */
export interface Game {
  /** Simulated today, 00:00 UTC. */
  day: number;
  book: Book;
  /** Filled today by market, both sides together. */
  usedToday: ReadonlyMap<string, Micros>;
}

/** A market that resolved while the clock moved, and what its positions paid. */
export interface Resolved {
  market: Market;
  outcome: Side;
  settlements: readonly Settlement[];
}

/** A slate whose clock starts on a day, or on the first day of its earliest market. RangeError where it is empty. */
export function slateOf(markets: readonly Market[], startDay?: number): Slate {
  if (markets.length === 0) throw new RangeError('a slate needs a market');
  const last = Math.max(...markets.map(({ future }) => future.resolutionDay));
  const first = Math.min(...markets.map(({ windowStart }) => windowStart));
  return { markets, startDay: startDay ?? first, endDay: last + 1 };
}

/** The state at the start. */
export function startGame(slate: Slate, rules: Rules): Game {
  return { day: slate.startDay, book: openBook(rules.bankrollMicros), usedToday: new Map() };
}

/** What may still be filled today on a market whose point of today is given. */
export function capacityLeft(game: Game, marketId: string, point: DayPoint, rules: Rules): Micros {
  const used = game.usedToday.get(marketId) ?? 0;
  return Math.max(0, dailyCapacity(point.liquidityMicros, rules.fillCapAlpha) - used);
}

/** A bet on a market whose point of today is given. */
export interface Bet {
  marketId: string;
  side: Side;
  stakeMicros: Micros;
  point: DayPoint;
}

/**
 * Places a bet as far as it can be filled; it reveals nothing about the outcome. RangeError where the stake exceeds the
 * cash.
 */
export function placeBet(game: Game, bet: Bet, rules: Rules): { game: Game; fill: Fill } {
  if (bet.stakeMicros > spendable(game.book)) throw new RangeError('the stake exceeds the cash');
  const used = game.usedToday.get(bet.marketId) ?? 0;
  const fill = fillBet({
    stakeMicros: bet.stakeMicros,
    side: bet.side,
    yesQuoteMicros: bet.point.priceMicros,
    capacityMicros: dailyCapacity(bet.point.liquidityMicros, rules.fillCapAlpha),
    usedMicros: used,
    minStakeMicros: rules.minStakeMicros,
    takerFeeBps: rules.takerFeeBps,
  });
  if (!fill.opened) return { game, fill };
  const { marketId, side } = bet;
  const position = { marketId, side, stakeMicros: fill.filledMicros, shares: fill.shares };
  const usedToday = new Map(game.usedToday).set(marketId, used + fill.filledMicros);
  return { game: { ...game, book: addToPosition(game.book, position), usedToday }, fill };
}

/**
 * Moves the clock forward, no further than the slate's end, and settles what has resolved by then in the order of
 * resolution day and id. The reward is the change of the log-growth of the realized bankroll; 0 where nothing settled.
 */
export function advance(
  game: Game,
  slate: Slate,
  days: number,
): { game: Game; resolved: readonly Resolved[]; reward: number } {
  const day = Math.min(game.day + days, slate.endDay);
  const initial = fromMicros(game.book.bankrollMicros);
  let book = game.book;
  const resolved = resolvedBetween(slate, game.day, day).map((market) => {
    const settled = settleMarket(book, market.id, market.future.outcome);
    book = settled.book;
    return { market, outcome: market.future.outcome, settlements: settled.settlements };
  });
  const reward = advanceReward(realizedBankroll(game.book), realizedBankroll(book), initial);
  return { game: { day, book, usedToday: new Map() }, resolved, reward: reward === 0 ? 0 : reward };
}

/** Whether every market of the slate has settled. */
export function isOver(game: Game, slate: Slate): boolean {
  return game.day >= slate.endDay;
}

/** Markets that settle when the clock moves from one day to another. */
function resolvedBetween(slate: Slate, from: number, to: number): Market[] {
  return slate.markets
    .filter(({ future }) => future.resolutionDay >= from && future.resolutionDay < to)
    .sort((a, b) => a.future.resolutionDay - b.future.resolutionDay || compareIds(a.id, b.id));
}
