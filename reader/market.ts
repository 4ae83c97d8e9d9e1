import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compareIds } from '../common/order.js';
import { timelineProblem } from '../pipelines/polybench/market-check.js';
import type { Manifest } from '../schemas/manifest.js';
import { access, isPresent, RESTORE, refuseFile, refuseIrregular } from './access.js';
import { IncompleteDataError, UnknownNameError, WrongVersionError } from './errors.js';
import { CheckedFiles, readManifestFile } from './integrity.js';
import { type Market, type MarketCheck, parametersOf, publishedCheck, readMarket } from './market-file.js';
import { refuseUnknownOptions } from './options.js';

/** Where markets are read from where neither a directory nor POLY_DATA_DIR is given. */
export const DEFAULT_MARKETS_DIR = 'out/polybench/latest/markets';

const FOLDER = 'markets';
const SUFFIX = '.json';
const MARKET_ID = /^[\w-]{1,100}$/;
const NAME_ONE = 'Build polybench, or name a directory of markets, of a version or of the dataset.';

export interface MarketsOptions {
  /** A directory of `<market_id>.json` files, of a version, or of the dataset with its versions. */
  dir?: string;
  /** Where POLY_DATA_DIR is looked up; the environment of the process by default. */
  env?: Readonly<Record<string, string | undefined>>;
}

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
 * `out`. The directory of a version stands for its markets, that of the dataset for those of the latest version. Where
 * they belong to a published version, every file is compared with the version's manifest before use.
 *
 * IncompleteDataError where there is no market, UnknownNameError where a file is named, WrongVersionError where the
 * version is of another dataset, UsageError for an unknown option.
 */
export async function openMarkets(options: MarketsOptions = {}): Promise<Markets> {
  refuseUnknownOptions(options, ['dir', 'env']);
  const { dir, env = process.env } = options;
  const chosen = dir === undefined ? env.POLY_DATA_DIR : dir;
  const named = chosen === undefined || chosen === '' ? DEFAULT_MARKETS_DIR : chosen;
  await refuseFile(named, NAME_ONE);
  for (const version of [named, join(named, 'latest')])
    if (await isPresent(join(version, 'manifest.json'))) return marketsOfVersion(await resolved(version));
  const real = await resolved(named);
  const version = dirname(real);
  const isOfVersion = basename(real) === FOLDER && (await isPresent(join(version, 'manifest.json')));
  return isOfVersion ? marketsOfVersion(version) : Markets.ofDirectory(real);
}

async function resolved(path: string): Promise<string> {
  if (!(await isPresent(path))) throw new IncompleteDataError(`there are no markets at ${path}`, NAME_ONE);
  return access(path, () => realpath(path));
}

async function marketsOfVersion(version: string): Promise<Markets> {
  const { manifest } = await readManifestFile(version);
  if (manifest.dataset !== 'polybench')
    throw new WrongVersionError(`${version} holds ${manifest.dataset}, which has no markets`, NAME_ONE);
  return Markets.ofVersion(version, manifest, new CheckedFiles(version, manifest));
}

/** Made by openMarkets, or by a version. */
export class Markets {
  private constructor(
    /** Absolute, links resolved. */
    readonly dir: string,
    private readonly sorted: readonly string[],
    private readonly check: MarketCheck,
    /** The files that a version lists; undefined for a directory that belongs to none. */
    private readonly files: CheckedFiles | undefined,
  ) {}

  /** The markets of a version. IncompleteDataError where its manifest lists another number of them than its splits have. */
  static ofVersion(dir: string, manifest: Manifest, files: CheckedFiles): Markets {
    const prefix = `${FOLDER}/`;
    const ids = idsOf(files.paths.filter((path) => path.startsWith(prefix)));
    const rows = Object.values(manifest.splits).reduce((sum, split) => sum + split.rows, 0);
    if (ids.length !== rows)
      throw new IncompleteDataError(
        `the manifest of ${dir} lists ${ids.length} files of markets, its splits have ${rows} markets`,
        RESTORE,
      );
    return new Markets(join(dir, FOLDER), ids, publishedCheck(parametersOf(manifest.parameters)), files);
  }

  /** The markets of a directory that belongs to no version. IncompleteDataError where it has none. */
  static async ofDirectory(dir: string): Promise<Markets> {
    const ids = idsOf(await access(dir, () => readdir(dir)));
    if (ids.length === 0) throw new IncompleteDataError(`there are no markets at ${dir}`, NAME_ONE);
    return new Markets(dir, ids, timelineProblem, undefined);
  }

  /** Ids of all markets, numerically. */
  async ids(): Promise<string[]> {
    return [...this.sorted];
  }

  /**
   * One market. UnknownNameError where there is none of that id, IncompleteDataError or AlteredDataError where its file
   * is not what was published, AlteredDataError where it is no market that could be played.
   */
  async load(marketId: string): Promise<Market> {
    // An id may come from outside: what is no word never becomes a part of a path.
    const path = MARKET_ID.test(marketId) ? await this.#path(marketId) : undefined;
    if (path === undefined)
      throw new UnknownNameError(`there is no market ${marketId} in ${this.dir}`, 'See listMarketIds().');
    await refuseIrregular(path);
    const text = await access(path, () => readFile(path, 'utf8'));
    return readMarket(path, text, this.check);
  }

  async #path(marketId: string): Promise<string | undefined> {
    const name = `${marketId}${SUFFIX}`;
    if (this.files === undefined) {
      const path = join(this.dir, name);
      return (await isPresent(path)) ? path : undefined;
    }
    const listed = `${FOLDER}/${name}`;
    return this.files.lists(listed) ? this.files.path(listed) : undefined;
  }
}

function idsOf(paths: readonly string[]): string[] {
  return paths
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => basename(path, SUFFIX))
    .sort(compareIds);
}
