import { fromMicros, type Micros } from '../../common/micros.js';
import { dayOfNumber, formatInstant } from '../../common/time.js';
import { type Fill, quoteOf } from '../../scoring/polybench/index.js';
import { shown } from './amounts.js';
import { cash, openStakes, type Position, realizedBankroll, spendable } from './book.js';
import { capacityLeft, type Game, type Resolved } from './game.js';
import type { DayPoint, MarketView } from './market.js';
import type { Rules } from './rules.js';

/** A market in a list: what is known of it today, and nothing of its future. */
export function showMarket(view: MarketView, game: Game, rules: Rules): Record<string, unknown> {
  const { market, points, tradeable, ending } = view;
  const last = points.at(-1);
  const held = game.book.positions.filter(({ marketId }) => marketId === market.id);
  return {
    market_id: market.id,
    question: market.question,
    description: market.description,
    category: market.category,
    tags: market.tags,
    event_id: market.eventId,
    yes_label: market.yesLabel,
    opened_at: market.openedAt === null ? null : formatInstant(market.openedAt),
    end_date: market.endDate === null ? null : formatInstant(market.endDate),
    status: ending ? 'resolved' : 'unresolved',
    ...(ending ? { outcome: ending.outcome, trading_ended_at: formatInstant(ending.tradingEndsAt) } : {}),
    yes_price: last ? fromMicros(last.priceMicros) : null,
    price_date: last ? dayOfNumber(last.day) : null,
    fillable_today: tradeable ? fromMicros(capacityLeft(game, market.id, tradeable, rules)) : 0,
    positions: held.map((position) => showPosition(position, last)),
  };
}

/** A day of a market's history. */
export function showPoint(point: DayPoint): Record<string, unknown> {
  return {
    date: dayOfNumber(point.day),
    yes_price: fromMicros(point.priceMicros),
    volume: fromMicros(point.volumeMicros),
    liquidity: fromMicros(point.liquidityMicros),
  };
}

/** Cash and positions in sum; `marked_to_market` is for display and never enters the reward. */
export function showBankroll(
  game: Game,
  lastPoint: (marketId: string) => DayPoint | undefined,
): Record<string, unknown> {
  const values = game.book.positions.map((position) => marketValue(position, lastPoint(position.marketId)));
  return {
    cash: fromMicros(spendable(game.book)),
    open_at_cost: fromMicros(openStakes(game.book)),
    realized_bankroll: shown(realizedBankroll(game.book)),
    marked_to_market: shown(values.reduce((sum, value) => sum + value, cash(game.book))),
  };
}

/** What became of a bet. */
export function showFill(fill: Fill): Record<string, unknown> {
  return {
    opened: fill.opened,
    reason: fill.refusal ?? null,
    requested: fromMicros(fill.filledMicros + fill.unfilledMicros),
    filled: fromMicros(fill.filledMicros),
    unfilled: fromMicros(fill.unfilledMicros),
    capacity_left_today: fromMicros(fill.capacityLeftMicros),
    cost_per_share: shown(fill.costPerShare),
    shares: shown(fill.shares),
  };
}

/** The same for a market that cannot be traded today: it has no quote of its own day, or trading may be over. */
export function showNoFill(stakeMicros: Micros): Record<string, unknown> {
  return {
    opened: false,
    reason: 'not_tradeable_today',
    requested: fromMicros(stakeMicros),
    filled: 0,
    unfilled: fromMicros(stakeMicros),
    capacity_left_today: 0,
    cost_per_share: null,
    shares: 0,
  };
}

/** A market that resolved, with what its positions paid. */
export function showResolved({ market, outcome, settlements }: Resolved): Record<string, unknown> {
  return {
    market_id: market.id,
    question: market.question,
    outcome,
    positions: settlements.map((settlement) => ({
      side: settlement.side,
      stake: fromMicros(settlement.stakeMicros),
      shares: shown(settlement.shares),
      payout: shown(settlement.payout),
      profit: shown(settlement.payout - fromMicros(settlement.stakeMicros)),
    })),
  };
}

function showPosition(position: Position, last: DayPoint | undefined): Record<string, unknown> {
  return {
    side: position.side,
    stake: fromMicros(position.stakeMicros),
    shares: shown(position.shares),
    marked_to_market: shown(marketValue(position, last)),
  };
}

/** Shares at the side's last known quote, in dollars. Every market has a quote from its first day on. */
function marketValue({ side, shares }: Position, last: DayPoint | undefined): number {
  const quote: Micros = last ? quoteOf(side, last.priceMicros) : 0;
  return shares * fromMicros(quote);
}
