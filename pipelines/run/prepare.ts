import { join } from 'node:path';
import { UsageError } from '../../common/errors.js';
import { BASE_URL_VARIABLES, DEFAULT_BASE_URLS, parseBaseUrl } from '../../sources/http/base-url.js';
import { DEFAULT_RATES, type Rate } from '../../sources/http/pacing.js';
import { SYNTHETIC_TOKENS } from '../../sources/synthetic/index.js';
import { SOURCE_NAMES, type SourceName } from '../../sources/types.js';
import type { Dataset, PublishedVersion } from '../dataset.js';
import { DATASETS } from '../datasets.js';
import { type ResolvedParameters, refuseUnknownSettings, resolveParameters } from '../parameters.js';
import { openLatest, openVersion, refuseEarlierClock } from '../stages/versions.js';
import type { RunSettings, RunWorld } from './settings.js';

/** One dataset of a run, ready to be built. */
export interface Prepared {
  dataset: Dataset;
  parameters: ResolvedParameters<object>;
  previous: PublishedVersion | undefined;
}

/** Variables that carry a token, and how to come by one. */
const TOKENS: Partial<Record<SourceName, { variable: string; remedy: string }>> = {
  metaculus: {
    variable: 'METACULUS_TOKEN',
    remedy:
      'Sign in at https://www.metaculus.com, create an API token under Settings > API access and set METACULUS_TOKEN to it. ' +
      'The terms of use let you fetch data for your own account; training, evaluating or developing AI/ML models on it needs written permission from Metaculus.',
  },
};

/**
 * Everything that can be wrong before the first request: unknown parameters, bad values, a missing token, a clock
 * before the latest version, a previous version that is not there. UsageError names what to set.
 */
export async function prepare(settings: RunSettings, world: RunWorld): Promise<Prepared[]> {
  refuseUnknownSettings(settings.settings, DATASETS);
  if (settings.onlyFlow) refuseWithoutFlow(settings.datasets);
  if (settings.mode === 'live' && settings.command !== 'plan')
    refuseMissingTokens(settings.datasets, world.env);
  if (settings.importDir !== undefined) await refuseMissingDir(world, '--import', settings.importDir);
  const prepared: Prepared[] = [];
  for (const dataset of settings.datasets) prepared.push(await prepareOne(dataset, settings, world));
  return prepared;
}

async function prepareOne(dataset: Dataset, settings: RunSettings, world: RunWorld): Promise<Prepared> {
  const previous = await previousVersion(dataset, settings, world);
  if (previous) refuseEarlierClock(settings.asOf, previous);
  if (previous) refuseMixedWorlds(dataset, settings, previous);
  const inherits = settings.command === 'refresh' || settings.onlyFlow;
  const inherited = inherits ? previous?.manifest.parameters : undefined;
  return { dataset, previous, parameters: resolveParameters(dataset, settings.settings, inherited) };
}

async function previousVersion(
  dataset: Dataset,
  settings: RunSettings,
  world: RunWorld,
): Promise<PublishedVersion | undefined> {
  const latest = await openLatest(world.files, settings.outDir, dataset);
  if (latest || settings.previousDir === undefined) return latest;
  const nested = join(settings.previousDir, dataset.name, 'latest');
  for (const dir of [nested, join(settings.previousDir, dataset.name), settings.previousDir])
    if (await world.files.exists(join(dir, 'manifest.json'))) {
      const version = await openVersionOf(dataset, dir, world);
      if (version) return version;
    }
  if (settings.datasets.length > 1) return undefined;
  throw new UsageError(
    `--previous ${settings.previousDir} holds no version of ${dataset.name}`,
    'Name a version directory, or an output directory with <dataset>/latest.',
  );
}

async function openVersionOf(
  dataset: Dataset,
  dir: string,
  world: RunWorld,
): Promise<PublishedVersion | undefined> {
  const version = await openVersion(world.files, dir, dataset).catch((error: unknown) => {
    if (error instanceof UsageError) return undefined;
    throw error;
  });
  return version;
}

function refuseWithoutFlow(datasets: readonly Dataset[]): void {
  const other = datasets.find((dataset) => !dataset.rederiveFlow);
  if (other)
    throw new UsageError(
      `--only-flow does not go with ${other.name}, which has no flow`,
      'Write npx forecast-datasets build polybench --only-flow.',
    );
}

/** Invented data must never follow real data in one directory, nor the other way round. */
function refuseMixedWorlds(dataset: Dataset, settings: RunSettings, previous: PublishedVersion): void {
  const before = previous.manifest.upstream;
  if (settings.mode === 'replay' || before === 'replay' || before === settings.mode) return;
  throw new UsageError(
    `${settings.outDir} holds a version of ${dataset.name} built from the ${before} upstream; this build is ${settings.mode}`,
    'Give another --out.',
  );
}

function refuseMissingTokens(datasets: readonly Dataset[], env: RunWorld['env']): void {
  for (const dataset of datasets)
    for (const source of dataset.sources) {
      const token = TOKENS[source];
      if (!token || (env[token.variable] ?? '') !== '') continue;
      const others = datasets
        .filter((other) => !other.sources.some((name) => TOKENS[name]))
        .map(({ name }) => name);
      const rest = others.length > 0 ? ` Without it: npx forecast-datasets build ${others.join(' ')}.` : '';
      throw new UsageError(
        `${token.variable} is not set; ${dataset.name} needs it`,
        `${token.remedy}${rest}`,
      );
    }
}

async function refuseMissingDir(world: RunWorld, option: string, dir: string): Promise<void> {
  if (!(await world.files.exists(dir)))
    throw new UsageError(`${option} ${dir} does not exist`, 'Name an existing directory.');
}

/** Base URLs of a live run: the environment's, else the real hosts. UsageError names a variable that is no URL. */
export function baseUrls(env: RunWorld['env']): Record<SourceName, string> {
  const entries = SOURCE_NAMES.map((source) => {
    const text = env[BASE_URL_VARIABLES[source]];
    return [
      source,
      text === undefined || text === '' ? DEFAULT_BASE_URLS[source] : parseBaseUrl(source, text),
    ];
  });
  return { ...DEFAULT_BASE_URLS, ...Object.fromEntries(entries) };
}

/** Tokens of a run, each for its own source alone. */
export function tokensOf(
  mode: RunSettings['mode'],
  env: RunWorld['env'],
): Partial<Record<SourceName, string>> {
  if (mode === 'replay') return {};
  if (mode === 'synthetic') return { metaculus: SYNTHETIC_TOKENS.metaculus, hf: SYNTHETIC_TOKENS.hf };
  const metaculus = env.METACULUS_TOKEN;
  const hf = env.HF_TOKEN;
  return { ...(metaculus ? { metaculus } : {}), ...(hf ? { hf } : {}) };
}

/** The embedded upstream stands nobody's requests in the way. */
const SYNTHETIC_RATE: Rate = { requests: 10_000, seconds: 1 };

/** Rates of a run: the given ones, else the contract's defaults for real hosts. */
export function ratesOf(settings: RunSettings): Record<SourceName, Rate> {
  const entries = SOURCE_NAMES.map((source) => {
    const rate = settings.mode === 'synthetic' ? SYNTHETIC_RATE : DEFAULT_RATES[source];
    return [source, settings.rates.get(source) ?? rate];
  });
  return { ...DEFAULT_RATES, ...Object.fromEntries(entries) };
}
