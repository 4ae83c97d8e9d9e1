import { postsPage } from '../../schemas/wire/metaculus.js';
import { SchemaDriftError } from '../http/errors.js';
import type { PageStep, Paginator, UpstreamRequest } from '../types.js';

/** The API serves at most this many posts a page, whatever is asked for. */
const LIMIT = 100;
/** Steps back in a row, without a new post in between, after which the walk is given up. */
const MAX_STEPS_BACK = 8;
/** Pages in a row without a new post after which the list counts as repeating itself. */
const MAX_IDLE_PAGES = 25;

/** A row of a page: enough to tell it from others and to see which rows tie. */
interface Row {
  id: string;
  publishedAt: string;
}

/**
 * Pages through GET /api/posts/ by offset. `next` is never null there, so only an empty page ends the walk. The list
 * may move while it is read, pages may be longer or shorter than asked for, and posts with one publishing time may
 * swap places between requests. So each page starts again at the last posts of the page before it (all of those that
 * tie with the last one): where none of them is on it, rows have moved up past the offset, and the walk steps back.
 */
export class PostsPaginator implements Paginator {
  readonly #query: readonly (readonly [string, string])[];
  readonly #seen = new Set<string>();
  /** The last posts of the last page that joined on; empty before the first page. */
  #anchors: ReadonlySet<string> = new Set();
  #offset = 0;
  /** The next page starts right behind the last one, because all that was on it ties. */
  #adjoining = false;
  #pageSize = LIMIT;
  #stepsBack = 0;
  #idlePages = 0;

  constructor(query: readonly (readonly [string, string])[]) {
    this.#query = query;
  }

  first(): UpstreamRequest {
    return this.#at(0);
  }

  read(body: Uint8Array): PageStep {
    const rows = rowsOf(body);
    const step = this.#next(rows);
    return {
      count: rows.length,
      cursorOut: typeof step === 'number' ? String(step) : null,
      next: typeof step === 'number' ? this.#at(step) : step,
    };
  }

  /** The next offset, or how the walk ended. */
  #next(rows: readonly Row[]): number | Extract<PageStep['next'], { end: unknown }> {
    if (!this.#joins(rows)) return this.#stepBack();
    if (rows.length === 0 && this.#offset === 0 && this.#seen.size > 0)
      return { end: 'unknown', reason: 'the list became empty while it was read' };
    if (rows.length === 0) return { end: 'complete' };
    const fresh = rows.filter(({ id }) => !this.#seen.has(id));
    for (const { id } of fresh) this.#seen.add(id);
    if (fresh.length > 0) this.#stepsBack = 0;
    this.#idlePages = fresh.length > 0 ? 0 : this.#idlePages + 1;
    if (this.#idlePages >= MAX_IDLE_PAGES)
      return { end: 'unknown', reason: `${MAX_IDLE_PAGES} pages in a row held no other posts` };
    return this.#stepOn(rows);
  }

  /** Whether nothing can be missing between the pages before and this one. */
  #joins(rows: readonly Row[]): boolean {
    const [first] = rows;
    if (this.#offset === 0 || this.#adjoining) return true;
    if (first === undefined) return false;
    return this.#seen.has(first.id) || rows.some(({ id }) => this.#anchors.has(id));
  }

  #stepOn(rows: readonly Row[]): number {
    const last = rows.at(-1)?.publishedAt;
    const tiesFrom = rows.findLastIndex(({ publishedAt }) => publishedAt !== last) + 1;
    this.#pageSize = Math.min(rows.length, LIMIT);
    this.#adjoining = tiesFrom === 0;
    this.#anchors = new Set(rows.slice(tiesFrom).map(({ id }) => id));
    // What a page holds beyond the limit are rows of before the offset, put in front.
    const surplus = Math.max(0, rows.length - LIMIT);
    this.#offset += (this.#adjoining ? rows.length : tiesFrom) - surplus;
    return this.#offset;
  }

  #stepBack(): number | { end: 'unknown'; reason: string } {
    this.#stepsBack += 1;
    if (this.#stepsBack > MAX_STEPS_BACK)
      return {
        end: 'unknown',
        reason: `the list moved while it was read: no joint in ${MAX_STEPS_BACK} steps back`,
      };
    this.#adjoining = false;
    this.#offset = Math.max(0, this.#offset - Math.max(1, this.#pageSize - 1));
    return this.#offset;
  }

  #at(offset: number): UpstreamRequest {
    const position = [
      ['limit', String(LIMIT)],
      ['offset', String(offset)],
    ] as const;
    return { source: 'metaculus', path: '/api/posts/', query: [...this.#query, ...position] };
  }
}

function rowsOf(body: Uint8Array): Row[] {
  return resultsOf(body).map((post) => {
    const { id, published_at: publishedAt } = Object(post) as { id?: unknown; published_at?: unknown };
    // A post without an id still is a row of its own.
    return {
      id: typeof id === 'number' ? String(id) : JSON.stringify(post).slice(0, 200),
      publishedAt: typeof publishedAt === 'string' ? publishedAt : `post ${String(id)}`,
    };
  });
}

/** The posts on a page, each unchecked. SchemaDriftError where the page has no list of results. */
export function resultsOf(body: Uint8Array): unknown[] {
  const parsed = postsPage.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
  if (parsed.success) return parsed.data.results;
  const issue = parsed.error.issues[0];
  throw new SchemaDriftError('metaculus', issue?.path.join('.') || 'page', `${issue?.message}`);
}
