import {
  isTradeDrift,
  legacyTradesPage,
  readTrade,
  type TradeDrift,
  type TradesVersion,
  tradesPage,
  type WireTrade,
} from '../schemas/wire/data-api.js';
import { MissingResponseError, RefusedError, SchemaDriftError } from './http/errors.js';
import { IdleGuard } from './idle.js';
import { OutOfOrderError, RepeatFilter } from './repeats.js';
import { type TradeRow, TradeRowReader, timestampOf } from './trade-rows.js';
import type {
  PageStep,
  Paginator,
  Upstream,
  UpstreamRequest,
  Walk,
  WalkOptions,
  WalkStatus,
} from './types.js';

const PAGE_SIZE = 1000;
const LEGACY_PAGE_SIZE = 500;
/** The lowest depth limit that the older listing has had; beyond it the host refuses. */
const LEGACY_MAX_OFFSET = 3000;

/** A tape's walk and the version of the API that it was read from. */
export interface Tape {
  walk: Walk;
  version: TradesVersion;
}

/**
 * The tapes of taker trades, one walk for each market: from v2, or from v1 where v2 is gone. v1 reaches 3,500 rows at
 * most, and a tape at that depth ends as `truncated`.
 */
export class TapeSource {
  readonly #upstream: Upstream;
  readonly #clock: string;
  #version: TradesVersion = 'v2';

  /** @param clock the build clock of the listing that led here; names the probe for v2 */
  constructor(upstream: Upstream, clock: string) {
    this.#upstream = upstream;
    this.#clock = clock;
  }

  /**
   * A market's tape; a complete one under the same tag is not asked for again. RefusedError with status 404 where v2
   * is there and does not know the market.
   */
  async walk(conditionId: string, tag: string): Promise<Tape> {
    if (this.#version === 'v1') return this.#walk(conditionId, tag, 'v1');
    try {
      return await this.#walk(conditionId, tag, 'v2');
    } catch (error) {
      const isReplayed = error instanceof MissingResponseError;
      if (!isReplayed && !(isGone(error) && (await this.#lacksV2()))) throw error;
      return await this.#legacy(conditionId, tag, error);
    }
  }

  async #walk(conditionId: string, tag: string, version: TradesVersion): Promise<Tape> {
    return { version, walk: await this.#upstream.walk('data', tapeWalk(conditionId, version, tag)) };
  }

  /** A replay that lacks both versions names the one that a build asks for first. */
  async #legacy(conditionId: string, tag: string, cause: unknown): Promise<Tape> {
    try {
      const tape = await this.#walk(conditionId, tag, 'v1');
      if (this.#upstream.mode !== 'replay') this.#version = 'v1';
      return tape;
    } catch (error) {
      throw error instanceof MissingResponseError ? cause : error;
    }
  }

  /** Asked without a condition, which v2 refuses in its own words: an unknown market does not look like a lost API. */
  async #lacksV2(): Promise<boolean> {
    const answer = await this.#upstream.fetch(
      { source: 'data', path: '/v2/trades', query: [['limit', '1']] },
      { tag: `trades version ${this.#clock}`, answers: [...GONE, 400, 422] },
    );
    return GONE.includes(answer.status);
  }
}

const GONE = [404, 410];

/** True for the refusal that a path which is not there gets. */
export function isGone(error: unknown): error is RefusedError {
  return error instanceof RefusedError && GONE.includes(error.status);
}

/** The walk over a market's taker trades in one version of the API. */
export function tapeWalk(conditionId: string, version: TradesVersion, tag: string): WalkOptions {
  return {
    name: `trades/${conditionId}`,
    variant: version,
    paginator: () => (version === 'v2' ? new CursorPaginator(conditionId) : new OffsetPaginator(conditionId)),
    reuse: { tag },
  };
}

/**
 * Pages by cursor. Only a null cursor ends the tape: pages may be short or empty before. A page whose cursor leads back
 * to itself is asked for again, as where it is a passing fault.
 */
class CursorPaginator implements Paginator {
  readonly #query: readonly (readonly [string, string])[];
  readonly #guard = new IdleGuard();

  constructor(conditionId: string) {
    this.#query = [
      ['condition', conditionId],
      ['taker_only', 'true'],
      ['limit', String(PAGE_SIZE)],
    ];
  }

  first(): UpstreamRequest {
    return { source: 'data', path: '/v2/trades', query: this.#query };
  }

  read(body: Uint8Array, request: UpstreamRequest): PageStep {
    const page = parsePage(body);
    refuseDriftedPage(page.data, 'v2');
    const cursor = page.pagination.next_cursor;
    const step = { count: page.data.length, cursorOut: cursor };
    if (cursor === null) {
      if (page.pagination.has_more !== true) return { ...step, next: { end: 'complete' } };
      return {
        ...step,
        next: { end: 'unknown', reason: 'more rows are announced, without a cursor to them' },
      };
    }
    if (request.query.some(([key, value]) => key === 'cursor' && value === cursor))
      throw new SchemaDriftError('data', 'pagination.next_cursor', 'leads back to its own page');
    const stuck = this.#guard.stuck(page.data);
    if (stuck !== undefined) return { ...step, next: { end: 'unknown', reason: stuck } };
    return { ...step, next: { ...this.first(), query: [...this.#query, ['cursor', cursor]] } };
  }
}

/**
 * Pages by offset, which counts the rows seen: the host caps the page size without saying so. An empty page ends the
 * tape; a page of repeated rows alone is what the host serves beyond its depth.
 */
class OffsetPaginator implements Paginator {
  readonly #condition: string;
  readonly #repeats = new RepeatFilter();
  #offset = 0;
  #longest = 0;

  constructor(conditionId: string) {
    this.#condition = conditionId;
  }

  first(): UpstreamRequest {
    return {
      source: 'data',
      path: '/trades',
      query: [
        ['market', this.#condition],
        ['takerOnly', 'true'],
        ['filterType', 'TOKENS'],
        ['filterAmount', '0.01'],
        ['limit', String(LEGACY_PAGE_SIZE)],
        ['offset', String(this.#offset)],
      ],
    };
  }

  read(body: Uint8Array): PageStep {
    const page = legacyTradesPage.safeParse(JSON.parse(Buffer.from(body).toString()));
    if (!page.success) throw new SchemaDriftError('data', 'page', 'is no list');
    const count = page.data.length;
    if (count === 0) return { count, cursorOut: null, next: { end: 'complete' } };
    refuseDriftedPage(page.data, 'v1');
    const fresh = this.#fresh(page.data);
    if (fresh instanceof OutOfOrderError)
      return { count, cursorOut: null, next: { end: 'unknown', reason: fresh.message } };
    this.#offset += fresh;
    return { count, cursorOut: String(this.#offset), next: this.#end(count, fresh) ?? this.first() };
  }

  #fresh(rows: readonly unknown[]): number | OutOfOrderError {
    try {
      return this.#repeats.fresh(rows.map((raw) => ({ raw, timestamp: timestampOf(raw) }))).length;
    } catch (error) {
      if (error instanceof OutOfOrderError) return error;
      throw error;
    }
  }

  /** How the walk ends here; undefined where it goes on. A page shorter than others is the last at the depth limit. */
  #end(count: number, fresh: number): { end: WalkStatus; reason?: string } | undefined {
    if (fresh === 0)
      return { end: 'truncated', reason: `the host repeats a page after ${this.#offset} rows` };
    const isShort = count < this.#longest;
    this.#longest = Math.max(this.#longest, count);
    if (this.#offset <= LEGACY_MAX_OFFSET) return undefined;
    if (isShort) return { end: 'complete' };
    return { end: 'truncated', reason: `the older listing ends after ${this.#offset} rows` };
  }
}

/**
 * A page most of whose rows drifted is asked for again, as where it is a passing fault; single rows are left to the
 * reader of the tape. SchemaDriftError names the field of the first.
 */
function refuseDriftedPage(rows: readonly unknown[], version: TradesVersion): void {
  const drifts = rows.map((row) => readTrade(row, version)).filter(isTradeDrift);
  const [drift] = drifts;
  if (drift !== undefined && drifts.length * 2 > rows.length)
    throw new SchemaDriftError('data', `rows[].${drift.field}`, drift.detail);
}

function parsePage(body: Uint8Array) {
  const parsed = tradesPage.safeParse(JSON.parse(Buffer.from(body).toString()));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SchemaDriftError('data', issue?.path.join('.') || 'page', `${issue?.message}`);
}

/** A page's rows without those that pages before it held. */
export interface TapePage {
  trades: WireTrade[];
  /** Rows that are not what the host is known to send. */
  drifts: TradeDrift[];
}

/** The rows of a walk, page by page, newest first. OutOfOrderError where a page goes back in time. */
export async function* tapePages(upstream: Upstream, { walk, version }: Tape): AsyncGenerator<TapePage> {
  const repeats = new RepeatFilter<TradeRow>();
  const reader = new TradeRowReader(version);
  for (const { sha256 } of walk.pages) {
    const page: TapePage = { trades: [], drifts: [] };
    for (const { trade } of repeats.fresh(reader.rows(await upstream.body(sha256)))) {
      if (isTradeDrift(trade)) page.drifts.push(trade);
      else page.trades.push(trade);
    }
    yield page;
  }
}
