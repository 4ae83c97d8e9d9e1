import type { SyntheticPart, SyntheticRequest, SyntheticResponse } from '../part.js';
import { json, REPEATED_ROWS, refusedByGateway, shiftTies, wholeNumber } from './answers.js';
import { isoText } from './calendar.js';
import { rowSource, v1Rows } from './data-rows.js';
import { v2Trades } from './data-v2.js';
import type { Market } from './model.js';
import { marketRecord } from './record.js';
import type { World } from './world.js';

/** v1 refuses offsets beyond this, so that 3,500 rows of a filter can be reached. */
const HIGHEST_OFFSET = 3_000;
const V1_DEFAULT_LIMIT = 100;
const V1_HIGHEST_LIMIT = 500;
const MOST_CONDITIONS = 20;

/** The Data API: trades in both versions and resolutions (reference 2.4, 2.5, 2.7). */
export function createDataPart(world: World): SyntheticPart {
  return {
    prefix: 'data',
    handle: (request) => refusedByGateway(request) ?? route(world, request),
  };
}

function route(world: World, request: SyntheticRequest): SyntheticResponse {
  const path = request.segments.join('/');
  if (path === 'v2/trades') return v2Trades(world, request);
  if (path === 'trades') return v1Trades(world, request);
  if (path === 'v2/resolutions') return resolutions(world, request);
  if (path === '') return json(200, { data: 'OK' });
  return json(404, { error: 'not found' });
}

/** A bare array, newest first, by offset; dust is served unless an amount is asked for. */
function v1Trades(world: World, request: SyntheticRequest): SyntheticResponse {
  const { query } = request;
  const offset = wholeNumber(query.get('offset'), 0);
  if (offset > HIGHEST_OFFSET) {
    return json(400, { error: `max historical activity offset of ${HIGHEST_OFFSET} exceeded` });
  }
  const limit = Math.min(wholeNumber(query.get('limit'), V1_DEFAULT_LIMIT), V1_HIGHEST_LIMIT);
  const bound = (name: string): number | undefined => {
    const value = wholeNumber(query.get(name), -1);
    return value < 0 ? undefined : value;
  };
  const source = rowSource(v1Markets(world, query), {
    view: { makers: query.get('takerOnly') === 'false', dust: true },
    side: query.get('side')?.toUpperCase(),
    user: query.get('user') ?? undefined,
    byCash: query.get('filterType') === 'CASH',
    least: query.has('filterType') ? Number(query.get('filterAmount')) : 0,
    from: bound('start'),
    to: bound('end'),
  });
  const from = request.fault === 'repeat' ? Math.max(0, offset - REPEATED_ROWS) : offset;
  const page = source.slice(from, limit + offset - from);
  const rows = request.fault === 'shift' ? shiftTies(page, ({ trade }) => trade.at) : page;
  return json(200, `[${v1Rows(rows, request.fault === 'drift').join(',')}]`);
}

/** Without a market or event: the few that opened the world's list. */
function v1Markets(world: World, query: URLSearchParams): Market[] {
  const conditions = (query.get('market') ?? '').split(',').filter(Boolean);
  const events = (query.get('eventId') ?? '').split(',').filter(Boolean);
  if (events.length > 0)
    return world.markets.filter(({ event }) => event.listed && events.includes(event.id));
  if (conditions.length === 0) return world.markets.slice(0, 3);
  return conditions.flatMap((condition) => world.byCondition.get(condition) ?? []);
}

/** Rows of resolved markets; older ones carry a price, in which "69" stands for unset, instead of payouts. */
function resolutions(world: World, request: SyntheticRequest): SyntheticResponse {
  const named = ['condition_id', 'condition'].flatMap((name) => request.query.getAll(name));
  const conditions = named.flatMap((value) => value.split(',')).slice(0, MOST_CONDITIONS);
  const rows = conditions.flatMap((condition) => resolutionRow(world.byCondition.get(condition)) ?? []);
  const name = request.fault === 'drift' ? 'rows' : 'data';
  return json(200, { [name]: rows });
}

function resolutionRow(market: Market | undefined): object | undefined {
  if (market === undefined || market.closedAt === null) return undefined;
  const base = {
    condition_id: market.conditionId,
    status: 'resolved',
    extended_review: false,
    was_disputed: false,
    new_version_q: market.ordinal % 2 === 0,
    transaction_hash: `0x${market.ordinal.toString(16).padStart(64, '0')}`,
  };
  if (market.oldResolution) {
    const price = market.winner === 'YES' ? '1000000000000000000' : '0';
    return {
      ...base,
      proposed_price: price,
      reproposed_price: '69',
      price,
      log_index: '391',
      last_update_timestamp: String(market.closedAt),
    };
  }
  return { ...base, payouts: payoutsOf(market), resolved_at: isoText(market.closedAt) };
}

/** Micro-dollars per share of each outcome, as the record's prices say. */
function payoutsOf(market: Market): number[] {
  const prices = String(marketRecord(market, false).outcomePrices).match(/-?[\d.]+/g) ?? [];
  return prices.map((price) => Math.round(Number(price) * 1_000_000));
}
