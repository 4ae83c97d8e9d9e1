import { dirname, join, resolve } from 'node:path';
import { EXIT, type ExitCode, NamedError, UsageError } from '../../common/errors.js';
import { formatInstant } from '../../common/time.js';
import { parseFaults, startSyntheticUpstream } from '../../sources/synthetic/index.js';
import type { SourceName, Upstream } from '../../sources/types.js';
import { type CountingUpstream, createUpstream } from '../../sources/upstream.js';
import type { BuildContext, Dataset } from '../dataset.js';
import { acquireLock } from '../io/lock.js';
import type { ResolvedParameters } from '../parameters.js';
import { finishPublishing, type Provenance, type PublishOutcome, publish } from '../stages/publish.js';
import type { RunLedger } from './ledger.js';
import { logOutcome } from './log-outcome.js';
import { baseUrls, type Prepared, prepare, ratesOf, tokensOf } from './prepare.js';
import type { RunSettings, RunWorld } from './settings.js';
import { claimSnapshots } from './snapshots-origin.js';
import { trackBuild } from './uses.js';

/** How one dataset of a run ended. */
export type DatasetOutcome =
  | ({ dataset: string } & PublishOutcome)
  | { dataset: string; kind: 'failed'; error: unknown; exitCode: ExitCode };

export interface RunOutcome {
  outcomes: readonly DatasetOutcome[];
  exitCode: ExitCode;
}

/**
 * Prepares twice: before the lock, so that a wrong configuration is told as such, and under it, when no other build can
 * publish a version in between. Builds the chosen datasets one after another. What is wrong with the configuration stops
 * all of them before the first request; a gate or an upstream stops its own dataset only. The ledger is filled on the
 * way, and tells also of a run that an error ends.
 */
export async function runBuild(
  settings: RunSettings,
  world: RunWorld,
  ledger: RunLedger,
): Promise<RunOutcome> {
  await prepare(settings, world);
  if (settings.asOf > world.effects.now())
    world.log.warn('as_of_in_future', { as_of: formatInstant(settings.asOf) });
  const lock = await acquireLock(world.files, settings.outDir, settings.command);
  try {
    await ledger.save();
    for (const dataset of settings.datasets)
      await finishPublishing(world.files, join(settings.outDir, dataset.name));
    const prepared = await prepare(settings, world);
    await claimSnapshots(world.files, settings.snapshotsDir, settings.mode);
    await withUpstream(settings, world, async (upstream, urls) => {
      ledger.statistics = () => upstream.statistics();
      await buildAll(prepared, { settings, world, upstream, urls }, ledger);
    });
    return { outcomes: ledger.outcomes, exitCode: exitCodeOf(ledger.outcomes) };
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

/** What every dataset of a run is built with. */
interface Surroundings {
  settings: RunSettings;
  world: RunWorld;
  upstream: CountingUpstream;
  urls: Urls;
}

async function buildAll(
  prepared: readonly Prepared[],
  around: Surroundings,
  ledger: RunLedger,
): Promise<void> {
  for (const one of prepared) {
    try {
      const outcome = { dataset: one.dataset.name, ...(await buildOne(one, around)) };
      ledger.outcomes.push(outcome);
      logOutcome(around.world.log, outcome);
    } catch (caught) {
      const error = reasonOf(caught, around.world.signal);
      const outcome = failed(one.dataset, error);
      ledger.outcomes.push(outcome);
      logOutcome(around.world.log, outcome);
      if (error instanceof UsageError) throw error;
    }
    await ledger.save();
  }
}

/** What stopped the run, rather than the broken-off wait or request in which it was noticed. */
function reasonOf(caught: unknown, signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : caught;
}

function failed(dataset: Dataset, error: unknown): Extract<DatasetOutcome, { kind: 'failed' }> {
  const exitCode = error instanceof NamedError ? error.exitCode : EXIT.defect;
  return { dataset: dataset.name, kind: 'failed', error, exitCode };
}

async function buildOne(prepared: Prepared, around: Surroundings): Promise<PublishOutcome> {
  const { dataset, parameters, previous } = prepared;
  const { settings, world, upstream, urls } = around;
  const sentBefore = { ...upstream.sent };
  world.log.info('dataset_started', {
    dataset: dataset.name,
    as_of: formatInstant(settings.asOf),
    upstream: settings.mode,
  });
  const own = contextOf(dataset.name, parameters, settings, world, upstream, previous);
  const uses = trackBuild(dataset.name, own.normalizedDir, settings, world, upstream);
  const { files, restsOn } = uses;
  const context = { ...own, upstream: uses.upstream, files, restsOn };
  const isOnlyFlow = settings.onlyFlow && dataset.rederiveFlow !== undefined;
  if (isOnlyFlow && previous) await uses.inherit(previous.version);
  const derivation =
    isOnlyFlow && dataset.rederiveFlow ? await dataset.rederiveFlow(context) : await dataset.derive(context);
  const sources = derivation.sources.map(({ name, complete, snapshotSha256, revision }) => ({
    name,
    base_url: settings.mode === 'synthetic' ? withoutPort(urls[name]) : urls[name],
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
    provenance: provenanceOf(dataset, settings, sources),
    files: world.files,
    outDir: settings.outDir,
    acceptedReason: settings.acceptedReason,
    log: world.log,
    beforePublishing: (version) => uses.remember(version, 'published'),
  });
  if (outcome.kind === 'unchanged' && settings.mode !== 'replay' && isOwn(outcome.dir, settings, dataset))
    await uses.remember(outcome.version, 'checked');
  return outcome;
}

/** Whether a version lies in the output directory; with `--previous` it may lie elsewhere. */
function isOwn(dir: string, { outDir }: RunSettings, { name }: Dataset): boolean {
  return dirname(resolve(dir)) === join(outDir, name);
}

/** The embedded upstream listens on another port in each run, and on none after it. */
function withoutPort(url: string): string {
  const lasting = new URL(url);
  lasting.port = '';
  return lasting.href;
}

function provenanceOf(
  dataset: Dataset,
  { asOf, generator, mode }: RunSettings,
  sources: Provenance['sources'],
): Provenance {
  const version = `${generator.version}+${dataset.name}.rules.${dataset.ruleSetVersion}`;
  return { asOf, generator: { ...generator, version }, upstream: mode, sources };
}

/** What a dataset works with in this run. */
export function contextOf<P extends object>(
  name: string,
  parameters: ResolvedParameters<P>,
  settings: RunSettings,
  world: RunWorld,
  upstream: Upstream,
  previous: Prepared['previous'],
): BuildContext<P> {
  return {
    parameters: parameters.dataset,
    gates: parameters.gates,
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
