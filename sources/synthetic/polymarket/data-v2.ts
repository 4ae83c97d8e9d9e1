import { createHash } from 'node:crypto';
import type { SyntheticRequest, SyntheticResponse } from '../part.js';
import { CACHED, json, REPEATED_ROWS, shiftTies, wholeNumber } from './answers.js';
import {
  DUST_SHARES,
  marketOfWallet,
  type Row,
  type RowFilter,
  type RowSource,
  rowSource,
  v2Rows,
} from './data-rows.js';
import type { Market, Paging } from './model.js';
import type { World } from './world.js';

const DEFAULT_LIMIT = '100';
const HIGHEST_LIMIT = 1_000;
const MOST_CONDITIONS = 20;

/** A query that v2 refuses: thrown where it is read, answered in one place. */
class Refusal extends Error {
  constructor(
    readonly parameter: string,
    message: string,
  ) {
    super(message);
  }
}

/** Where a walk stands: the limit it began with, the rows it has passed, and whether it has met its empty page. */
interface Position {
  l: number;
  ts: number;
  sq: string;
  d: number;
  e?: number;
}

/** `GET /v2/trades`: cursor pages of taker rows (reference 2.4, 3.2). */
export function v2Trades(world: World, request: SyntheticRequest): SyntheticResponse {
  try {
    return answer(world, request);
  } catch (error) {
    if (error instanceof Refusal) return refused(request, error);
    throw error;
  }
}

function refused({ query }: SyntheticRequest, { message, parameter }: Refusal): SyntheticResponse {
  const trace_id = sha256(`trace|${query}`).slice(0, 32);
  return json(400, { error: message, code: 'invalid_parameter', retryable: false, trace_id, parameter });
}

function answer(world: World, request: SyntheticRequest): SyntheticResponse {
  const { query } = request;
  if (query.has('offset')) throw new Refusal('offset', 'offset is not supported, use cursor');
  const limit = readLimit(query);
  const markets = readMarkets(world, query);
  const filter = readFilter(query);
  const sign = (position: Position): string =>
    sha256(JSON.stringify([position, markets.map(({ conditionId }) => conditionId).sort(), filter])).slice(
      0,
      32,
    );
  const position = readCursor(query, sign) ?? { l: limit, ts: 0, sq: '0', d: 0 };
  const source = rowSource(markets, filter);
  const paging = markets.length === 1 ? (markets[0]?.paging ?? 'plain') : 'plain';
  const { rows, next, hasMore } = cut(source, position, limit, { paging, fault: request.fault });
  const cursor =
    next &&
    Buffer.from(JSON.stringify({ data: { type: 'trades', params: next }, sig: sign(next) })).toString(
      'base64url',
    );
  return envelope(rows, request, { limit, offset: 0, has_more: hasMore, next_cursor: cursor ?? null });
}

function envelope(rows: readonly Row[], request: SyntheticRequest, pagination: object): SyntheticResponse {
  const ordered = request.fault === 'shift' ? shiftTies(rows, ({ trade }) => trade.at) : rows;
  const texts = v2Rows(ordered, request.fault === 'drift');
  const body = `{"data":[${texts.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
  return json(200, body, request.query.has('cursor') ? {} : CACHED);
}

function readLimit(query: URLSearchParams): number {
  const limit = wholeNumber(query.get('limit') ?? DEFAULT_LIMIT, 0);
  if (limit < 1 || limit > HIGHEST_LIMIT) {
    throw new Refusal('limit', `limit must be between 1 and ${HIGHEST_LIMIT}`);
  }
  return limit;
}

/** Values of any of these names, repeated or in comma lists. */
function listed(query: URLSearchParams, ...names: string[]): string[] {
  const values = names.flatMap((name) => query.getAll(name)).flatMap((value) => value.split(','));
  return [...new Set(values.map((value) => value.trim()).filter(Boolean))];
}

function readMarkets(world: World, query: URLSearchParams): Market[] {
  const conditions = listed(query, 'condition', 'condition_id', 'conditionId');
  if (conditions.length > MOST_CONDITIONS) {
    throw new Refusal('condition', `at most ${MOST_CONDITIONS} conditions are allowed`);
  }
  if (conditions.some((condition) => !/^0x[0-9a-f]{62,64}$/i.test(condition))) {
    throw new Refusal('condition', 'condition must be a hex condition id');
  }
  const events = listed(query, 'event_id', 'eventId');
  const user = query.get('user');
  if (events.length > 0)
    return world.markets.filter(({ event }) => event.listed && events.includes(event.id));
  if (conditions.length > 0) return known(conditions.map((condition) => world.byCondition.get(condition)));
  if (user === null) throw new Refusal('condition', 'one of condition, event_id or user is required');
  return known([marketOfWallet(world, user)]);
}

function known(markets: readonly (Market | undefined)[]): Market[] {
  return markets.filter((market) => market !== undefined);
}

/** `start` and `end` count with `user` only; the dust filter is always on. */
function readFilter(query: URLSearchParams): RowFilter {
  const side = query.get('side')?.toUpperCase();
  if (side !== undefined && side !== 'BUY' && side !== 'SELL')
    throw new Refusal('side', 'side must be BUY or SELL');
  const user = query.get('user') ?? undefined;
  const bound = (name: string): number | undefined => {
    const value = wholeNumber(query.get(name), -1);
    return user === undefined || value < 0 ? undefined : value;
  };
  return {
    view: { makers: query.get('taker_only') === 'false', dust: false },
    side,
    user,
    byCash: query.get('filter_type')?.toUpperCase() === 'CASH',
    least: Number(query.get('filter_amount')) || DUST_SHARES,
    from: bound('start'),
    to: bound('end'),
  };
}

function readCursor(query: URLSearchParams, sign: (position: Position) => string): Position | undefined {
  const text = query.get('cursor');
  if (text === null) return undefined;
  const position = decodedPosition(text, sign);
  if (position === undefined) throw new Refusal('cursor', 'cursor is not valid for this query');
  return position;
}

function decodedPosition(text: string, sign: (position: Position) => string): Position | undefined {
  try {
    const { data, sig } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
      data: { type: string; params: Position };
      sig: string;
    };
    return data.type === 'trades' && sig === sign(data.params) ? data.params : undefined;
  } catch {
    return undefined;
  }
}

interface Cut {
  rows: Row[];
  /** Where the walk goes on; undefined for `next_cursor: null`. */
  next: Position | undefined;
  hasMore: boolean;
}

/** One page, with what the market's tape or a fault does to it. */
function cut(
  source: RowSource,
  position: Position,
  limit: number,
  { paging, fault }: { paging: Paging; fault: SyntheticRequest['fault'] },
): Cut {
  const start = Number(position.sq);
  if (paging === 'empty' && start > 0 && position.e === undefined && start < source.length) {
    return { rows: [], next: { ...position, e: 1 }, hasMore: true };
  }
  const size = paging === 'short' ? Math.ceil(limit / 2) : limit;
  const from = fault === 'repeat' ? Math.max(0, start - Math.min(REPEATED_ROWS, size - 1)) : start;
  const rows = source.slice(from, size);
  const end = from + rows.length;
  const hasMore = end < source.length || (paging === 'trailing' && rows.length > 0);
  const next = { l: limit, ts: rows.at(-1)?.trade.at ?? position.ts, sq: String(end), d: end };
  if (paging === 'loop' && start > 0) return { rows, next: position, hasMore: true };
  return { rows, next: hasMore && paging !== 'broken' ? next : undefined, hasMore };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
