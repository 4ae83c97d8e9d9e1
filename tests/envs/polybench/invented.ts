import { numberOfDay } from '../../../common/time.js';
import type { Environment, Episode, ToolOutput } from '../../../envs/ors/environment.js';
import type { DayPoint, Market } from '../../../envs/polybench/market.js';
import { DEFAULT_RULES } from '../../../envs/polybench/rules.js';
import { inertWeb, type WebSource } from '../../../envs/web/source.js';

/** 2026-01-01. */
export const FIRST = numberOfDay('2026-01-01') ?? 0;

/** A day of an invented market: YES price and liquidity in dollars, or null for a day without a point. */
export type InventedDay = readonly [price: number, liquidity: number] | null;

/** A market whose days follow each other from FIRST + start on. */
export function inventMarket(
  id: string,
  days: readonly InventedDay[],
  {
    start = 0,
    resolves = days.length,
    hour = 12,
    outcome = 'YES' as 'YES' | 'NO',
    eventId = `event-${id}`,
  } = {},
): Market {
  const windowStart = FIRST + start;
  return {
    id,
    eventId,
    question: `Will invented thing ${id} happen?`,
    description: `Resolves YES when ${id} happens.`,
    category: null,
    tags: ['invented'],
    yesLabel: 'Yes',
    openedAt: (windowStart - 1) * 86_400_000_000,
    endDate: (windowStart + 400) * 86_400_000_000,
    windowStart,
    points: days.flatMap((day, index) => (day ? [point(windowStart + index, day)] : [])),
    future: {
      tradingEndsAt: ((windowStart + resolves) * 24 + hour) * 3_600_000_000,
      resolutionDay: windowStart + resolves,
      outcome,
    },
  };
}

function point(day: number, [price, liquidity]: readonly [number, number]): DayPoint {
  const liquidityMicros = Math.round(liquidity * 1e6);
  return {
    day,
    priceMicros: Math.round(price * 1e6),
    volumeMicros: liquidityMicros + 5_000_000,
    liquidityMicros,
  };
}

/** `count` equal days. */
export function sameDays(count: number, price: number, liquidity: number): InventedDay[] {
  return Array.from({ length: count }, () => [price, liquidity] as const);
}

export const optionsOf = (markets: readonly Market[], web: WebSource = inertWeb) => ({
  version: '2026-11-30',
  markets: new Map([['test', markets]]),
  rules: DEFAULT_RULES,
  web,
});

/** Opens the task at an index of the split `test`. */
export async function openTask(environment: Environment, index = 0): Promise<Player> {
  return new Player(await environment.open(environment.task('test', index), new Map()));
}

/** Calls tools of an episode and reads their results. */
export class Player {
  constructor(readonly episode: Episode) {}

  call(name: string, input: object = {}): Promise<ToolOutput> {
    return this.episode.call(name, input, new AbortController().signal);
  }

  /** The result as an agent reads it: the JSON text of the only block. */
  async read(name: string, input: object = {}): Promise<Record<string, unknown>> {
    const { blocks } = await this.call(name, input);
    return JSON.parse(String(blocks[0]?.text)) as Record<string, unknown>;
  }

  bet(marketId: string, side: string, stake: number): Promise<Record<string, unknown>> {
    return this.read('place_bet', { market_id: marketId, side, stake });
  }

  async reward(days: number): Promise<number | null> {
    return (await this.call('advance_time', { days })).reward;
  }
}
