import { fromMicros, MICROS_PER_UNIT, type Micros, shareMicros } from '../../common/micros.js';

/** Name and version of the money rules below; part of a task's specification. */
export const POLYBENCH_RULES = 'polybench_rules@1';

export const SIDES = ['YES', 'NO'] as const;
export type Side = (typeof SIDES)[number];

/** RangeError for what is no side: it must not pass for the other one. */
export function checkSide(side: Side): void {
  if (!SIDES.includes(side)) throw new RangeError(`${side} is no side: YES or NO`);
}

/** A bet against one day of one market. Amounts and quotes in millionths of a dollar. */
export interface FillRequest {
  stakeMicros: Micros;
  side: Side;
  /** The day's own YES quote at 00:00 UTC. */
  yesQuoteMicros: Micros;
  /** What the day's capacity allows on this market, YES and NO together: `dailyCapacity`. */
  capacityMicros: Micros;
  /** What bets on this market have filled today, on both sides. */
  usedMicros: Micros;
  /** Bets that would fill less than this open nothing. */
  minStakeMicros: Micros;
  /** Taker fee in hundredths of a percent of the quote. */
  takerFeeBps: number;
}

/** Why nothing was opened. */
export type FillRefusal = 'untradeable_price' | 'below_min_stake';

/** What became of a bet. `filled + unfilled` is the stake; the unfilled part stays cash. */
export interface Fill {
  opened: boolean;
  refusal?: FillRefusal;
  filledMicros: Micros;
  unfilledMicros: Micros;
  /** Capacity left on this market today after the bet, both sides together. */
  capacityLeftMicros: Micros;
  /** Dollars a share, fee included; not rounded. */
  costPerShare: number;
  /** Shares bought, each worth one dollar if its side wins; not rounded. */
  shares: number;
}

/**
 * What may be filled on a market in a day: alpha times the liquidity of the day's own point, to the nearest millionth.
 * A day without a point of its own has no liquidity; an earlier point's is never granted again.
 */
export function dailyCapacity(liquidityMicros: Micros, fillCapAlpha: number): Micros {
  return shareMicros(liquidityMicros, fillCapAlpha);
}

/**
 * What a share of a side costs before the fee, in millionths: the YES quote, or one dollar minus it. RangeError for an
 * unknown side.
 */
export function quoteOf(side: Side, yesQuoteMicros: Micros): Micros {
  checkSide(side);
  return side === 'YES' ? yesQuoteMicros : MICROS_PER_UNIT - yesQuoteMicros;
}

/** Dollars a share: q (1 + fee), q the side's quote. There is no price impact. RangeError for an unknown side. */
export function costPerShare(side: Side, yesQuoteMicros: Micros, takerFeeBps: number): number {
  return fromMicros(quoteOf(side, yesQuoteMicros)) * (1 + takerFeeBps / 10_000);
}

/**
 * Fills a bet at the day's quote plus fee, as far as the day's capacity allows. Nothing opens where a share would cost
 * nothing, or a dollar or more, or where less than the least stake can be filled. RangeError for a stake that is not a
 * positive whole number of millionths, an unknown side, a quote outside [0,1], a negative amount or fee: what is no bet
 * is refused before.
 */
export function fillBet(request: FillRequest): Fill {
  checkRequest(request);
  const { stakeMicros, usedMicros, minStakeMicros } = request;
  const left = Math.max(0, request.capacityMicros - usedMicros);
  const fillable = Math.min(stakeMicros, left);
  const cost = costPerShare(request.side, request.yesQuoteMicros, request.takerFeeBps);
  const refusal = cost <= 0 || cost >= 1 ? 'untradeable_price' : below(fillable, minStakeMicros);
  const filledMicros = refusal === undefined ? fillable : 0;
  return {
    opened: refusal === undefined,
    ...(refusal === undefined ? {} : { refusal }),
    filledMicros,
    unfilledMicros: stakeMicros - filledMicros,
    capacityLeftMicros: left - filledMicros,
    costPerShare: cost,
    shares: refusal === undefined ? fromMicros(filledMicros) / cost : 0,
  };
}

function below(fillable: Micros, minStake: Micros): FillRefusal | undefined {
  return fillable < minStake || fillable === 0 ? 'below_min_stake' : undefined;
}

function checkRequest(request: FillRequest): void {
  const { stakeMicros, yesQuoteMicros, capacityMicros, usedMicros, minStakeMicros, takerFeeBps } = request;
  if (!Number.isSafeInteger(stakeMicros) || stakeMicros <= 0)
    throw new RangeError(`a stake of ${stakeMicros} millionths is no bet`);
  if (!Number.isSafeInteger(yesQuoteMicros) || yesQuoteMicros < 0 || yesQuoteMicros > MICROS_PER_UNIT)
    throw new RangeError(`${yesQuoteMicros} millionths are no quote`);
  for (const amount of [capacityMicros, usedMicros, minStakeMicros])
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new RangeError(`${amount} is no amount in millionths`);
  if (!(takerFeeBps >= 0 && takerFeeBps < Number.POSITIVE_INFINITY))
    throw new RangeError(`${takerFeeBps} is no fee`);
}
