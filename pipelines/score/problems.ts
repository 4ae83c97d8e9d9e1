/** Where a record stands, from 1: the line of a JSON Lines file, blank ones counted, or the row of a Parquet file. */
export type Place = { line: number } | { row: number };

/** `line 5` or `row 5`. */
export function placeText(place: Place): string {
  return 'line' in place ? `line ${place.line}` : `row ${place.row}`;
}

/** A record that was not scored as it stands. */
export interface Problem {
  place: Place;
  question_id: string | null;
  reason: string;
}

/** Problems that are kept, in memory and in the outputs; the others are only counted. */
export const KEPT_PROBLEMS = 1_000;

/** The problems of a predictions file: all of them counted, the first of them named. */
export class Problems {
  readonly #named: Problem[] = [];
  #count = 0;

  /** All problems. */
  get count(): number {
    return this.#count;
  }

  /** The first of them in the order of the file, at most KEPT_PROBLEMS. */
  get named(): readonly Problem[] {
    return this.#named;
  }

  add(problem: Problem): void {
    this.#count += 1;
    if (this.#named.length < KEPT_PROBLEMS) this.#named.push(problem);
  }
}
