import { addMicros, type Micros, toMicros } from '../../common/micros.js';
import { SECONDS_PER_DAY } from '../../common/time.js';
import { missingDays, type Quote } from './quotes.js';
import type { TapeBatch } from './tape-batch.js';

/**
 * Cash of a trade: round(size * price * 1e6), evaluated in IEEE doubles from left to right, halves upwards. That is the
 * rule book's formula (9.3, rule 6) as any language evaluates it; exact decimal arithmetic would differ by a millionth
 * in about one market of seventy, where a product ends on half a millionth.
 * RangeError where the cash is not exact in a double.
 */
export function cashMicros(size: number, price: number): Micros {
  const micros = Math.round(size * price * 1_000_000);
  if (!Number.isSafeInteger(micros))
    throw new RangeError(`a trade of ${size} shares at ${price} is too large`);
  return micros;
}

/** YES price of a trade: its own price for the YES token, 1 minus it for the NO token (rule book 5.5). */
export function yesPriceMicros(price: number, isYes: boolean): Micros {
  return toMicros(isYes ? price : 1 - price);
}

/** Flow of one history point. */
export interface DayFlow extends Quote {
  /** Cash of the trades in the 24 hours before the quote. */
  volumeMicros: Micros;
  /** The part of it at YES prices within the band around the quote. */
  liquidityMicros: Micros;
}

/**
 * Sums a tape into the days of a market's quotes while it is read. A trade of UTC day d-1 counts for the point of day
 * d, so one at exactly 00:00:00 of d counts for d+1; where the next midnight has no quote it counts for nothing
 * (rule book 9.2). The sums do not depend on the order of the trades.
 */
export class FlowSums {
  readonly #quotes: readonly Quote[];
  readonly #band: Micros;
  /** Day of the first quote. */
  readonly #first: number;
  /** By day from the first on; -Infinity where a day has no quote. One more slot takes what belongs to no point. */
  readonly #prices: Float64Array;
  readonly #volume: Float64Array;
  readonly #liquidity: Float64Array;

  /** @param band greatest distance from the quote, included: 50,000 for 5 cents */
  constructor(quotes: readonly Quote[], band: Micros) {
    const days = quotes.length + missingDays(quotes);
    this.#quotes = quotes;
    this.#band = band;
    this.#first = quotes[0] === undefined ? 0 : quotes[0].day;
    this.#prices = new Float64Array(days + 1).fill(Number.NEGATIVE_INFINITY);
    this.#volume = new Float64Array(days + 1);
    this.#liquidity = new Float64Array(days + 1);
    for (const quote of quotes) this.#prices[quote.day - this.#first] = quote.priceMicros;
  }

  /** Adds trades, column by column. Sums of whole numbers stay exact as long as they are safe integers at the end. */
  add({ seconds, yesMicros, cashMicros }: TapeBatch): void {
    const [prices, volume, liquidity] = [this.#prices, this.#volume, this.#liquidity];
    const [first, band, none] = [this.#first, this.#band, prices.length - 1];
    const halves = new Uint32Array(cashMicros.buffer, cashMicros.byteOffset, cashMicros.length * 2);
    for (let index = 0; index < seconds.length; index += 1) {
      const offset = Math.floor(Number(seconds[index]) / SECONDS_PER_DAY) + 1 - first;
      const slot = Number(prices[offset]) >= 0 ? offset : none;
      const cash = Number(halves[2 * index + 1]) * 0x1_0000_0000 + Number(halves[2 * index]);
      volume[slot] = Number(volume[slot]) + cash;
      if (Math.abs(Number(yesMicros[index]) - Number(prices[slot])) <= band)
        liquidity[slot] = Number(liquidity[slot]) + cash;
    }
  }

  /** The points with their sums, ascending. RangeError where a sum is no longer exact. */
  days(): DayFlow[] {
    return this.#quotes.map((quote) => ({
      ...quote,
      volumeMicros: exactSum(this.#volume[quote.day - this.#first]),
      liquidityMicros: exactSum(this.#liquidity[quote.day - this.#first]),
    }));
  }

  /** Cash of the trades whose next midnight has no quote. RangeError where it is no longer exact. */
  get unattributedMicros(): Micros {
    return exactSum(this.#volume.at(-1));
  }
}

function exactSum(sum: number | undefined): Micros {
  return addMicros(Number(sum), 0);
}

/** Sum of one quantity over days, in millionths. */
export function sumMicros(days: readonly DayFlow[], quantity: 'volumeMicros' | 'liquidityMicros'): Micros {
  return days.reduce((sum, day) => addMicros(sum, day[quantity]), 0);
}
