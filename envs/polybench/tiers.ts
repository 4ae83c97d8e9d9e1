import { costPerShare, dailyCapacity, SIDES } from '../../scoring/polybench/index.js';
import { isTradeable, type Market } from './market.js';
import type { Rules } from './rules.js';

/** When the forecaster's clock starts, by name. */
export interface Tier {
  name: string;
  /** Days after the market's first. */
  startOffsetDays: number;
}

/** The names and offsets of the published tiers are not known: one that gives the whole life of a market. */
export const DEFAULT_TIERS: readonly Tier[] = [{ name: 'full', startOffsetDays: 0 }];

/** The day on which a tier's clock starts for a market. */
export function startDay(market: Market, tier: Tier): number {
  return market.windowStart + tier.startOffsetDays;
}

/**
 * Whether the forecaster takes a market: in every tier, some day from the tier's start until trading ends can fill the
 * least stake. On any other market every bet would be turned down in some tier.
 */
export function isPlayable(market: Market, tiers: readonly Tier[], rules: Rules): boolean {
  const fillable = market.points.filter(
    (point) =>
      isTradeable(point, point.day, market.future.resolutionDay) &&
      dailyCapacity(point.liquidityMicros, rules.fillCapAlpha) >= rules.minStakeMicros &&
      SIDES.some((side) => costPerShare(side, point.priceMicros, rules.takerFeeBps) < 1),
  );
  return tiers.every((tier) => fillable.some(({ day }) => day >= startDay(market, tier)));
}
