import {
  legacyTradesPage,
  readTrade,
  type TradeDrift,
  type TradesVersion,
  tradesPage,
  type WireTrade,
} from '../schemas/wire/data-api.js';
import { TradeScanner } from '../schemas/wire/trade-scan.js';
import type { DatedRow } from './repeats.js';

/** A row of a tape, read. */
export interface TradeRow extends DatedRow {
  trade: WireTrade | TradeDrift;
}

/** Reads the stored pages of one tape. */
export class TradeRowReader {
  readonly #version: TradesVersion;
  readonly #scanner: TradeScanner;

  constructor(version: TradesVersion) {
    this.#version = version;
    this.#scanner = new TradeScanner(version);
  }

  /** The rows of a page, as received. Throws what JSON.parse and zod throw where it is none. */
  rows(body: Uint8Array): TradeRow[] {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const scanned = this.#scanner.scan(bytes);
    if (scanned === undefined) return this.#rowsOf(bytes.toString()).map((raw) => this.#parsed(raw));
    this.#rowsOf(scanned.envelope);
    return scanned.rows;
  }

  #rowsOf(text: string): unknown[] {
    const page: unknown = JSON.parse(text);
    return this.#version === 'v2' ? tradesPage.parse(page).data : legacyTradesPage.parse(page);
  }

  #parsed(raw: unknown): TradeRow {
    return { raw, timestamp: timestampOf(raw), trade: readTrade(raw, this.#version) };
  }
}

/** Unix seconds of a row as received; NaN where it has none. */
export function timestampOf(raw: unknown): number {
  const isDated = typeof raw === 'object' && raw !== null && 'timestamp' in raw;
  return isDated && typeof raw.timestamp === 'number' ? raw.timestamp : Number.NaN;
}
