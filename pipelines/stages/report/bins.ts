/** Equal bins over [0,1]: bin i holds [i/n, (i+1)/n), the last one its upper bound too. */
export class UnitHistogram {
  readonly counts: number[];

  constructor(readonly bins: number) {
    this.counts = new Array<number>(bins).fill(0);
  }

  /** RangeError where the value lies outside [0,1]: a published row never does. */
  add(value: number): void {
    const bin = unitBin(value, this.bins);
    this.counts[bin] = (this.counts[bin] as number) + 1;
  }

  get total(): number {
    return this.counts.reduce((sum, n) => sum + n, 0);
  }
}

/**
 * The bin of a value in [0,1]. Compared with the edges i/n themselves, because value × n is rounded: just
 * below an edge it can give the edge itself.
 */
export function unitBin(value: number, bins: number): number {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${value} lies outside [0,1]`);
  const guess = Math.min(Math.floor(value * bins), bins - 1);
  if (value < guess / bins) return guess - 1;
  if (guess + 1 < bins && value >= (guess + 1) / bins) return guess + 1;
  return guess;
}

export interface ReliabilityBin {
  low: number;
  high: number;
  count: number;
  /** Mean prediction of the bin; undefined where it is empty. */
  predicted: number | undefined;
  /** Share of the bin's events that happened; undefined where it is empty. */
  observed: number | undefined;
}

/** Predicted probability against observed frequency in ten equal bins. */
export class Reliability {
  readonly #sums = Array.from({ length: 10 }, () => ({ count: 0, predicted: 0, happened: 0 }));
  #squares = 0;

  add(probability: number, happened: boolean): void {
    const bin = this.#sums[unitBin(probability, 10)];
    if (bin === undefined) return;
    bin.count += 1;
    bin.predicted += probability;
    bin.happened += happened ? 1 : 0;
    this.#squares += (probability - (happened ? 1 : 0)) ** 2;
  }

  get count(): number {
    return this.#sums.reduce((sum, bin) => sum + bin.count, 0);
  }

  /** Mean squared difference of prediction and outcome; undefined without an event. */
  get brier(): number | undefined {
    return this.count === 0 ? undefined : this.#squares / this.count;
  }

  /** Share of all events that happened; undefined without an event. */
  get baseRate(): number | undefined {
    const happened = this.#sums.reduce((sum, bin) => sum + bin.happened, 0);
    return this.count === 0 ? undefined : happened / this.count;
  }

  bins(): readonly ReliabilityBin[] {
    return this.#sums.map(({ count, predicted, happened }, index) => ({
      low: index / 10,
      high: (index + 1) / 10,
      count,
      predicted: count === 0 ? undefined : predicted / count,
      observed: count === 0 ? undefined : happened / count,
    }));
  }
}
