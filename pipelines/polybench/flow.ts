import { addMicros, type Micros, toMicros } from '../../common/micros.js';
import { SECONDS_PER_DAY } from '../../common/time.js';
import type { Quote } from './quotes.js';

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
  readonly #firstDay: number;
  /** By day from the first on; undefined where a day has no quote. */
  readonly #days: (DayFlow | undefined)[];
  readonly #band: Micros;
  #unattributed: Micros = 0;

  /** @param band greatest distance from the quote, included: 50,000 for 5 cents */
  constructor(quotes: readonly Quote[], band: Micros) {
    this.#firstDay = quotes[0] === undefined ? 0 : quotes[0].day;
    this.#days = [];
    this.#band = band;
    for (const quote of quotes) {
      while (this.#days.length < quote.day - this.#firstDay) this.#days.push(undefined);
      this.#days.push({ ...quote, volumeMicros: 0, liquidityMicros: 0 });
    }
  }

  /** Adds one trade. RangeError where a sum is no longer exact. */
  add(seconds: number, yesMicros: Micros, cash: Micros): void {
    const day = this.#days[Math.floor(seconds / SECONDS_PER_DAY) + 1 - this.#firstDay];
    if (day === undefined) {
      this.#unattributed = addMicros(this.#unattributed, cash);
      return;
    }
    day.volumeMicros = addMicros(day.volumeMicros, cash);
    if (Math.abs(yesMicros - day.priceMicros) <= this.#band) day.liquidityMicros += cash;
  }

  /** The points with their sums, ascending. */
  days(): DayFlow[] {
    return this.#days.filter((day) => day !== undefined);
  }

  /** Cash of the trades whose next midnight has no quote. */
  get unattributedMicros(): Micros {
    return this.#unattributed;
  }
}

/** Sum of one quantity over days, in millionths. */
export function sumMicros(days: readonly DayFlow[], quantity: 'volumeMicros' | 'liquidityMicros'): Micros {
  return days.reduce((sum, day) => addMicros(sum, day[quantity]), 0);
}
