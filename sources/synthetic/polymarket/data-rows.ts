import type { Market, TokenName, Trade } from './model.js';
import { isVisible, type TapeView, tapeLength, tapeSlice, UNNAMED } from './tape.js';
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

/** The fields that differ from row to row, in the order of FIELDS; all others belong to market and token. */
const VARYING = ['proxy_wallet', 'side', 'size', 'price', 'timestamp', 'transaction_hash'];
/** Stands for a varying field in the fixed text; no JSON text holds it unescaped. */
const GAP = '\u0000';

function varyingTexts({ market, trade }: Row): string[] {
  return [
    `"${walletOf(market, trade)}"`,
    `"${trade.side}"`,
    sizeText(trade),
    priceText(trade),
    String(trade.at),
    `"${transactionHash(market, trade)}"`,
  ];
}

/** Raw JSON text of the fields that all rows of a market and token share. */
function fixedTexts(market: Market, token: TokenName): Record<string, string> {
  const index = token === 'yes' ? 0 : 1;
  return {
    token_id: `"${index === 0 ? market.yesToken : market.noToken}"`,
    condition_id: `"${market.conditionId}"`,
    title: JSON.stringify(market.question),
    slug: `"${market.slug}"`,
    event_slug: market.event.listed ? `"${market.event.slug}"` : '""',
    outcome: JSON.stringify((market.labels ?? ['Yes', 'No'])[index]),
    outcome_index: String(index),
  };
}

/** How a version of the API names the fields. */
type Naming = (field: string) => string;

const V2_NAMES: Naming = (field) => field;
const V1_NAMES: Naming = (field) =>
  field === 'token_id' ? 'asset' : field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The text of a row with a gap for each varying field, cut at the gaps. */
function pieces({ market, trade }: Row, naming: Naming, drifted: boolean): string[] {
  const gaps = Object.fromEntries(VARYING.map((field) => [field, GAP]));
  const texts: Record<string, string> = { ...fixedTexts(market, trade.token), ...gaps, ...trade.wire };
  const pairs = FIELDS.map((field) => {
    const name = drifted && field === 'token_id' ? 'token' : naming(field);
    return `"${name}":${texts[field] ?? '""'}`;
  });
  return `{${pairs.join(',')}}`.split(GAP);
}

/** Texts of rows as one version of the API sends them; what the rows of a token share is written once. */
function rowTexts(rows: readonly Row[], naming: Naming, drifted: boolean): string[] {
  const shared = new Map<string, string[]>();
  return rows.map((row) => {
    const { wire, token } = row.trade;
    const isUnnamed = wire === UNNAMED;
    if (wire !== undefined && !isUnnamed) return joined(pieces(row, naming, drifted), row);
    const key = `${row.market.ordinal}/${token}/${isUnnamed}`;
    const known = shared.get(key) ?? pieces(row, naming, drifted);
    shared.set(key, known);
    return joined(known, row);
  });
}

function joined(parts: readonly string[], row: Row): string {
  const { wire } = row.trade;
  const all = varyingTexts(row);
  const texts = wire === undefined ? all : all.filter((_, at) => !(String(VARYING[at]) in wire));
  return parts.map((part, at) => (at < texts.length ? part + texts[at] : part)).join('');
}

/** Rows as v2 sends them; drifted ones name the token otherwise. */
export function v2Rows(rows: readonly Row[], drifted: boolean): string[] {
  return rowTexts(rows, V2_NAMES, drifted);
}

/** The same rows as v1 sends them: camelCase, and `asset` for the token. */
export function v1Rows(rows: readonly Row[], drifted: boolean): string[] {
  return rowTexts(rows, V1_NAMES, drifted);
}
