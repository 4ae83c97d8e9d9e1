/** Rows that are remembered at least: more than any page holds. */
const REMEMBERED = 2_000;

/** A row of a list that comes newest first. */
export interface DatedRow {
  /** Unix seconds; NaN where it cannot be read. */
  timestamp: number;
  /** The row as received, its timestamp included; two rows are the same where all of it is. */
  raw: unknown;
}

/** A page of the list holds newer rows than the pages before it ended with, and none of them was there before. */
export class OutOfOrderError extends Error {}

/**
 * Takes out rows that a page repeats from the pages before it. Trades have no id, and several of one transaction are
 * distinct, so a row counts as repeated only where all its fields are those of a remembered row, once for each time
 * that it was there: identical rows of one page are all kept. As the list is newest first, only rows that are not older
 * than everything before can be repeats; the others are not compared, which keeps this cheap.
 */
export class RepeatFilter<R extends DatedRow> {
  #recent: R[] = [];
  #oldest = Number.POSITIVE_INFINITY;

  /** The page's rows that were not there before, in order. OutOfOrderError where the list went back in time. */
  fresh(page: readonly R[]): R[] {
    const rows = page.some((row) => row.timestamp >= this.#oldest) ? this.#withoutRepeats(page) : [...page];
    for (const row of rows) if (row.timestamp < this.#oldest) this.#oldest = row.timestamp;
    this.#recent = [...this.#recent, ...rows].slice(-Math.max(REMEMBERED, rows.length));
    return rows;
  }

  #withoutRepeats(page: readonly R[]): R[] {
    const compared = new Set(page.map((row) => row.timestamp).filter((second) => second >= this.#oldest));
    const left = new Map<string, number>();
    let newest = Number.NEGATIVE_INFINITY;
    for (const row of this.#recent) {
      if (row.timestamp > newest) newest = row.timestamp;
      if (!compared.has(row.timestamp)) continue;
      const key = JSON.stringify(row.raw);
      left.set(key, (left.get(key) ?? 0) + 1);
    }
    const rows = page.filter(
      (row) => !(row.timestamp >= this.#oldest) || !take(left, JSON.stringify(row.raw)),
    );
    const stray = rows.find((row) => row.timestamp > newest);
    if (stray !== undefined)
      throw new OutOfOrderError(`a row of second ${stray.timestamp} came after older ones`);
    return rows;
  }
}

function take(left: Map<string, number>, key: string): boolean {
  const count = left.get(key);
  if (count === undefined || count === 0) return false;
  left.set(key, count - 1);
  return true;
}
