import type { UtcDay } from '../common/time.js';
import { type GammaMarket, gammaMarket, gammaPage } from '../schemas/wire/gamma.js';
import { SchemaDriftError } from './http/errors.js';
import { IdleGuard } from './idle.js';
import type { PageStep, Paginator, Upstream, UpstreamRequest, Walk, WalkOptions } from './types.js';

const PAGE_SIZE = 100;

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
 * Pages by `after_cursor` until a page has none. A page whose cursor leads back to itself is asked for again, as where it
 * is a passing fault; a longer circle ends the walk as `unknown`.
 */
class KeysetPaginator implements Paginator {
  readonly #query: readonly (readonly [string, string])[];
  readonly #guard = new IdleGuard();

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

  read(body: Uint8Array, request: UpstreamRequest): PageStep {
    const page = parsePage(body);
    refuseDriftedPage(page.markets);
    const cursorOut = page.next_cursor ?? null;
    const step = { count: page.markets.length, cursorOut };
    if (cursorOut === null || cursorOut === '') return { ...step, next: { end: 'complete' } };
    if (request.query.some(([key, value]) => key === 'after_cursor' && value === cursorOut))
      throw new SchemaDriftError('gamma', 'next_cursor', 'leads back to its own page');
    const stuck = this.#guard.stuck(page.markets.map(idOf));
    if (stuck !== undefined) return { ...step, next: { end: 'unknown', reason: stuck } };
    return { ...step, next: { ...this.first(), query: [...this.#query, ['after_cursor', cursorOut]] } };
  }
}

/** Records that are malformed on a page before the page as a whole counts as drifted. */
const DRIFTED_RECORDS = 3;

/**
 * A page most of whose records are malformed is asked for again, as where it is a passing fault; single records are
 * left to their own rule. SchemaDriftError names the field of the first.
 */
function refuseDriftedPage(records: readonly unknown[]): void {
  const issues = records.flatMap((record) => {
    const parsed = gammaMarket.safeParse(record);
    return parsed.success ? [] : [parsed.error.issues[0]];
  });
  if (issues.length < DRIFTED_RECORDS || issues.length * 2 <= records.length) return;
  const [issue] = issues;
  throw new SchemaDriftError('gamma', `markets[].${issue?.path.join('.')}`, `${issue?.message}`);
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
