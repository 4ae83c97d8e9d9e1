import type { Micros } from '../../common/micros.js';
import { fromMicros } from '../../common/micros.js';
import { POLYBENCH_RULES } from '../../scoring/polybench/fill.js';

/** The constants of the money rules; each is part of every task's specification. */
export interface Rules {
  /** Share of a day's liquidity that bets of that day may fill. */
  fillCapAlpha: number;
  /** Hundredths of a percent of the quote. */
  takerFeeBps: number;
  minStakeMicros: Micros;
  bankrollMicros: Micros;
}

/** The card's constants where it names them; fee and least stake are not published (`polybench_rules@1`). */
export const DEFAULT_RULES: Rules = {
  fillCapAlpha: 0.25,
  takerFeeBps: 0,
  minStakeMicros: 1_000_000,
  bankrollMicros: 10_000_000_000,
};

/** The rules as they stand in a specification; amounts in dollars. */
export function rulesSpec(rules: Rules): Record<string, unknown> {
  return {
    rules: POLYBENCH_RULES,
    bankroll: fromMicros(rules.bankrollMicros),
    fill_cap_alpha: rules.fillCapAlpha,
    taker_fee_bps: rules.takerFeeBps,
    min_stake: fromMicros(rules.minStakeMicros),
  };
}
