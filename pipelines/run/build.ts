import { join } from 'node:path';
import { EXIT, type ExitCode, NamedError, UsageError } from '../../common/errors.js';
import { formatInstant } from '../../common/time.js';
import type { SourceStatistics } from '../../sources/http/statistics.js';
import { parseFaults, startSyntheticUpstream } from '../../sources/synthetic/index.js';
import type { SourceName, Upstream } from '../../sources/types.js';
import { type CountingUpstream, createUpstream } from '../../sources/upstream.js';
import type { BuildContext } from '../dataset.js';
import { acquireLock } from '../io/lock.js';
import { finishPublishing, type PublishOutcome, publish } from '../stages/publish.js';
import { baseUrls, type Prepared, prepare, ratesOf, tokensOf } from './prepare.js';
import type { RunSettings, RunWorld } from './settings.js';
import { claimSnapshots } from './snapshots-origin.js';

/** How one dataset of a run ended. */
export type DatasetOutcome =
  | ({ dataset: string } & PublishOutcome)
  | { dataset: string; kind: 'failed'; error: unknown; exitCode: ExitCode };

export interface RunOutcome {
  outcomes: readonly DatasetOutcome[];
  exitCode: ExitCode;
  /** What each host cost. */
  statistics: Readonly<Record<SourceName, SourceStatistics>>;
}

/**
 * Prepares twice: before the lock, so that a wrong configuration is told as such, and under it, when no other build can
 * publish a version in between. Builds the chosen datasets one after another. What is wrong with the configuration stops all of them before the first
 * request; a gate or an upstream stops its own dataset only.
 */
export async function runBuild(settings: RunSettings, world: RunWorld): Promise<RunOutcome> {
  await prepare(settings, world);
  const lock = await acquireLock(world.files, settings.outDir, settings.command);
  try {
    for (const dataset of settings.datasets)
      await finishPublishing(world.files, join(settings.outDir, dataset.name));
    const prepared = await prepare(settings, world);
    await claimSnapshots(world.files, settings.snapshotsDir, settings.mode);
    return await withUpstream(settings, world, (upstream, urls) =>
      buildAll(prepared, settings, world, upstream, urls),
    );
  } finally {
    await lock.release();
  }
}

type Urls = Readonly<Record<SourceName, string>>;

/** Runs with the upstream of the settings; the synthetic one is started for it and closed after it. */
export async function withUpstream<T>(
  settings: RunSettings,
  world: RunWorld,
  use: (upstream: CountingUpstream, urls: Urls) => Promise<T>,
): Promise<T> {
  const synthetic = settings.mode === 'synthetic' ? await startSynthetic(settings) : undefined;
  try {
    const urls = synthetic ? synthetic.urls : baseUrls(world.env);
    const upstream = createUpstream({
      mode: settings.mode,
      baseUrls: urls,
      tokens: tokensOf(settings.mode, world.env),
      rates: ratesOf(settings),
      jobs: settings.jobs,
      snapshotsDir: settings.snapshotsDir,
      files: world.files,
      effects: world.effects,
      log: world.log,
      asOf: settings.asOf,
      userAgent: `${settings.generator.name}/${settings.generator.version}`,
      signal: world.signal,
    });
    return await use(upstream, urls);
  } finally {
    await synthetic?.close();
  }
}

async function startSynthetic(settings: RunSettings) {
  const { seed, size, faults } = settings.synthetic;
  return startSyntheticUpstream({
    seed,
    size,
    ...(faults === undefined ? {} : { faults: parseFaults(faults) }),
  });
}

async function buildAll(
  prepared: readonly Prepared[],
  settings: RunSettings,
  world: RunWorld,
  upstream: CountingUpstream,
  urls: Urls,
): Promise<RunOutcome> {
  const outcomes: DatasetOutcome[] = [];
  for (const one of prepared) outcomes.push(await buildOne(one, settings, world, upstream, urls));
  return { outcomes, exitCode: exitCodeOf(outcomes), statistics: upstream.statistics() };
}

async function buildOne(
  { dataset, parameters, previous }: Prepared,
  settings: RunSettings,
  world: RunWorld,
  upstream: Upstream,
  urls: Urls,
): Promise<DatasetOutcome> {
  const sentBefore = { ...upstream.sent };
  try {
    world.log.info('dataset_started', {
      dataset: dataset.name,
      as_of: formatInstant(settings.asOf),
      upstream: settings.mode,
    });
    const derivation = await dataset.derive(
      contextOf(dataset.name, parameters.dataset, settings, world, upstream, previous),
    );
    const sources = derivation.sources.map(({ name, complete, snapshotSha256, revision }) => ({
      name,
      base_url: urls[name],
      requests: upstream.sent[name] - sentBefore[name],
      complete,
      snapshot_sha256: snapshotSha256,
      ...(revision === undefined ? {} : { revision }),
    }));
    const outcome = await publish({
      dataset,
      parameters,
      derivation,
      previous,
      provenance: {
        asOf: settings.asOf,
        generator: {
          ...settings.generator,
          version: `${settings.generator.version}+${dataset.name}.rules.${dataset.ruleSetVersion}`,
        },
        upstream: settings.mode,
        sources,
      },
      files: world.files,
      outDir: settings.outDir,
      acceptedReason: settings.acceptedReason,
      log: world.log,
    });
    return { dataset: dataset.name, ...outcome };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return {
      dataset: dataset.name,
      kind: 'failed',
      error,
      exitCode: error instanceof NamedError ? error.exitCode : EXIT.defect,
    };
  }
}

/** What a dataset works with in this run. */
export function contextOf<P extends object>(
  name: string,
  parameters: P,
  settings: RunSettings,
  world: RunWorld,
  upstream: Upstream,
  previous: Prepared['previous'],
): BuildContext<P> {
  return {
    parameters,
    asOf: settings.asOf,
    upstream,
    files: world.files,
    effects: world.effects,
    log: world.log,
    normalizedDir: join(settings.outDir, 'normalized', name),
    jobs: settings.jobs,
    ...(settings.importDir === undefined ? {} : { importDir: settings.importDir }),
    ...(previous ? { previous } : {}),
  };
}

/** The first of 1, 4, 3 that occurred; 0 where every dataset was published or unchanged. */
function exitCodeOf(outcomes: readonly DatasetOutcome[]): ExitCode {
  const codes = outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.exitCode : EXIT.ok));
  return [EXIT.defect, EXIT.upstream, EXIT.gate].find((code) => codes.includes(code)) ?? EXIT.ok;
}
