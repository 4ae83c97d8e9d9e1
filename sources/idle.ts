import { createHash } from 'node:crypto';

/** Pages in a row without anything new after which a list counts as stuck; some empty ones are normal. */
const IDLE_PAGES = 20;

/** Notices a list that goes on with ever new cursors and without anything new. */
export class IdleGuard {
  #last = '';
  #idle = 0;

  /** Why the list is stuck after a page with these records; undefined where it may go on. */
  stuck(records: readonly unknown[]): string | undefined {
    if (records.length === 0) this.#idle += 1;
    else this.#compare(createHash('sha256').update(JSON.stringify(records)).digest('hex'));
    return this.#idle >= IDLE_PAGES ? `${IDLE_PAGES} pages in a row held nothing new` : undefined;
  }

  #compare(digest: string): void {
    this.#idle = digest === this.#last ? this.#idle + 1 : 0;
    this.#last = digest;
  }
}
