import { join } from 'node:path';
import type { Effects, Log } from '../common/effects.js';
import { StorageError, UsageError } from '../common/errors.js';
import type { Files } from '../common/files.js';
import { errorCode } from '../common/node-files.js';
import {
  DEFAULT_REWARD_FORMULA,
  REWARD_FORMULAS,
  type RewardFormula,
} from '../scoring/openforecaster/index.js';
import { chooseJudge, type Variables } from './openforecaster/choose-judge.js';
import { openForecasterEnvironment } from './openforecaster/environment.js';
import { loadQuestions } from './openforecaster/load.js';
import type { Environment } from './ors/environment.js';
import { type OrsServer, startOrsServer } from './ors/server.js';
import { forecasterEnvironment, traderEnvironment } from './polybench/environment.js';
import { loadMarkets } from './polybench/load.js';
import { DEFAULT_TIERS, type Tier } from './polybench/tiers.js';
import { corpusWeb, parseCorpus } from './web/corpus.js';
import { inertWeb, type WebSource } from './web/source.js';

/** The environments that can be served. */
export const ENVIRONMENTS = ['openforecaster', 'polybench', 'polybench-trader'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

export interface ServeSettings {
  name: EnvironmentName;
  host: string;
  port: number;
  /** Where versions are published. */
  outDir: string;
  /** A version's directory, or a directory of single markets; instead of the latest version under outDir. */
  dataDir?: string;
  /** openforecaster: the formula that is paid. */
  reward?: string;
  /** polybench: `NAME=DAYS` each. */
  tiers?: readonly string[];
  /** polybench and polybench-trader: hundredths of a percent. */
  takerFeeBps?: string;
  /** polybench and polybench-trader: JSONL of dated documents for web_search and web_fetch. */
  webCorpus?: string;
}

export interface ServeWorld {
  env: Variables;
  files: Files;
  effects: Pick<Effects, 'now' | 'sleep'>;
  log: Log;
  version: { version: string; build_sha: string };
}

/** Which environments a setting is for. */
const FOR_ENVIRONMENTS = [
  ['reward', '--reward', ['openforecaster']],
  ['tiers', '--tier', ['polybench']],
  ['takerFeeBps', '--taker-fee-bps', ['polybench', 'polybench-trader']],
  ['webCorpus', '--web-corpus', ['polybench', 'polybench-trader']],
] as const satisfies readonly (readonly [keyof ServeSettings, string, readonly EnvironmentName[]])[];

/** Decides the order of the trader's slates. */
const LADDER_SEED = 'polybench-trader';

/**
 * Opens the data of an environment and serves it. UsageError for what cannot be served as asked; the reader's errors
 * where the data is missing or altered.
 */
export async function serveEnvironment(settings: ServeSettings, world: ServeWorld): Promise<OrsServer> {
  refuseUnused(settings);
  const environment =
    settings.name === 'openforecaster'
      ? await openForecaster(settings, world)
      : await openPolyBench(settings, world);
  if (environment.splits.length === 0)
    throw new UsageError(
      `there is no task in the data of ${settings.name}`,
      'Build the dataset, or name other data with --data.',
    );
  const { host, port } = settings;
  const { effects, log, version } = world;
  try {
    return await startOrsServer({ environments: [environment], host, port, effects, log, version });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UsageError(
      `cannot listen on ${host} port ${port}: ${code}`,
      'Choose another --port or --host.',
    );
  }
}

function refuseUnused(settings: ServeSettings): void {
  for (const [setting, option, environments] of FOR_ENVIRONMENTS) {
    const isFor = environments.some((name) => name === settings.name);
    if (settings[setting] !== undefined && !isFor)
      throw new UsageError(
        `${option} means nothing to ${settings.name}`,
        `It is for ${environments.join(' and ')}.`,
      );
  }
}

async function openForecaster(settings: ServeSettings, { env }: ServeWorld): Promise<Environment> {
  const formula = readFormula(settings.reward);
  const questions = await loadQuestions(settings.dataDir ?? join(settings.outDir, 'openforesight'));
  return openForecasterEnvironment({ questions, formula, judgeOf: (secrets) => chooseJudge(secrets, env) });
}

async function openPolyBench(settings: ServeSettings, world: ServeWorld): Promise<Environment> {
  const tiers = readTiers(settings.tiers ?? []);
  const fee = readFee(settings.takerFeeBps);
  const web = await openWeb(settings.webCorpus, world.files);
  const variable = world.env.POLY_DATA_DIR;
  const fromVariable = variable === undefined || variable === '' ? undefined : variable;
  const path = settings.dataDir ?? fromVariable ?? join(settings.outDir, 'polybench');
  const { rules, ...loaded } = await loadMarkets(path);
  const options = { ...loaded, web, rules: fee === undefined ? rules : { ...rules, takerFeeBps: fee } };
  return settings.name === 'polybench'
    ? forecasterEnvironment({ ...options, tiers })
    : traderEnvironment({ ...options, seed: LADDER_SEED });
}

function readFormula(text: string | undefined): RewardFormula {
  if (text === undefined) return DEFAULT_REWARD_FORMULA;
  const formula = REWARD_FORMULAS.find((name) => name === text);
  if (formula === undefined)
    throw new UsageError(
      `--reward ${text} is no reward formula`,
      `Choose one of ${REWARD_FORMULAS.join(', ')}.`,
    );
  return formula;
}

function readTiers(texts: readonly string[]): readonly Tier[] {
  if (texts.length === 0) return DEFAULT_TIERS;
  const tiers = texts.map((text) => {
    const match = /^([\w-]+)=(\d{1,4})$/.exec(text);
    if (!match) throw new UsageError(`--tier ${text} is not NAME=DAYS`, 'Write for example --tier late=14.');
    return { name: String(match[1]), startOffsetDays: Number(match[2]) };
  });
  if (new Set(tiers.map(({ name }) => name)).size < tiers.length)
    throw new UsageError('two tiers have one name', 'Give each --tier a name of its own.');
  return tiers;
}

function readFee(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,4}(\.\d+)?$/.test(text))
    throw new UsageError(`--taker-fee-bps ${text} is no fee`, 'Write for example --taker-fee-bps 100.');
  return Number(text);
}

async function openWeb(path: string | undefined, files: Files): Promise<WebSource> {
  if (path === undefined) return inertWeb;
  return corpusWeb(parseCorpus((await readCorpus(path, files)).toString('utf8')));
}

async function readCorpus(path: string, files: Files): Promise<Buffer> {
  try {
    return await files.read(path);
  } catch (error) {
    const code = errorCode(error instanceof StorageError ? error.cause : error);
    if (code === undefined) throw error;
    throw new UsageError(
      `cannot read --web-corpus ${path}: ${code}`,
      'Name a JSONL file of dated documents.',
      {
        cause: error,
      },
    );
  }
}
