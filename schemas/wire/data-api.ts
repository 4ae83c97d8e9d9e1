import { z } from 'zod';
import { finiteNumber } from '../../common/micros.js';

/**
 * One page of `GET /v2/trades`. The walk ends where `next_cursor` is null, and nowhere else: pages may be short or empty
 * on the way. `has_more` beside a null cursor contradicts it.
 */
export const tradesPage = z.object({
  data: z.array(z.unknown()),
  pagination: z.object({ next_cursor: z.string().nullable(), has_more: z.boolean().optional() }),
});

/** One page of the older `GET /trades`: a bare array, newest first. */
export const legacyTradesPage = z.array(z.unknown());

/** A field of a trade row that does not have the type that the host sends. */
export interface TradeDrift {
  field: string;
  detail: string;
}

/** One taker order's fill, from either version of the API: the fields that the dataset rests on. */
export interface WireTrade {
  /** CLOB token that was traded. */
  token: string;
  condition: string;
  /** Shares. */
  size: number;
  /** Of the token traded: a volume-weighted average over the makers, with float dust. */
  price: number;
  /** Unix seconds. */
  timestamp: number;
}

/** Names of the two columns whose name changed between the versions. */
export const TRADE_FIELDS = {
  v2: { token: 'token_id', condition: 'condition_id' },
  v1: { token: 'asset', condition: 'conditionId' },
} as const;

export type TradesVersion = keyof typeof TRADE_FIELDS;

/**
 * Reads one row; a drift where a field is missing or has another type. Written by hand because tapes have millions of
 * rows, and a schema library takes as long over each as everything else together. `outcome`, `outcome_index` (999 at
 * times), `side` and the trader are not looked at: the token alone tells which side was traded.
 */
export function readTrade(row: unknown, version: TradesVersion): WireTrade | TradeDrift {
  if (typeof row !== 'object' || row === null) return { field: 'row', detail: 'is no object' };
  const fields = row as Readonly<Record<string, unknown>>;
  const names = TRADE_FIELDS[version];
  const token = fields[names.token];
  if (typeof token !== 'string') return drift(names.token, 'is no text');
  const condition = fields[names.condition];
  if (typeof condition !== 'string') return drift(names.condition, 'is no text');
  const size = finiteNumber(fields.size);
  if (size === undefined) return drift('size', 'is no number');
  const price = finiteNumber(fields.price);
  if (price === undefined) return drift('price', 'is no number');
  const timestamp = fields.timestamp;
  if (typeof timestamp !== 'number' || !Number.isInteger(timestamp))
    return drift('timestamp', 'is no integer');
  return { token, condition, size, price, timestamp };
}

function drift(field: string, detail: string): TradeDrift {
  return { field, detail };
}

/** True for a row that could not be read. */
export function isTradeDrift(row: WireTrade | TradeDrift): row is TradeDrift {
  return 'field' in row;
}
