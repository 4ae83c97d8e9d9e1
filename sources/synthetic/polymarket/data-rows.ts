import type { Market, Trade } from './model.js';
import { isVisible, type TapeView, tapeLength, tapeSlice } from './tape.js';
import { priceText, sizeText } from './trades.js';
import type { World } from './world.js';

/** A trade with the market it belongs to. */
export interface Row {
  market: Market;
  trade: Trade;
}

/** A list of rows, newest first, of which any stretch can be had. */
export interface RowSource {
  length: number;
  slice(start: number, count: number): Row[];
}

/** What a query asks of rows beyond their market. */
export interface RowFilter {
  view: TapeView;
  side?: string | undefined;
  user?: string | undefined;
  /** `filter_amount` counts dollars instead of shares. */
  byCash: boolean;
  /** Least amount; the dust filter alone where it is not above it. */
  least: number;
  from?: number | undefined;
  to?: number | undefined;
}

/** Shares below which v2 serves no row. */
export const DUST_SHARES = 0.01;

/**
 * The rows of these markets. One market without further filters is read page by page; everything else is made whole
 * and filtered, at the cost of all tapes concerned.
 */
export function rowSource(markets: readonly Market[], filter: RowFilter): RowSource {
  const [market] = markets;
  if (market !== undefined && markets.length === 1 && isPlain(filter)) {
    return {
      length: tapeLength(market, filter.view),
      slice: (start, count) =>
        tapeSlice(market, filter.view, start, count).map((trade) => ({ market, trade })),
    };
  }
  const rows = markets
    .flatMap((each) =>
      tapeSlice(each, filter.view, 0, Number.POSITIVE_INFINITY).map((trade) => ({ market: each, trade })),
    )
    .filter((row) => passes(row, filter))
    .sort((a, b) => b.trade.at - a.trade.at);
  return { length: rows.length, slice: (start, count) => rows.slice(start, start + count) };
}

function isPlain(filter: RowFilter): boolean {
  const { side, user, byCash, least, from, to } = filter;
  return [side, user, from, to].every((value) => value === undefined) && !byCash && least <= DUST_SHARES;
}

function passes({ market, trade }: Row, filter: RowFilter): boolean {
  const amount = (filter.byCash ? trade.usdMicros : trade.sizeMicros) / 1_000_000;
  return (
    isVisible(trade, filter.view) &&
    amount >= filter.least &&
    (filter.side === undefined || trade.side === filter.side) &&
    (filter.user === undefined || walletOf(market, trade) === filter.user) &&
    (filter.from === undefined || trade.at >= filter.from) &&
    (filter.to === undefined || trade.at <= filter.to)
  );
}

/** The address of a trader who exists nowhere: the market's number and a counter. */
function walletOf(market: Market, trade: Trade): string {
  const [high, low] = [market.ordinal + 1, trade.wallet].map((part) => part.toString(16).padStart(20, '0'));
  return `0x${high}${low}`;
}

/** The one market on which this wallet trades. */
export function marketOfWallet(world: World, wallet: string): Market | undefined {
  return /^0x[0-9a-f]{40}$/.test(wallet) ? world.markets[Number(`0x${wallet.slice(2, 22)}`) - 1] : undefined;
}

/** The hash that all rows of a transaction share. */
function transactionHash(market: Market, trade: Trade): string {
  const name = Buffer.from(trade.transaction, 'latin1').toString('hex');
  return `0x${market.ordinal.toString(16).padStart(8, '0')}${name.slice(-56).padStart(56, '0')}`;
}

const FIELDS = (
  'proxy_wallet side token_id condition_id size price timestamp title slug icon event_slug outcome outcome_index ' +
  'name pseudonym bio profile_image profile_image_optimized transaction_hash'
).split(' ');

/** Raw JSON text of each v2 field. */
function fieldTexts({ market, trade }: Row): Record<string, string> {
  const index = trade.token === 'yes' ? 0 : 1;
  return {
    proxy_wallet: `"${walletOf(market, trade)}"`,
    side: `"${trade.side}"`,
    token_id: `"${index === 0 ? market.yesToken : market.noToken}"`,
    condition_id: `"${market.conditionId}"`,
    size: sizeText(trade),
    price: priceText(trade),
    timestamp: String(trade.at),
    title: JSON.stringify(market.question),
    slug: `"${market.slug}"`,
    icon: '""',
    event_slug: market.event.listed ? `"${market.event.slug}"` : '""',
    outcome: JSON.stringify((market.labels ?? ['Yes', 'No'])[index]),
    outcome_index: String(index),
    name: '""',
    pseudonym: '""',
    bio: '""',
    profile_image: '""',
    profile_image_optimized: '""',
    transaction_hash: `"${transactionHash(market, trade)}"`,
    ...trade.wire,
  };
}

/** A row as v2 sends it; `rename` gives a field another name. */
export function v2Row(row: Row, rename?: readonly [from: string, to: string]): string {
  const texts = fieldTexts(row);
  const pairs = FIELDS.map((field) => `"${rename?.[0] === field ? rename[1] : field}":${texts[field]}`);
  return `{${pairs.join(',')}}`;
}

/** The same row as v1 sends it: camelCase, and `asset` for the token. */
export function v1Row(row: Row, rename?: readonly [from: string, to: string]): string {
  const texts = fieldTexts(row);
  const pairs = FIELDS.map((field) => {
    const name =
      field === 'token_id'
        ? 'asset'
        : field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return `"${rename?.[0] === name ? rename[1] : name}":${texts[field]}`;
  });
  return `{${pairs.join(',')}}`;
}
