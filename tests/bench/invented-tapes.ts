import { SECONDS_PER_DAY } from '../../common/time.js';
import { cashMicros, yesPriceMicros } from '../../pipelines/polybench/flow.js';
import type { Quote } from '../../pipelines/polybench/quotes.js';
import { emptyBatch, type TapeBatch } from '../../pipelines/polybench/tape-batch.js';

/** Days that a market trades, from 2026-02-01 on. */
const DAYS = 60;
const FIRST_DAY = 20_485;
/** Quotes in a hundred that are missing. */
const GAPS = 5;

/** A market with its quotes and as many trades as were asked for; equal for equal numbers. */
export interface InventedMarket {
  number: number;
  conditionId: string;
  yesToken: string;
  noToken: string;
  quotes: readonly Quote[];
  trades: number;
}

/** One trade as the host sends it. */
export interface InventedTrade {
  second: number;
  size: number;
  /** Of the token traded. */
  price: number;
  isYes: boolean;
}

/** Markets that share the trades evenly. */
export function inventMarkets(markets: number, trades: number): InventedMarket[] {
  return Array.from({ length: markets }, (_, number) => ({
    number,
    conditionId: `0x${number.toString(16).padStart(64, '0')}`,
    yesToken: `1${String(number).padStart(76, '0')}`,
    noToken: `2${String(number).padStart(76, '0')}`,
    quotes: inventQuotes(number),
    trades: Math.floor(trades / markets),
  }));
}

function inventQuotes(market: number): Quote[] {
  return Array.from({ length: DAYS }, (_, day) => day)
    .filter((day) => day === 0 || mixed(market, day, 1) % 100 >= GAPS)
    .map((day) => ({
      day: FIRST_DAY + day,
      priceMicros: centsOn(market, day) * 10_000,
      source: 'yes' as const,
    }));
}

/** The market's YES price in cents, 10 to 89, around which a day's trades lie. */
function centsOn(market: number, day: number): number {
  return 10 + (mixed(market, day, 2) % 80);
}

/** The trade at a place of the tape, 0 being the newest. Prices are on the grid of cents, or have the dust of a mean. */
export function inventTrade({ number, trades }: InventedMarket, place: number): InventedTrade {
  const span = (DAYS - 1) * SECONDS_PER_DAY;
  const second = Math.floor(((trades - 1 - place) * span) / trades);
  const around = centsOn(number, Math.floor(second / SECONDS_PER_DAY) + 1);
  const cents = around + (mixed(number, place, 3) % 19) - 9;
  const dust = mixed(number, place, 4) % 4 === 0 ? 1e-9 * (mixed(number, place, 5) % 1_000_000) : 0;
  return {
    second: FIRST_DAY * SECONDS_PER_DAY + second,
    size: (1 + (mixed(number, place, 6) % 500_000_000)) / 1e6,
    price: cents / 100 + dust,
    isYes: mixed(number, place, 7) % 2 === 0,
  };
}

/** The whole tape in the columns of the normalized store. */
export function inventBatch(market: InventedMarket): TapeBatch {
  const batch = emptyBatch(market.trades);
  for (let place = 0; place < market.trades; place += 1) {
    const { second, size, price, isYes } = inventTrade(market, place);
    batch.seconds[place] = second;
    batch.yesMicros[place] = yesPriceMicros(price, isYes);
    batch.cashMicros[place] = BigInt(cashMicros(size, price));
  }
  return batch;
}

/** A whole number below 2^32 that looks random (the finalizer of MurmurHash3). */
function mixed(market: number, place: number, salt: number): number {
  let bits =
    Math.imul(market + 1, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca77) ^ Math.imul(salt, 0xc2b2ae3d);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
