/** The reward of a lost bankroll, and the least there is. */
export const REWARD_FLOOR = -1000;

/** Percent-like units: a hundred times the natural logarithm. */
const SCALE = 100;

/**
 * R(W) = max(-1000, 100 ln(W / W0)): log-growth of the realized bankroll W in dollars (cash, and open stakes at cost)
 * since the start. W <= 0 scores the floor, and so does any W up to W0 e^-10. RangeError where W is no finite
 * number or W0 is not positive and finite.
 */
export function logGrowthReward(bankroll: number, initial: number): number {
  if (!Number.isFinite(bankroll) || !(initial > 0 && initial < Number.POSITIVE_INFINITY))
    throw new RangeError(`no growth from ${initial} to ${bankroll}`);
  return bankroll <= 0 ? REWARD_FLOOR : Math.max(REWARD_FLOOR, SCALE * Math.log(bankroll / initial));
}

/**
 * What one advance of the clock pays: R(after) - R(before). Over an episode these add up to R(final). It is 0 where
 * nothing settled.
 */
export function advanceReward(before: number, after: number, initial: number): number {
  return logGrowthReward(after, initial) - logGrowthReward(before, initial);
}
