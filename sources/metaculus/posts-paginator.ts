import { postsPage } from '../../schemas/wire/metaculus.js';
import { SchemaDriftError } from '../http/errors.js';
import type { PageStep, Paginator, UpstreamRequest } from '../types.js';

/** The API serves at most this many posts a page, whatever is asked for. */
const LIMIT = 100;
/** Steps back that a walk may take whatever its length, and for each page beyond. */
const STEPS_BACK = { free: 20, perPage: 0.25 };
/** Pages in a row without a new post after which the list counts as repeating itself. */
const MAX_IDLE_PAGES = 25;

/** A row of a page: enough to tell it from others and to see which rows tie. */
interface Row {
  id: string;
  publishedAt: string;
}

type End = Extract<PageStep['next'], { end: unknown }>;

/**
 * Pages through GET /api/posts/ by offset. `next` is never null there, so only an empty page ends the walk. The list
 * may move while it is read, pages may be longer or shorter than asked for, and posts with one publishing time may
 * swap places between requests. So each page starts again at the last posts of the page before it (all of those that
 * tie with the last one): where none of them is on it, rows have moved up past the offset, and the walk steps back.
 */
export class PostsPaginator implements Paginator {
  readonly #query: readonly (readonly [string, string])[];
  readonly #seen = new Set<string>();
  /** The last page that joined on. */
  #page: readonly string[] = [];
  /** Index in it at which the page that is asked for should start; undefined after a step back. */
  #joint: number | undefined;
  /** Publishing time of its last post. */
  #lastTime: string | undefined;
  #offset = 0;
  #pages = 0;
  #stepsBack = 0;
  #idlePages = 0;

  constructor(query: readonly (readonly [string, string])[]) {
    this.#query = query;
  }

  first(): UpstreamRequest {
    return this.#request();
  }

  read(body: Uint8Array): PageStep {
    const rows = rowsOf(body);
    const end = this.#advance(rows);
    return {
      count: rows.length,
      cursorOut: end === undefined ? String(this.#offset) : null,
      next: end ?? this.#request(),
    };
  }

  /** Moves the offset to the next page; or how the walk ended. */
  #advance(rows: readonly Row[]): End | undefined {
    this.#pages += 1;
    const fresh = rows.filter(({ id }) => !this.#seen.has(id));
    this.#idlePages = fresh.length > 0 ? 0 : this.#idlePages + 1;
    if (this.#idlePages >= MAX_IDLE_PAGES)
      return { end: 'unknown', reason: `${MAX_IDLE_PAGES} pages in a row held no other posts` };
    if (!this.#joins(rows)) return this.#stepBack();
    if (rows.length === 0) return this.#ended();
    for (const { id } of fresh) this.#seen.add(id);
    this.#stepOn(rows, fresh.length > 0);
    return undefined;
  }

  #ended(): End {
    return this.#offset === 0 && this.#seen.size > 0
      ? { end: 'unknown', reason: 'the list became empty while it was read' }
      : { end: 'complete' };
  }

  /** Whether nothing can be missing between the pages before and this one. */
  #joins(rows: readonly Row[]): boolean {
    if (this.#offset === 0 || this.#joint === this.#page.length) return true;
    const [first] = rows;
    if (first === undefined) return false;
    const anchors = this.#page.slice(this.#joint ?? 0);
    return this.#seen.has(first.id) || rows.some(({ id }) => anchors.includes(id));
  }

  /** A short page with nothing new that ends where the last one did is the end of the list: the next one is to be empty. */
  #stepOn(rows: readonly Row[], isFresh: boolean): void {
    const last = rows.at(-1)?.publishedAt;
    const atEnd = !isFresh && rows.length < LIMIT && last === this.#lastTime;
    const surplus = atEnd ? 0 : this.#surplus(rows);
    const tiesFrom = rows.findLastIndex(({ publishedAt }) => publishedAt !== last) + 1;
    this.#joint = atEnd || tiesFrom === 0 ? rows.length : tiesFrom;
    this.#page = rows.map(({ id }) => id);
    this.#lastTime = last;
    this.#offset = Math.max(0, this.#offset + this.#joint - surplus);
  }

  /**
   * Rows of before the offset that a page puts in front. A page beyond the limit holds so many; on a short one, which
   * ends the list, they show as rows of the last page. A full page that starts with such rows has moved down instead.
   */
  #surplus(rows: readonly Row[]): number {
    if (rows.length >= LIMIT) return rows.length - LIMIT;
    const start = rows[0] === undefined ? -1 : this.#page.indexOf(rows[0].id);
    return this.#joint === undefined || start < 0 ? 0 : Math.max(0, this.#joint - start);
  }

  #stepBack(): End | undefined {
    this.#stepsBack += 1;
    if (this.#stepsBack > STEPS_BACK.free + STEPS_BACK.perPage * this.#pages)
      return { end: 'unknown', reason: `the list moved while it was read: ${this.#stepsBack} steps back` };
    this.#joint = undefined;
    this.#offset = Math.max(0, this.#offset - (LIMIT - 1));
    return undefined;
  }

  #request(): UpstreamRequest {
    const position = [
      ['limit', String(LIMIT)],
      ['offset', String(this.#offset)],
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
