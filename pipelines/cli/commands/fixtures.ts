import { join } from 'node:path';
import { EXIT } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { type InstantMicros, parseInstant } from '../../../common/time.js';
import type { Manifest } from '../../../schemas/manifest.js';
import { exportedFiles } from '../../../sources/synthetic/metaculus/export.js';
import { EXPORTED } from '../../../sources/synthetic/metaculus/fixture.js';
import { DATASETS } from '../../datasets.js';
import { acquireLock } from '../../io/lock.js';
import { type DatasetOutcome, runBuild } from '../../run/build.js';
import type { RunSettings, RunWorld } from '../../run/settings.js';
import { type CommandResult, print } from '../command.js';
import { generator } from '../generator.js';

/** The clock of every fixture. */
const AS_OF = instant('2026-11-30T00:00:00Z');
/**
 * The clock of an earlier version of polybench, which is not kept: only after it can a leg be too late for the split
 * that its event has, as the rule `event_split` says.
 */
const EARLIER = instant('2026-06-05T00:00:00Z');
/** The invented world that they are built from. */
const WORLD = { seed: 1, size: 'fixture' } as const;
const JOBS = 8;

/**
 * fixtures: small versions of every dataset under `<out>/fixtures`, the same bytes each time. They come out of the
 * ordinary pipeline over an invented world of its own, in a directory beside the old fixtures, which give way only when
 * the new ones are whole.
 */
export async function fixturesCommand(outDir: string, world: RunWorld): Promise<CommandResult> {
  const { files } = world;
  const lock = await acquireLock(files, outDir, 'fixtures');
  const workDir = join(outDir, '.fixtures');
  try {
    await files.remove(workDir);
    await buildFixtures(workDir, world);
    const made = await assemble(files, workDir);
    await replace(files, made, join(outDir, 'fixtures'), join(workDir, 'old'));
  } finally {
    await files.remove(workDir);
    await lock.release();
    world.log.end();
  }
  return { exitCode: EXIT.ok, line: `done: fixtures written to ${join(outDir, 'fixtures')}` };
}

/** Builds into `<workDir>/build`; the error of the first dataset that could not be built. */
async function buildFixtures(workDir: string, world: RunWorld): Promise<void> {
  const earlierDir = join(workDir, 'earlier');
  const polybench = DATASETS.filter(({ name }) => name === 'polybench');
  await build({ datasets: polybench, asOf: EARLIER, outDir: earlierDir }, world);
  const importDir = await writeExport(world.files, join(workDir, 'import'));
  const outDir = join(workDir, 'build');
  const chosen = { datasets: DATASETS, asOf: AS_OF, outDir, previousDir: earlierDir, importDir };
  const outcomes = await build(chosen, world);
  for (const { dataset, manifest } of outcomes) print(`${dataset} ${manifest.version}  ${rowsOf(manifest)}`);
}

/** Writes the CSV files from which one question has its community prediction. */
async function writeExport(files: Files, dir: string): Promise<string> {
  await files.mkdir(dir);
  for (const [name, text] of exportedFiles(WORLD.seed, WORLD.size, EXPORTED))
    await files.writeAtomic(join(dir, name), text);
  return dir;
}

type Chosen = Pick<RunSettings, 'datasets' | 'asOf' | 'outDir' | 'previousDir' | 'importDir'>;

async function build(
  chosen: Chosen,
  world: RunWorld,
): Promise<Exclude<DatasetOutcome, { kind: 'failed' }>[]> {
  const settings: RunSettings = {
    ...chosen,
    command: 'build',
    mode: 'synthetic',
    snapshotsDir: join(chosen.outDir, 'snapshots'),
    settings: new Map(),
    rates: new Map(),
    jobs: JOBS,
    synthetic: WORLD,
    // The commit would make the bytes of every commit differ, though nothing in the rows did.
    generator: { ...generator(), commit: 'unknown' },
  };
  const ledger = {
    startedAt: world.effects.now(),
    outcomes: [],
    statistics: () => undefined,
    save: async () => undefined,
  };
  const { outcomes } = await runBuild(settings, world, ledger);
  return outcomes.map((outcome) => {
    if (outcome.kind === 'failed') throw outcome.error;
    return outcome;
  });
}

/** Rows of each table. */
function rowsOf({ files }: Manifest): string {
  const rows = new Map<string, number>();
  for (const { path, rows: count } of files) {
    const [, table] = /^data\/([^/]+)\/.*\.jsonl$/.exec(path) ?? [];
    if (table !== undefined && count !== undefined) rows.set(table, (rows.get(table) ?? 0) + count);
  }
  return [...rows].map(([table, count]) => `${count} ${table}`).join(', ');
}

/** Takes the versions out of the build, without its snapshots and caches, and adds the single markets. */
async function assemble(files: Files, workDir: string): Promise<string> {
  const made = join(workDir, 'fixtures');
  await files.mkdir(made);
  for (const { name } of DATASETS) await files.rename(join(workDir, 'build', name), join(made, name));
  const markets = join(made, 'polybench/latest/markets');
  const single = join(made, 'polybench/markets_synthetic');
  await files.mkdir(single);
  for (const name of await files.list(markets))
    await files.writeAtomic(join(single, name), await files.read(join(markets, name)));
  return made;
}

async function replace(files: Files, made: string, target: string, old: string): Promise<void> {
  if (await files.exists(target)) await files.rename(target, old);
  await files.rename(made, target);
}

function instant(text: string): InstantMicros {
  const micros = parseInstant(text);
  if (micros === undefined) throw new RangeError(`${text} is no instant`);
  return micros;
}
