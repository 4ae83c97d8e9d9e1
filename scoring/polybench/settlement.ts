import { fromMicros, type Micros } from '../../common/micros.js';
import { numberOfDay, type UtcDay } from '../../common/time.js';
import { checkSide, type Side } from './fill.js';

/** How a market ended. `HALF` pays both sides half; the published splits have none, other data may. */
export type MarketOutcome = Side | 'HALF';

/**
 * Dollars that a position pays: one a share for the winning side, a half where there is no winner. No fee. RangeError
 * for an unknown side or outcome.
 */
export function payout(side: Side, shares: number, outcome: MarketOutcome): number {
  checkSide(side);
  if (outcome === 'HALF') return shares / 2;
  checkSide(outcome);
  return side === outcome ? shares : 0;
}

/** What a position gained or lost, in dollars; `stakeMicros` is what was filled, fee included. */
export function profit(side: Side, shares: number, stakeMicros: Micros, outcome: MarketOutcome): number {
  return payout(side, shares, outcome) - fromMicros(stakeMicros);
}

/**
 * Whether a market has settled when the clock stands at 00:00 UTC of `clockDay`: from the first midnight after trading
 * ended on, so one day after `resolution_date`. RangeError where a text is no calendar day.
 */
export function hasSettled(resolutionDate: UtcDay, clockDay: UtcDay): boolean {
  const resolved = numberOfDay(resolutionDate);
  const clock = numberOfDay(clockDay);
  if (resolved === undefined || clock === undefined)
    throw new RangeError(`${resolutionDate} or ${clockDay} is no calendar day`);
  return clock > resolved;
}
