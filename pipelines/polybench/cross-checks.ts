import type { Micros } from '../../common/micros.js';
import type { HarvestedMarket } from './harvest.js';
import { missingDays } from './quotes.js';

/** A tape's cash is normally this part of Gamma's volumeNum, both included: the unit of the latter is undocumented. */
const LISTED_RATIO = { least: 0.2, most: 1.1 };
/** Market ids that the log names. */
const EXAMPLES = 5;

/** Figures over a harvest that no rule looks at, and that would look odd first where a host changed its meaning. */
export interface CrossCheckFigures {
  /** Tapes that were summed up, and their trades. */
  tapes: number;
  trades: number;
  /** Part of the cash before a midnight without a quote, to four decimals; null where nothing was traded. */
  unquoted_share: number | null;
  /** Part of the cash of quoted days that was traded near the quote, to four decimals; null where there is none. */
  near_quote_share: number | null;
  /** Tapes whose cash is no usual part of the listed volume, and the first of them by market id. */
  odd_volumes: number;
  odd_volume_ids: readonly string[];
  /** Days with a quote, those of them that the NO token gave, and those between quotes without one. */
  days: number;
  days_filled: number;
  days_missing: number;
}

/** Adds the figures up, market by market. */
export class CrossChecks {
  readonly #counts = { tapes: 0, trades: 0, days: 0, days_filled: 0, days_missing: 0 };
  readonly #odd: string[] = [];
  // The cash of all markets together may be more than a double holds exactly.
  #quoted = 0n;
  #near = 0n;
  #unquoted = 0n;

  /** Adds a market; one without a tape that can be used adds nothing. */
  add({ candidate, tape }: Pick<HarvestedMarket, 'candidate' | 'tape'>): void {
    if (tape === undefined || tape.flaw !== undefined) return;
    const { days, rows, unattributedMicros } = tape;
    this.#counts.tapes += 1;
    this.#counts.trades += rows;
    this.#counts.days += days.length;
    this.#counts.days_filled += days.filter(({ source }) => source === 'no_complement').length;
    this.#counts.days_missing += missingDays(days);
    const quoted = days.reduce((sum, { volumeMicros }) => sum + volumeMicros, 0);
    this.#quoted += BigInt(quoted);
    this.#near += days.reduce((sum, { liquidityMicros }) => sum + BigInt(liquidityMicros), 0n);
    this.#unquoted += BigInt(unattributedMicros);
    const { market_id, volume_micros } = candidate.row;
    if (isOdd(quoted + unattributedMicros, volume_micros)) this.#odd.push(market_id);
  }

  figures(): CrossCheckFigures {
    return {
      ...this.#counts,
      unquoted_share: share(this.#unquoted, this.#quoted + this.#unquoted),
      near_quote_share: share(this.#near, this.#quoted),
      odd_volumes: this.#odd.length,
      odd_volume_ids: this.#odd.slice(0, EXAMPLES),
    };
  }
}

/** False where nothing is listed to compare with. */
function isOdd(cash: Micros, listed: Micros | null): boolean {
  if (listed === null) return false;
  return cash < LISTED_RATIO.least * listed || cash > LISTED_RATIO.most * listed;
}

function share(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number((part * 10_000n) / whole) / 10_000;
}
