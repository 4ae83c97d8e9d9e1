/** Orders text by code unit: the same on every machine, unlike a locale's order. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Counts by name. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, by = 1): void {
    this.#counts.set(name, this.of(name) + by);
  }

  /** How often the name was counted: 0 for one that never was. */
  of(name: string): number {
    const counted = this.#counts.get(name);
    return counted === undefined ? 0 : counted;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, n) => sum + n, 0);
  }

  /** Number of different names. */
  get size(): number {
    return this.#counts.size;
  }

  /** The most frequent first; ties by name. */
  top(limit = Number.POSITIVE_INFINITY): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts].sort(([a, m], [b, n]) => n - m || byCodeUnit(a, b)).slice(0, limit);
  }

  names(): string[] {
    return [...this.#counts.keys()].sort(byCodeUnit);
  }
}

/** Counts by two names: a table with a row per first and a column per second name. */
export class CrossTally {
  readonly #rows = new Map<string, Tally>();
  readonly rowTotals = new Tally();
  readonly columnTotals = new Tally();

  add(row: string, column: string): void {
    this.row(row).add(column);
    this.rowTotals.add(row);
    this.columnTotals.add(column);
  }

  /** The counts of one row; empty for one that never was. */
  row(row: string): Tally {
    const known = this.#rows.get(row);
    if (known) return known;
    const fresh = new Tally();
    this.#rows.set(row, fresh);
    return fresh;
  }

  get total(): number {
    return this.rowTotals.total;
  }
}
