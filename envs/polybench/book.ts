import { fromMicros, MICROS_PER_UNIT, type Micros } from '../../common/micros.js';
import { type MarketOutcome, payout, type Side } from '../../scoring/polybench/index.js';

/** All bets on one side of one market, pooled. */
export interface Position {
  marketId: string;
  side: Side;
  /** Filled so far, fee included. */
  stakeMicros: Micros;
  /** Not rounded. */
  shares: number;
}

/** Cash and open positions. Stakes are whole millionths; what positions paid is an unrounded sum of dollars. */
export interface Book {
  bankrollMicros: Micros;
  /** All stakes that were ever filled. */
  stakedMicros: Micros;
  /** Dollars paid by settled positions. */
  paid: number;
  /** In the order of their first bets. */
  positions: readonly Position[];
}

/** A position that was settled. */
export interface Settlement extends Position {
  /** Dollars. */
  payout: number;
}

/** A book with nothing but cash. */
export function openBook(bankrollMicros: Micros): Book {
  return { bankrollMicros, stakedMicros: 0, paid: 0, positions: [] };
}

/** Cash in dollars. */
export function cash(book: Book): number {
  return fromMicros(book.bankrollMicros - book.stakedMicros) + book.paid;
}

/** Whole millionths that may be staked: what is shown as cash. */
export function spendable(book: Book): Micros {
  return book.bankrollMicros - book.stakedMicros + Math.floor(book.paid * MICROS_PER_UNIT);
}

/** Open stakes at cost. */
export function openStakes(book: Book): Micros {
  return book.positions.reduce((sum, { stakeMicros }) => sum + stakeMicros, 0);
}

/** The realized bankroll W in dollars: cash, and open stakes at cost. */
export function realizedBankroll(book: Book): number {
  return fromMicros(book.bankrollMicros - book.stakedMicros + openStakes(book)) + book.paid;
}

/** Adds a filled bet to the position of its market and side. */
export function addToPosition(book: Book, bet: Position): Book {
  const same = ({ marketId, side }: Position) => marketId === bet.marketId && side === bet.side;
  const stakedMicros = book.stakedMicros + bet.stakeMicros;
  if (!book.positions.some(same)) return { ...book, stakedMicros, positions: [...book.positions, bet] };
  const pool = (position: Position) => ({
    ...position,
    stakeMicros: position.stakeMicros + bet.stakeMicros,
    shares: position.shares + bet.shares,
  });
  return {
    ...book,
    stakedMicros,
    positions: book.positions.map((position) => (same(position) ? pool(position) : position)),
  };
}

/** Pays the positions of a market that resolved and takes them out. */
export function settleMarket(
  book: Book,
  marketId: string,
  outcome: MarketOutcome,
): { book: Book; settlements: readonly Settlement[] } {
  const settlements = book.positions
    .filter((position) => position.marketId === marketId)
    .map((position) => ({ ...position, payout: payout(position.side, position.shares, outcome) }));
  return {
    book: {
      ...book,
      paid: settlements.reduce((sum, settlement) => sum + settlement.payout, book.paid),
      positions: book.positions.filter((position) => position.marketId !== marketId),
    },
    settlements,
  };
}
