import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createGzip } from 'node:zlib';
import type { SyntheticPart } from '../../sources/synthetic/part.js';
import { type InventedMarket, inventTrade } from './invented-tapes.js';

const PAGE_ROWS = 1_000;

/** The rows of a stretch of a market's tape, newest first, with all fields that the host sends. */
function rawRows(market: InventedMarket, from: number): object[] {
  const rows = Math.max(0, Math.min(PAGE_ROWS, market.trades - from));
  return Array.from({ length: rows }, (_, index) => rawRow(market, from + index));
}

function rawRow(market: InventedMarket, place: number): object {
  const { second, size, price, isYes } = inventTrade(market, place);
  return {
    proxy_wallet: `0x${place.toString(16).padStart(40, '0')}`,
    side: place % 3 === 0 ? 'SELL' : 'BUY',
    token_id: isYes ? market.yesToken : market.noToken,
    condition_id: market.conditionId,
    size,
    price,
    timestamp: second,
    title: `Will invented event ${market.number} happen by the end of the quarter?`,
    slug: `will-invented-event-${market.number}-happen`,
    icon: `https://pictures.invalid/${market.number}.png`,
    event_slug: `invented-event-${market.number}`,
    outcome: isYes ? 'Yes' : 'No',
    outcome_index: isYes ? 0 : 1,
    name: `trader ${place % 977}`,
    pseudonym: 'Invented-Trader',
    bio: '',
    profile_image: '',
    profile_image_optimized: '',
    transaction_hash: `0x${place.toString(16).padStart(64, '0')}`,
  };
}

/** A Data API that serves these markets' tapes by cursor. */
export function tapesPart(markets: readonly InventedMarket[]): SyntheticPart {
  const byCondition = new Map(markets.map((market) => [market.conditionId, market]));
  return {
    prefix: 'data',
    handle: ({ query }) => {
      const market = byCondition.get(String(query.get('condition')));
      if (market === undefined) return { status: 404, headers: {}, body: '{}' };
      const from = query.has('cursor') ? Number(query.get('cursor')) : 0;
      const data = rawRows(market, from);
      const hasMore = from + data.length < market.trades;
      const pagination = { has_more: hasMore, next_cursor: hasMore ? String(from + data.length) : null };
      const headers = { 'content-type': 'application/json' };
      return { status: 200, headers, body: JSON.stringify({ data, pagination }) };
    },
  };
}

/** The same rows as NDJSON, compressed: what another engine reads of them. */
export async function writeNdjson(market: InventedMarket, path: string): Promise<void> {
  const gzip = createGzip();
  const file = gzip.pipe(createWriteStream(path));
  for (let from = 0; from < market.trades; from += PAGE_ROWS) {
    const lines = rawRows(market, from).map((row) => `${JSON.stringify(row)}\n`);
    if (!gzip.write(lines.join(''))) await once(gzip, 'drain');
  }
  gzip.end();
  await once(file, 'finish');
}
