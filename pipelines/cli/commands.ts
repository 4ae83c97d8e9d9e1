import { join } from 'node:path';
import { EXIT, type ExitCode, UsageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { nodeFiles } from '../../common/node-files.js';
import { systemEffects } from '../../common/system-effects.js';
import { parseFaults, SYNTHETIC_TOKENS, startSyntheticUpstream } from '../../sources/synthetic/index.js';
import type { Dataset } from '../dataset.js';
import { chooseDatasets } from '../datasets.js';
import { readJsonLines } from '../io/json-lines.js';
import { resolveParameters } from '../parameters.js';
import { contextOf, runBuild, withUpstream } from '../run/build.js';
import { prepare, ratesOf } from '../run/prepare.js';
import { writeRunRecord } from '../run/record.js';
import type { RunSettings, RunWorld } from '../run/settings.js';
import { findChanges } from '../stages/changes.js';
import { changesText } from '../stages/changes-text.js';
import { readEvidence } from '../stages/evidence.js';
import { planText } from '../stages/plan.js';
import { droppedLine, verifyVersion, violationText } from '../stages/verify.js';
import { listVersions, openLatest, openVersion } from '../stages/versions.js';
import { generator } from './generator.js';
import { absolute, type CommonOptions, readAsOf } from './options.js';
import { lastLine, summaryText } from './summary.js';

/** What a command ended with; `line` is the last line on stderr. */
export interface CommandResult {
  exitCode: ExitCode;
  line: string;
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** build and refresh. */
export async function buildCommand(settings: RunSettings, world: RunWorld): Promise<CommandResult> {
  const started = world.effects.now();
  const outcome = await runBuild(settings, world);
  world.log.end();
  await writeRunRecord(world.files, settings, outcome, started, world.effects.now());
  print(summaryText(outcome));
  return { exitCode: outcome.exitCode, line: lastLine(outcome) };
}

/** plan: what a build would ask of each host, without fetching records. */
export async function planCommand(settings: RunSettings, world: RunWorld): Promise<CommandResult> {
  const prepared = await prepare(settings, world);
  await withUpstream({ ...settings, mode: 'replay' }, world, async (upstream) => {
    for (const { dataset, parameters, previous } of prepared) {
      const context = contextOf(dataset.name, parameters.dataset, settings, world, upstream, previous);
      print(planText(dataset.name, await dataset.plan(context), ratesOf(settings)));
    }
  });
  return { exitCode: EXIT.ok, line: 'done: nothing was fetched' };
}

/** verify: exit code 3 where something does not hold. */
export async function verifyCommand(names: readonly string[], outDir: string): Promise<CommandResult> {
  const files = nodeFiles;
  const targets = await verifyTargets(files, names, outDir);
  let found = 0;
  for (const { dataset, dir, label } of targets) {
    const before = found;
    for await (const violation of verifyVersion(files, dir, dataset)) {
      found += 1;
      print(`${label}: ${violationText(violation)}`);
    }
    if (found === before) print(`${label}: all holds`);
  }
  if (found > 0)
    return {
      exitCode: EXIT.gate,
      line: `exit code 3: ${found} findings; restore the version or build a new one`,
    };
  return { exitCode: EXIT.ok, line: `done: ${targets.length} versions verified, all holds` };
}

interface Target {
  dataset: Dataset;
  dir: string;
  label: string;
}

async function verifyTargets(files: Files, names: readonly string[], outDir: string): Promise<Target[]> {
  if (names.length > 0) return names.map((name) => target(name, outDir));
  const targets: Target[] = [];
  for (const dataset of chooseDatasets([]))
    if (await files.exists(join(outDir, dataset.name, 'latest', 'manifest.json')))
      targets.push(target(dataset.name, outDir));
  if (targets.length === 0)
    throw new UsageError(`nothing is published under ${outDir}`, 'Build first, or name another --out.');
  return targets;
}

function target(name: string, outDir: string): Target {
  const [datasetName = '', version = 'latest'] = name.split('@');
  return { dataset: oneDataset(datasetName), dir: versionDir(outDir, datasetName, version), label: name };
}

function versionDir(outDir: string, dataset: string, version: string): string {
  if (!/^(latest|\d{4}-\d{2}-\d{2}(\.\d+)?)$/.test(version))
    throw new UsageError(`${version} is not a version`, 'See `npx forecast-datasets versions`.');
  return join(outDir, dataset, version);
}

function oneDataset(name: string): Dataset {
  const [dataset] = chooseDatasets([name]);
  if (!dataset) throw new UsageError(`there is no dataset ${name}`, 'See `npx forecast-datasets versions`.');
  return dataset;
}

/** versions: one line a version, oldest first. */
export async function versionsCommand(names: readonly string[], outDir: string): Promise<CommandResult> {
  const files = nodeFiles;
  let count = 0;
  for (const dataset of chooseDatasets(names)) {
    for (const name of await listVersions(files, join(outDir, dataset.name))) {
      const { manifest } = await openVersion(files, join(outDir, dataset.name, name), dataset);
      const rows = Object.entries(manifest.splits).map(([split, size]) => `${split} ${size.rows}`);
      print(
        `${dataset.name}  ${name}  as of ${manifest.as_of}  ${rows.join(', ')}  ${manifest.generator.version}`,
      );
      count += 1;
    }
  }
  return { exitCode: EXIT.ok, line: `done: ${count} versions` };
}

/** diff: rows added, removed, changed between two versions, per field, with causes. */
export async function diffCommand(
  name: string,
  a: string,
  b: string,
  outDir: string,
): Promise<CommandResult> {
  const files = nodeFiles;
  const dataset = oneDataset(name);
  const before = await openVersion(files, versionDir(outDir, name, a), dataset);
  const after = await openVersion(files, versionDir(outDir, name, b), dataset);
  const evidence = await readEvidence(files, after.dir);
  const dropped = await droppedRules(files, after.dir);
  const changes = await findChanges(
    dataset,
    dataset.tables(resolveParameters(dataset, new Map(), after.manifest.parameters).dataset),
    { version: before, evidence: await readEvidence(files, before.dir) },
    {
      version: after.version,
      parameters: after.manifest.parameters,
      ruleSet: after.manifest.generator.version,
      rows: (table) => after.rows(table),
      evidence: (id) => evidence.get(id),
      droppedBy: (id) => dropped.get(id),
    },
  );
  print(changesText(after.version, changes));
  return { exitCode: EXIT.ok, line: `done: ${name} ${before.version} compared with ${after.version}` };
}

/** explain: the evidence of one row of the latest version, or of a candidate it dropped, from the stored responses. */
export async function explainCommand(
  name: string,
  id: string,
  options: CommonOptions & { snapshots?: string },
  world: RunWorld,
): Promise<CommandResult> {
  const dataset = oneDataset(name);
  const outDir = absolute(options.out);
  const latest = await openLatest(world.files, outDir, dataset);
  if (!latest)
    throw new UsageError(
      `nothing of ${name} is published under ${outDir}`,
      'Build first, or name another --out.',
    );
  const settings: RunSettings = {
    command: 'refresh',
    datasets: [dataset],
    mode: 'replay',
    outDir,
    snapshotsDir: absolute(options.snapshots ?? join(outDir, 'snapshots')),
    asOf: readAsOf(latest.manifest.as_of, world.effects.now()),
    settings: new Map(),
    rates: new Map(),
    jobs: 1,
    synthetic: { seed: 1, size: 'small' },
    generator: generator(),
  };
  const parameters = resolveParameters(dataset, new Map(), latest.manifest.parameters).dataset;
  const text = await withUpstream(settings, world, (upstream) =>
    dataset.explain(id, contextOf(name, parameters, settings, world, upstream, latest)),
  );
  world.log.end();
  if (text === undefined)
    throw new UsageError(
      `${id} is no candidate of ${name} in the stored responses`,
      'Ids are those of the tables and of dropped.jsonl.',
    );
  print(text);
  return { exitCode: EXIT.ok, line: `done: ${id} explained` };
}

/** Rules by id from the ledger of a version. */
async function droppedRules(files: Files, dir: string): Promise<Map<string, string>> {
  const rules = new Map<string, string>();
  for await (const { id, rule } of readJsonLines(files, join(dir, 'dropped.jsonl'), droppedLine))
    rules.set(id, rule);
  return rules;
}

/** upstream: serves the invented world until the process is ended. */
export async function upstreamCommand(options: {
  port: string;
  seed: number;
  size: 'small' | 'full' | 'large';
  faults: string | undefined;
}): Promise<never> {
  const server = await startSyntheticUpstream({
    port: Number(options.port),
    seed: options.seed,
    size: options.size,
    limits: 'real',
    effects: systemEffects(),
    ...(options.faults === undefined ? {} : { faults: parseFaults(options.faults) }),
  });
  print(JSON.stringify({ port: server.port, urls: server.urls, tokens: SYNTHETIC_TOKENS }));
  await new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await server.close();
  process.exit(EXIT.ok);
}
