import { createHash } from 'node:crypto';
import type { UtcDay } from '../common/time.js';
import { type GammaMarket, gammaMarket, gammaPage } from '../schemas/wire/gamma.js';
import { SchemaDriftError } from './http/errors.js';
import type { PageStep, Paginator, Upstream, UpstreamRequest, Walk, WalkOptions } from './types.js';

const PAGE_SIZE = 100;
/** Pages without a new market after which a listing counts as stuck. */
const IDLE_PAGES = 20;

/** One record of the listing, and where it stands in the raw store. */
export interface ListedRecord {
  market: GammaMarket;
  /** Body of the page. */
  pageSha256: string;
  /** Position on the page: the record is at `/markets/<index>`. */
  index: number;
}

/** A record that is not what the host is known to send. */
export interface MalformedRecord {
  /** Its id where that can be read, else its place. */
  id: string;
  field: string;
  detail: string;
}

/**
 * The walk over all closed markets whose scheduled end is not before a day, with tags. `closed=true` is sent because
 * the host leaves closed markets out otherwise; there is no filter by actual close.
 */
export function closedMarketsWalk(endDateMin: UtcDay): WalkOptions {
  return {
    name: 'markets',
    variant: `end_date_min=${endDateMin}`,
    paginator: () => new KeysetPaginator(endDateMin),
  };
}

/**
 * Pages by `after_cursor` until a page has none. The host ignores a cursor under another name and then serves the first
 * page for ever: a cursor that returns, or many pages without a new market, end the walk as `unknown`.
 */
class KeysetPaginator implements Paginator {
  readonly #query: readonly (readonly [string, string])[];
  readonly #cursors = new Set<string>();
  readonly #pages = new Set<string>();
  #idle = 0;

  constructor(endDateMin: UtcDay) {
    this.#query = [
      ['closed', 'true'],
      ['include_tag', 'true'],
      ['end_date_min', `${endDateMin}T00:00:00Z`],
      ['limit', String(PAGE_SIZE)],
    ];
  }

  first(): UpstreamRequest {
    return { source: 'gamma', path: '/markets/keyset', query: this.#query };
  }

  read(body: Uint8Array): PageStep {
    const page = parsePage(body);
    const cursorOut = page.next_cursor ?? null;
    const step = { count: page.markets.length, cursorOut };
    if (cursorOut === null || cursorOut === '') return { ...step, next: { end: 'complete' } };
    const stuck = this.#stuck(page.markets, cursorOut);
    if (stuck !== undefined) return { ...step, next: { end: 'unknown', reason: stuck } };
    return { ...step, next: { ...this.first(), query: [...this.#query, ['after_cursor', cursorOut]] } };
  }

  #stuck(markets: readonly unknown[], cursor: string): string | undefined {
    const digest = shortHash(cursor);
    if (this.#cursors.has(digest)) return 'the cursor of an earlier page came again';
    this.#cursors.add(digest);
    const ids = shortHash(JSON.stringify(markets.map(idOf)));
    const isNew = markets.length > 0 && !this.#pages.has(ids);
    this.#pages.add(ids);
    this.#idle = isNew ? 0 : this.#idle + 1;
    return this.#idle >= IDLE_PAGES ? `${IDLE_PAGES} pages in a row held no other markets` : undefined;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 22);
}

function idOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'id' in record ? record.id : null;
}

function parsePage(body: Uint8Array): { markets: unknown[]; next_cursor?: string | null | undefined } {
  const parsed = gammaPage.safeParse(JSON.parse(Buffer.from(body).toString()));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SchemaDriftError('gamma', issue?.path.join('.') || 'page', `${issue?.message}`);
}

/** The records of a walk in page order, each checked; the same market may come twice where pages overlapped. */
export async function* listedRecords(
  upstream: Upstream,
  walk: Walk,
): AsyncGenerator<{ listed: ListedRecord } | { malformed: MalformedRecord }> {
  for (const [number, page] of walk.pages.entries()) {
    const { markets } = parsePage(await upstream.body(page.sha256));
    for (const [index, record] of markets.entries()) {
      const parsed = gammaMarket.safeParse(record);
      if (parsed.success) yield { listed: { market: parsed.data, pageSha256: page.sha256, index } };
      else
        yield { malformed: malformed(record, parsed.error.issues[0], `page ${number + 1} row ${index + 1}`) };
    }
  }
}

function malformed(
  record: unknown,
  issue: { path: PropertyKey[]; message: string } | undefined,
  place: string,
): MalformedRecord {
  const id = idOf(record);
  return {
    id: typeof id === 'string' && id !== '' ? id : place,
    field: issue?.path.map(String).join('.') || 'record',
    detail: issue === undefined ? 'unknown shape' : issue.message,
  };
}
