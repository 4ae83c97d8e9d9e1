import { SECONDS_PER_DAY } from '../../../common/time.js';
import type { Random } from '../random.js';
import { dayIndex, secondsOf, WORLD_NOW } from './calendar.js';
import type { EventDraft, MarketDraft, Trade } from './model.js';
import { singlePath } from './path.js';
import { makeTrade, type TradeInput } from './trades.js';

const DOLLAR = 1_000_000;

/** What a draft is made from; everything else of MarketDraft may be given too. */
export interface DraftOptions extends Partial<MarketDraft> {
  /** Second of opening. */
  open: number;
  /** Second of resolution; null while open. */
  close: number | null;
  /** The same quote, in micro-dollars, on every midnight. */
  flat?: number;
  /** Start of a path that ends near the outcome, where `flat` and `path` are absent. */
  start?: number;
  lateness?: number;
  /** Cash of the generated rows in dollars. */
  usd?: number;
}

/** Midnights after opening, the closing day's included. */
function nightsBetween(open: number, close: number | null): number {
  return Math.max(0, dayIndex(close ?? WORLD_NOW) - dayIndex(open));
}

/** A market draft with the usual record, a path and no hand-placed rows. */
export function draftMarket(random: Random, options: DraftOptions): MarketDraft {
  const { open, close, flat, start = 0.45, lateness = 4, usd = 0, ...rest } = options;
  const winner = options.winner ?? random.pick(['YES', 'NO'] as const);
  const nights = nightsBetween(open, close);
  const path =
    flat === undefined
      ? singlePath(random.fork('path'), { nights, start, winner, lateness })
      : Array.from({ length: nights }, () => flat);
  return {
    openedAt: open,
    closedAt: close,
    path,
    openMicros: flat ?? start * DOLLAR,
    closeMicros: flat ?? (winner === 'YES' ? 0.98 : 0.02) * DOLLAR,
    rows: 0,
    cashMicros: usd * DOLLAR,
    extras: [],
    patch: {},
    paging: 'plain',
    traps: [],
    ...rest,
    winner,
  };
}

/** An event around its legs, with tags and without anything unusual. */
export function draftEvent(legs: readonly MarketDraft[], options: Partial<EventDraft> = {}): EventDraft {
  return { legs, negRisk: false, listed: true, patch: {}, tagged: true, ...options };
}

/** What a recipe has to hand. */
export interface Kit {
  random: Random;
  /** 0 for the first copy of the recipe, and so on. */
  copy: number;
}

/** The second of day `day` shifted by nine days for each further copy. */
export function shifted(kit: Kit, day: string, clock = '14:30:00'): number {
  return secondsOf(day, clock) + kit.copy * 9 * SECONDS_PER_DAY;
}

/** A market of 20 days that closes in summer 2026 with far more than enough liquidity. */
export function liquid(kit: Kit, options: Partial<DraftOptions> = {}): MarketDraft {
  const close = shifted(kit, '2026-07-05');
  return draftMarket(kit.random, {
    open: close - 20 * SECONDS_PER_DAY - 3_600,
    close,
    rows: 60,
    usd: 180_000,
    lateness: 6,
    ...options,
  });
}

/** A market of 20 days that closed in January 2026, before liquidity was asked for, with little cash. */
export function thin(kit: Kit, options: Partial<DraftOptions> = {}): MarketDraft {
  const close = shifted(kit, '2026-01-08');
  return draftMarket(kit.random, {
    open: close - 18 * SECONDS_PER_DAY - 7_200,
    close,
    rows: 24,
    usd: 3_000,
    ...options,
  });
}

/** A row placed by hand; its transaction is its own unless it is named. */
export function place(input: Omit<TradeInput, 'transaction'> & { transaction?: string }): Trade {
  const own = `placed.${input.at}.${input.sizeMicros}.${input.priceMicros}.${input.token ?? 'yes'}`;
  return makeTrade({ transaction: own, ...input });
}

/** A row worth exactly this many micro-dollars, at 50 cents. */
export function placeCash(at: number, usdMicros: number): Trade {
  return place({ at, priceMicros: 500_000, sizeMicros: 2 * usdMicros });
}

/** A list as Gamma sends it: JSON inside a string, with a blank after each comma. */
export function jsonList(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}
