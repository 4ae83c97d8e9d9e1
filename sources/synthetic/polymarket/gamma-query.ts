import { createHash } from 'node:crypto';
import type { SyntheticResponse } from '../part.js';
import { json } from './answers.js';
import type { Wire } from './record.js';

/** Names of `order`; snake_case and anything else is refused. */
const ORDERS = new Set(
  'id volumeNum liquidityNum endDate startDate volume24hr createdAt updatedAt closedTime volume liquidity'.split(
    ' ',
  ),
);

const RANGES: readonly (readonly [parameter: string, field: string, read: (value: unknown) => number])[] = [
  ['end_date', 'endDate', (value) => Date.parse(String(value))],
  ['start_date', 'startDate', (value) => Date.parse(String(value))],
  ['volume_num', 'volumeNum', Number],
  ['liquidity_num', 'liquidityNum', Number],
];

/** List parameters: repeated keys; a comma list is one value and matches nothing. */
const LISTS: Readonly<Record<string, (record: Wire) => readonly unknown[]>> = {
  id: (record) => [record.id],
  slug: (record) => [record.slug],
  condition_ids: (record) => [record.conditionId],
  question_ids: (record) => [record.questionID],
  clob_token_ids: (record) => tokensOf(record),
  uma_resolution_status: (record) => [record.umaResolutionStatus],
  tag_id: (record) => tagIdsOf(record),
};

function tokensOf(record: Wire): unknown[] {
  return String(record.clobTokenIds).match(/\d+/g) ?? [];
}

function tagIdsOf(record: Wire): unknown[] {
  const tags = record.tags;
  return Array.isArray(tags) ? tags.map((tag: { id: unknown }) => tag.id) : [];
}

/** Gamma's refusal of a query. */
export function invalid(error: string): SyntheticResponse {
  return json(422, { type: 'validation error', error });
}

/** The filters of a query over full records (with tags); a refusal where a bound does not parse. */
export function readFilters(query: URLSearchParams): ((record: Wire) => boolean) | SyntheticResponse {
  const tests: ((record: Wire) => boolean)[] = [];
  for (const [name, valuesOf] of Object.entries(LISTS)) {
    const wanted = new Set<unknown>(query.getAll(name));
    if (wanted.size > 0) tests.push((record) => valuesOf(record).some((value) => wanted.has(value)));
  }
  for (const [name, field, read] of RANGES) {
    for (const side of ['min', 'max'] as const) {
      const text = query.get(`${name}_${side}`);
      if (text === null || text === '') continue;
      const bound = read(text);
      if (Number.isNaN(bound)) return invalid(`${name}_${side} is not valid`);
      tests.push((record) => {
        const value = read(record[field]);
        return side === 'min' ? value >= bound : value <= bound;
      });
    }
  }
  return (record) => tests.every((test) => test(record));
}

/** The order of a query, ties by `fallback`; a refusal where a field is unknown. */
export function readOrder(
  query: URLSearchParams,
  fallback: (a: Wire, b: Wire) => number,
): ((a: Wire, b: Wire) => number) | SyntheticResponse {
  const fields = (query.get('order') ?? '').split(',').filter(Boolean);
  if (fields.some((field) => !ORDERS.has(field))) return invalid('order fields are not valid');
  const sign = query.get('ascending') === 'false' ? -1 : 1;
  return (a, b) => {
    for (const field of fields) {
      const [left, right] = [sortKey(a, field), sortKey(b, field)];
      if (left !== right) return left < right ? -sign : sign;
    }
    return fallback(a, b);
  };
}

function sortKey(record: Wire, field: string): number | string {
  const value = record[field];
  if (/volume|liquidity|^id$/.test(field)) return value === undefined ? 0 : Number(value);
  return value === undefined ? '' : String(value);
}

const UNHASHED = new Set(['after_cursor', 'cursor', 'next_cursor', 'limit']);

function queryHash(query: URLSearchParams): string {
  const pairs = [...query].filter(([name]) => !UNHASHED.has(name)).map(([name, value]) => `${name}=${value}`);
  return createHash('sha256').update(pairs.sort().join('&')).digest('hex');
}

function signature(body: string): Buffer {
  return createHash('sha256').update(`keyset|${body}`).digest();
}

/** A keyset cursor: 32 signature bytes, then JSON with the query's hash and the last id, in base64url. */
export function writeCursor(query: URLSearchParams, position: number, lastId: string): string {
  const keys = [{ t: 'string', v: lastId }];
  const body = JSON.stringify({ v: 1, k: 'markets', oh: queryHash(query), keys, n: position });
  return Buffer.concat([signature(body), Buffer.from(body)]).toString('base64url');
}

/** The position that a cursor names; undefined where it was made for another query or by somebody else. */
export function readCursor(query: URLSearchParams, cursor: string): number | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(32).toString();
  if (!bytes.subarray(0, 32).equals(signature(body))) return undefined;
  const { oh, n } = JSON.parse(body) as { oh: string; n: number };
  return oh === queryHash(query) ? n : undefined;
}
