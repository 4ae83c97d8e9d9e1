/** Bins of a logarithmic histogram per factor of ten. */
const PER_DECADE = 5;

/** A histogram on a logarithmic axis; values of 0 stand beside it. */
export interface LogBins {
  /** Decimal logarithms of the edges, one more than counts. */
  edges: readonly number[];
  counts: readonly number[];
  zeros: number;
}

function lowerEdge(bin: number): number {
  return 10 ** (bin / PER_DECADE);
}

function logBin(value: number): number {
  const guess = Math.floor(Math.log10(value) * PER_DECADE);
  if (value < lowerEdge(guess)) return guess - 1;
  return value >= lowerEdge(guess + 1) ? guess + 1 : guess;
}

/** Values that are not negative, such as lengths or amounts of money. */
export class Distribution {
  readonly #values: number[] = [];
  #sorted = true;

  /** RangeError where the value is negative or no number. */
  add(value: number): void {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) throw new RangeError(`${value} is no amount`);
    this.#values.push(value);
    this.#sorted = false;
  }

  get count(): number {
    return this.#values.length;
  }

  /** The smallest value that at least the share `q` of all values do not exceed; undefined without a value. */
  quantile(q: number): number | undefined {
    if (!this.#sorted) this.#values.sort((a, b) => a - b);
    this.#sorted = true;
    return this.#values[Math.max(0, Math.ceil(q * this.count) - 1)];
  }

  logBins(): LogBins {
    const bins = this.#values.filter((value) => value > 0).map(logBin);
    const zeros = this.count - bins.length;
    if (bins.length === 0) return { edges: [0, 1 / PER_DECADE], counts: [0], zeros };
    const first = bins.reduce((low, bin) => Math.min(low, bin));
    const last = bins.reduce((high, bin) => Math.max(high, bin));
    const counts = new Array<number>(last - first + 1).fill(0);
    for (const bin of bins) counts[bin - first] = (counts[bin - first] as number) + 1;
    return {
      edges: Array.from({ length: counts.length + 1 }, (_, n) => (first + n) / PER_DECADE),
      counts,
      zeros,
    };
  }
}
