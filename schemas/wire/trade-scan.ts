import type { TradesVersion, WireTrade } from './data-api.js';
import { TRADE_FIELDS } from './data-api.js';

/** A row that was found in a page. Its other fields are parsed where they are asked for. */
export class ScannedTrade {
  constructor(
    readonly trade: WireTrade,
    private readonly page: Buffer,
    private readonly from: number,
    /** Where the row's bytes end in the page. */
    readonly to: number,
  ) {}

  get timestamp(): number {
    return this.trade.timestamp;
  }

  /** The row as JSON.parse gives it. */
  get raw(): unknown {
    return JSON.parse(this.page.toString('utf8', this.from, this.to));
  }
}

/** The rows of a page, and its text without them: `{"data":[],…}` or `[]`. */
export interface ScannedPage {
  rows: ScannedTrade[];
  envelope: string;
}

const TEXT = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
/** ASCII without escapes, so that the characters are the value. */
const PLAIN_TEXT = String.raw`"([ !#-\[\]-~]*)"`;
const SCALAR = `(?:${TEXT}|${NUMBER}|true|false|null)`;
const MEMBER = new RegExp(String.raw`[{,]"(\w+)":${SCALAR}`, 'y');

const COMMA = 0x2c;
const HEAD = { v2: '{"data":[', v1: '[' } as const;
const QUANTITIES = { size: NUMBER, price: NUMBER, timestamp: NUMBER };

/**
 * Finds the trades in pages as the host writes them: flat rows without blanks, each with the five fields once, as plain
 * texts and numbers. It reads several times faster than JSON.parse, which builds the fourteen other fields too, and
 * leaves less garbage. What it finds is what JSON.parse and readTrade would give; any other page it leaves to them.
 */
export class TradeScanner {
  readonly #version: TradesVersion;
  /** Reads a row whose keys come as in the row before. */
  #row: RowPattern | undefined;

  constructor(version: TradesVersion) {
    this.#version = version;
  }

  /** The rows of a page; undefined where it has to be parsed. */
  scan(page: Buffer): ScannedPage | undefined {
    const head = HEAD[this.#version];
    const text = new PageWindow(page);
    if (!text.characters.startsWith(head)) return undefined;
    const rows: ScannedTrade[] = [];
    let at = head.length - 1;
    do {
      const row = this.#rowAt(text, at + 1);
      if (row === undefined) return undefined;
      rows.push(row);
      at = row.to;
    } while (page[at] === COMMA);
    const tail = page.toString('latin1', at);
    // A second list of rows, its key escaped perhaps, would replace the first.
    if (!tail.startsWith(']') || tail.includes('"data"') || tail.includes('\\')) return undefined;
    return { rows, envelope: head + tail };
  }

  /** Keys seldom change from row to row; where they do they are read anew. */
  #rowAt(text: PageWindow, from: number): ScannedTrade | undefined {
    const known = this.#row?.read(text, from);
    if (known !== undefined) return known;
    const moved = text.moveTo(from) ? this.#row?.read(text, from) : undefined;
    if (moved !== undefined) return moved;
    this.#row = RowPattern.of(text, from, this.#version);
    return this.#row?.read(text, from);
  }
}

/** Bytes that are text at a time. A whole page as one text takes the engine several times as long to make room for. */
const WINDOW_BYTES = 64 * 1024;

/** A stretch of a page as text, one character for each byte. */
class PageWindow {
  characters: string;
  /** Place in the page of the first character. */
  start = 0;

  constructor(readonly page: Buffer) {
    this.characters = page.toString('latin1', 0, WINDOW_BYTES);
  }

  /** Makes the stretch begin at a later place; false where it reached the page's end before. */
  moveTo(place: number): boolean {
    if (this.start + this.characters.length >= this.page.length) return false;
    this.start = place;
    this.characters = this.page.toString('latin1', place, place + WINDOW_BYTES);
    return true;
  }
}

/** A tape has one condition and two tokens, so that looking through a few texts finds nearly all. */
const MOST_TEXTS = 4;

/** Reads rows that have certain keys in a certain order. */
class RowPattern {
  readonly #pattern: RegExp;
  #texts: string[] = [];
  /** Places of the fields among the groups of the pattern. */
  readonly #groups: Readonly<Record<keyof WireTrade, number>>;

  private constructor(
    keys: readonly string[],
    groups: Readonly<Record<keyof WireTrade, number>>,
    fields: ReadonlyMap<string, string>,
  ) {
    const members = keys.map((key) => `"${key}":${fields.get(key) ?? SCALAR}`);
    this.#pattern = new RegExp(`\\{${members.join(',')}\\}`, 'y');
    this.#groups = groups;
  }

  /** The pattern of the row that begins there; undefined where a key is missing or repeated, or a value is no scalar. */
  static of(text: PageWindow, from: number, version: TradesVersion): RowPattern | undefined {
    const keys = keysAt(text.characters, from - text.start);
    if (keys === undefined || new Set(keys).size !== keys.length) return undefined;
    const { token, condition } = TRADE_FIELDS[version];
    const fields = new Map([
      [token, PLAIN_TEXT],
      [condition, PLAIN_TEXT],
      ...Object.entries(QUANTITIES).map(([name, pattern]) => [name, `(${pattern})`] as const),
    ]);
    const order = keys.filter((key) => fields.has(key));
    if (order.length !== fields.size) return undefined;
    const group = (key: string) => order.indexOf(key) + 1;
    const groups = {
      token: group(token),
      condition: group(condition),
      size: group('size'),
      price: group('price'),
      timestamp: group('timestamp'),
    };
    return new RowPattern(keys, groups, fields);
  }

  read(text: PageWindow, from: number): ScannedTrade | undefined {
    const pattern = this.#pattern;
    pattern.lastIndex = from - text.start;
    const found = pattern.exec(text.characters);
    if (found === null) return undefined;
    const { token, condition, size, price, timestamp } = this.#groups;
    const trade = {
      token: this.#kept(String(found[token])),
      condition: this.#kept(String(found[condition])),
      size: Number(found[size]),
      price: Number(found[price]),
      timestamp: Number(found[timestamp]),
    };
    const isRead =
      Number.isFinite(trade.size) && Number.isFinite(trade.price) && Number.isInteger(trade.timestamp);
    return isRead ? new ScannedTrade(trade, text.page, from, text.start + pattern.lastIndex) : undefined;
  }

  /** One text for equal ones: a text that was cut out of a page keeps the page's characters in memory. */
  #kept(text: string): string {
    for (const known of this.#texts) if (known === text) return known;
    if (this.#texts.length === MOST_TEXTS) this.#texts = [];
    this.#texts.push(text);
    return text;
  }
}

/** The keys of the flat row that begins there, in order; undefined where it is no such row. */
function keysAt(text: string, from: number): string[] | undefined {
  const keys: string[] = [];
  MEMBER.lastIndex = from;
  do {
    const member = MEMBER.exec(text);
    if (member?.[1] === undefined || member[0].startsWith('{') !== (keys.length === 0)) return undefined;
    keys.push(member[1]);
  } while (text.charAt(MEMBER.lastIndex) !== '}');
  return keys;
}
