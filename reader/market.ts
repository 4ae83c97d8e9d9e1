import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, nodeFiles } from '../common/node-files.js';
import { compareIds } from '../common/order.js';
import { type HistoryRow, historyTable, type MarketRow, marketsTable } from '../schemas/polybench.js';
import { type Row, rowCheck, type Table } from '../schemas/table.js';
import { AlteredDataError, IncompleteDataError, UnknownNameError } from './errors.js';
import { CheckedFiles, readManifestFile } from './integrity.js';
import { rowOfJson } from './json-row.js';

/** Where markets are read from where neither a directory nor POLY_DATA_DIR is given. */
export const DEFAULT_MARKETS_DIR = 'out/polybench/latest/markets';

/** One day of a market: the YES quote at 00:00 UTC, and what traded in the day before it, USD. */
export type MarketPoint = Pick<HistoryRow, 'date' | 'price' | 'volume' | 'liquidity'>;

/** A market and its history, ascending. It holds the outcome and later days: hide from a forecaster what is still to come. */
export type Market = Omit<MarketRow, 'split'> & { history: MarketPoint[] };

export interface MarketsOptions {
  /** Directory of `<market_id>.json` files. */
  dir?: string;
  /** Where POLY_DATA_DIR is looked up; the environment of the process by default. */
  env?: Readonly<Record<string, string | undefined>>;
}

const { split: _, ...marketColumns } = marketsTable.columns;
const { date, price, volume, liquidity } = historyTable.columns;
const MARKET: Table = { ...marketsTable, columns: marketColumns };
const POINT: Table = { ...historyTable, columns: { date, price, volume, liquidity } };
const MARKET_ID = /^[\w-]{1,100}$/;
const marketCheck = rowCheck(MARKET);
const pointCheck = rowCheck(POINT);

/** Ids of all markets, numerically. Directory as in `openMarkets`. */
export async function listMarketIds(options: MarketsOptions = {}): Promise<string[]> {
  return (await openMarkets(options)).ids();
}

/** One market. Directory and errors as in `openMarkets`; open once where many markets are wanted. */
export async function loadMarket(marketId: string, options: MarketsOptions = {}): Promise<Market> {
  return (await openMarkets(options)).load(marketId);
}

/**
 * Opens a directory of single markets: `dir`, else the environment's POLY_DATA_DIR, else the latest version under
 * `out`; the directory of a version stands for its markets. Where it belongs to a published version, every file is compared with the version's manifest before use; a
 * directory without a manifest is checked against the schema alone. IncompleteDataError where it is missing.
 */
export async function openMarkets({ dir, env = process.env }: MarketsOptions = {}): Promise<Markets> {
  const chosen = dir === undefined ? env.POLY_DATA_DIR : dir;
  const named = chosen === undefined || chosen === '' ? DEFAULT_MARKETS_DIR : chosen;
  const isVersion = await nodeFiles.exists(join(named, 'manifest.json'));
  const real = await realDirectory(isVersion ? join(named, 'markets') : named);
  return new Markets(real, await versionFiles(real));
}

async function realDirectory(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new IncompleteDataError(
      `there are no markets at ${path}`,
      'Build polybench, or name a directory of markets in POLY_DATA_DIR.',
      { cause: error },
    );
  }
}

/** The files of the version that the directory is a part of; undefined where it is part of none. */
async function versionFiles(dir: string): Promise<CheckedFiles | undefined> {
  const version = dirname(dir);
  try {
    const files = new CheckedFiles(version, (await readManifestFile(version)).manifest);
    return files.paths.some((path) => path.startsWith(`${basename(dir)}/`)) ? files : undefined;
  } catch (error) {
    if (error instanceof IncompleteDataError) return undefined;
    throw error;
  }
}

/** Made by openMarkets. */
export class Markets {
  constructor(
    /** Absolute, links resolved. */
    readonly dir: string,
    private readonly files: CheckedFiles | undefined,
  ) {}

  /** Ids of all markets, numerically. */
  async ids(): Promise<string[]> {
    const prefix = `${basename(this.dir)}/`;
    const names =
      this.files === undefined
        ? await readdir(this.dir)
        : this.files.paths.filter((path) => path.startsWith(prefix));
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => basename(name, '.json'))
      .sort(compareIds);
  }

  /**
   * One market. UnknownNameError where there is none of that id, IncompleteDataError or AlteredDataError where its
   * file is not what was published, AlteredDataError where it does not fit the schema.
   */
  async load(marketId: string): Promise<Market> {
    // An id may come from outside: what is no word never becomes a part of a path.
    const path = MARKET_ID.test(marketId) ? await this.#path(marketId) : undefined;
    if (path === undefined)
      throw new UnknownNameError(`there is no market ${marketId} in ${this.dir}`, 'See listMarketIds().');
    return marketOf(path, await readFile(path, 'utf8'));
  }

  async #path(marketId: string): Promise<string | undefined> {
    const path = join(this.dir, `${marketId}.json`);
    if (this.files === undefined) return (await nodeFiles.exists(path)) ? path : undefined;
    const listed = `${basename(this.dir)}/${marketId}.json`;
    return this.files.lists(listed) ? this.files.path(listed) : undefined;
  }
}

function marketOf(path: string, text: string): Market {
  const { history, ...columns } = record(path, text);
  const market = checked(path, marketCheck, rowOfJson(MARKET, columns));
  if (!Array.isArray(history)) throw unfit(path, 'history is no list');
  const points = history.map((point: Row) => checked(path, pointCheck, point));
  return { ...market, history: points } as Market;
}

function record(path: string, text: string): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below, as for any other text that holds no market.
  }
  throw unfit(path, 'it is no JSON object');
}

function checked(path: string, check: ReturnType<typeof rowCheck>, row: unknown): Row {
  const parsed = check.safeParse(row);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw unfit(path, `${issue?.path.join('.')} ${issue?.message}`);
}

function unfit(path: string, problem: string): AlteredDataError {
  return new AlteredDataError(`${path} is no market: ${problem}`, 'Restore it, or build the dataset again.');
}
