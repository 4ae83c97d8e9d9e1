import { SchemaDriftError } from '../../sources/http/errors.js';
import type { SourceName } from '../../sources/types.js';

/** Share of malformed records above which a walk has drifted (CONTRACT 4). */
const TOLERATED = 0.01;
/** Records after which drift is noticed before the walk has ended. */
const EARLY = 20_000;

/** Counts records and those that do not have the known shape, over all walks of one kind. */
export class DriftTally {
  readonly #source: SourceName;
  readonly #what: string;
  readonly #fields = new Map<string, number>();
  #records = 0;
  #malformed = 0;

  readonly #odd: number;

  /**
   * @param what the records, for messages: `markets`, `trades`
   * @param odd so many malformed records are no drift, however few records there are, unless they are most of them
   */
  constructor(source: SourceName, what: string, odd = 0) {
    this.#source = source;
    this.#what = what;
    this.#odd = odd;
  }

  /** Counts records, well-formed or not. */
  count(records: number): void {
    this.#records += records;
  }

  /** Notes that one of the records counted is malformed. */
  malformed(field: string): void {
    this.#malformed += 1;
    this.#fields.set(field, (this.#fields.get(field) ?? 0) + 1);
  }

  /** As `settle`, once there are enough records to tell before the end. */
  check(): void {
    if (this.#records >= EARLY) this.settle();
  }

  /** SchemaDriftError that names the most frequent field, where more than 1 % of the records are malformed. */
  settle(): void {
    const odd = Math.min(this.#odd, this.#records / 2);
    if (this.#malformed <= Math.max(odd, this.#records * TOLERATED)) return;
    const [field] = [...this.#fields].sort((a, b) => b[1] - a[1])[0] ?? ['record'];
    throw new SchemaDriftError(
      this.#source,
      field,
      `${this.#malformed} of ${this.#records} ${this.#what} do not have the known shape`,
    );
  }
}
