import type { SyntheticPart, SyntheticRequest, SyntheticResponse } from '../part.js';
import { CACHED, isTrue, json, REPEATED_ROWS, refusedByGateway, shiftTies, wholeNumber } from './answers.js';
import { invalid, readCursor, readFilters, readOrder, writeCursor } from './gamma-query.js';
import { eventRecord, marketRecord, type Wire } from './record.js';
import type { World } from './world.js';

const SCHEMA = 'https://gamma-api.polymarket.com/schemas/MarketsKeysetListResponse.json';
const DEPRECATED = {
  ...CACHED,
  deprecation: 'true',
  sunset: 'Fri, 01 May 2026 00:00:00 GMT',
  warning: '299 - "use /markets/keyset"',
};
const DEFAULT_LIMIT = 20;
const HIGHEST_LIMIT = 100;
const HIGHEST_OFFSET = 2_000;

/** Gamma: listings by keyset and by offset, single markets and events (reference 2.1, 2.2, 3.1). */
export function createGammaPart(world: World): SyntheticPart {
  let records: Wire[] | undefined;
  const allRecords = (): Wire[] => {
    records ??= world.markets.map((market) => marketRecord(market, true));
    return records;
  };
  return {
    prefix: 'gamma',
    handle: (request) => refusedByGateway(request) ?? route(world, allRecords, request),
  };
}

function route(world: World, allRecords: () => Wire[], request: SyntheticRequest): SyntheticResponse {
  const [kind, name, slug] = request.segments;
  const length = request.segments.length;
  if (kind === 'markets' && length === 1) return offsetPage(allRecords(), request);
  if (kind === 'markets' && name === 'keyset' && length === 2) return keysetPage(allRecords(), request);
  if (kind === 'markets')
    return oneMarket(allRecords(), request, name === 'slug' ? ['slug', slug] : ['id', name]);
  if (kind === 'events' && name !== undefined)
    return oneEvent(world, request, name === 'slug' ? ['slug', slug] : ['id', name]);
  return json(404, { type: 'not found error', error: 'route not found' });
}

/** Closed markets only where `closed=true` says so; active and unarchived ones always. */
function keysetPage(records: readonly Wire[], request: SyntheticRequest): SyntheticResponse {
  const { query } = request;
  if (query.has('offset')) return invalid('offset is not supported, use after_cursor');
  const closed = isTrue(query.get('closed'));
  const found = select(records, query, byIdText, (record) => {
    return record.closed === closed && record.active === true && record.archived === false;
  });
  if (!Array.isArray(found)) return found;
  const cursor = query.get('after_cursor');
  const start = cursor === null ? 0 : readCursor(query, cursor);
  if (start === undefined) return invalid('after_cursor is not valid for this query');
  const limit = limitOf(query);
  const from = request.fault === 'repeat' ? Math.max(0, start - Math.min(REPEATED_ROWS, limit - 1)) : start;
  const page = found.slice(from, from + limit);
  const end = from + page.length;
  const last = page.at(-1);
  const more = last !== undefined && end < found.length;
  return json(
    200,
    {
      $schema: SCHEMA,
      markets: presented(page, request),
      ...(more ? { next_cursor: writeCursor(query, end, String(last.id)) } : {}),
    },
    CACHED,
  );
}

function offsetPage(records: readonly Wire[], request: SyntheticRequest): SyntheticResponse {
  const { query } = request;
  const offset = wholeNumber(query.get('offset'), 0);
  if (offset > HIGHEST_OFFSET) return invalid('offset too large, use /markets/keyset for deeper pagination');
  const flags = ['closed', 'active', 'archived'].filter((flag) => query.get(flag));
  const found = select(records, query, byIdNumber, (record) =>
    flags.every((flag) => record[flag] === isTrue(query.get(flag))),
  );
  if (!Array.isArray(found)) return found;
  const from = request.fault === 'repeat' ? Math.max(0, offset - REPEATED_ROWS) : offset;
  return json(200, presented(found.slice(from, offset + limitOf(query)), request), DEPRECATED);
}

function select(
  records: readonly Wire[],
  query: URLSearchParams,
  fallback: (a: Wire, b: Wire) => number,
  flags: (record: Wire) => boolean,
): Wire[] | SyntheticResponse {
  const filter = readFilters(query);
  const order = readOrder(query, fallback);
  if (typeof filter !== 'function') return filter;
  if (typeof order !== 'function') return order;
  return records.filter((record) => flags(record) && filter(record)).sort(order);
}

/** Clamped, not refused. */
function limitOf(query: URLSearchParams): number {
  return Math.min(Math.max(wholeNumber(query.get('limit'), DEFAULT_LIMIT), 1), HIGHEST_LIMIT);
}

function byIdText(a: Wire, b: Wire): number {
  return String(a.id) < String(b.id) ? -1 : 1;
}

function byIdNumber(a: Wire, b: Wire): number {
  return Number(a.id) - Number(b.id);
}

/** The rows of a page as they go out: tags where they were asked for, and the faults of a page. */
function presented(page: readonly Wire[], request: SyntheticRequest): Wire[] {
  const order = (request.query.get('order') ?? 'id').split(',', 1).join('');
  const rows = request.fault === 'shift' ? shiftTies(page, (record) => record[order]) : page;
  return rows.map((record) => shown(record, request));
}

function shown(record: Wire, request: SyntheticRequest): Wire {
  const { tags: _tags, ...bare } = record;
  const row = isTrue(request.query.get('include_tag')) ? record : bare;
  return request.fault === 'drift' ? renamed(row) : row;
}

/** `conditionId` under another name. */
function renamed(record: Wire): Wire {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name === 'conditionId' ? 'condition_id' : name, value]),
  );
}

type Key = readonly [field: 'id' | 'slug', value: string | undefined];

function notFound([field]: Key): SyntheticResponse {
  return json(404, { type: 'not found error', error: `${field} not found` });
}

function oneMarket(records: readonly Wire[], request: SyntheticRequest, key: Key): SyntheticResponse {
  const record = records.find((each) => each[key[0]] === key[1]);
  return record ? json(200, shown(record, request), CACHED) : notFound(key);
}

function oneEvent(world: World, request: SyntheticRequest, key: Key): SyntheticResponse {
  const event = world.events.find((each) => each.listed && each[key[0]] === key[1]);
  if (event === undefined) return notFound(key);
  return json(200, eventRecord(event, request.query.get('include_markets') !== 'false'), CACHED);
}
