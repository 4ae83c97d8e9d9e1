import { join } from 'node:path';
import type { Log } from '../../common/effects.js';
import type { Files } from '../../common/files.js';
import type { InstantMicros } from '../../common/time.js';
import type { Manifest } from '../../schemas/manifest.js';
import { type Table, tableNamed } from '../../schemas/table.js';
import type { Dataset, Derivation, GateResult, PublishedVersion } from '../dataset.js';
import { buildDirectory, moveLatest, publishDirectory } from '../io/atomic-dir.js';
import { readTable } from '../io/read-table.js';
import { readBack } from '../io/readback.js';
import type { ResolvedParameters } from '../parameters.js';
import { type Changes, findChanges } from './changes.js';
import { writeDocuments } from './documents.js';
import { readEvidence } from './evidence.js';
import { commonGates, enforceGates } from './gates.js';
import { manifestOf } from './manifest.js';
import { listVersions, nextVersionName } from './versions.js';
import { type VersionFile, type Written, writeVersion } from './write-version.js';

/** Where and with what a version was built; the part of the manifest that does not follow from the rows. */
export interface Provenance {
  asOf: InstantMicros;
  generator: { name: string; version: string; commit: string };
  upstream: Manifest['upstream'];
  sources: Manifest['sources'];
}

export interface PublishInput {
  dataset: Dataset;
  parameters: ResolvedParameters<object>;
  derivation: Derivation;
  previous: PublishedVersion | undefined;
  provenance: Provenance;
  files: Files;
  outDir: string;
  /** Reason to publish although a gate refused. */
  acceptedReason: string | undefined;
  log: Log;
  /** Called when a version is whole and has its name, before readers can see it. */
  beforePublishing(version: string): Promise<void>;
}

/** A version that passed its gates and lacks its documents and manifest. */
export interface CheckedVersion {
  input: PublishInput;
  tables: readonly Table[];
  /** Splits with rows, in the order of the card. */
  splits: readonly string[];
  version: string;
  written: Written;
  changes: Changes | undefined;
  gates: readonly GateResult[];
}

export type PublishOutcome =
  | {
      kind: 'published';
      version: string;
      dir: string;
      manifest: Manifest;
      changes: Changes | undefined;
      /** Rows of the main table per split and type, where the dataset has types. */
      types: ReadonlyMap<string, ReadonlyMap<string, number>>;
    }
  | { kind: 'unchanged'; version: string; dir: string; manifest: Manifest };

/**
 * Writes the version into a temporary directory, checks it with independent readers and the gates, renames it and moves
 * `latest` last. Nothing is published where tables, ledger, schema and parameters are those of the previous version.
 * GateError leaves `latest` untouched.
 */
export async function publish(input: PublishInput): Promise<PublishOutcome> {
  const { dataset, files, outDir } = input;
  const datasetDir = join(outDir, dataset.name);
  const tempDir = buildDirectory(datasetDir, process.pid);
  await files.remove(tempDir);
  await files.mkdir(tempDir);
  try {
    return await publishFrom(input, datasetDir, tempDir);
  } finally {
    await files.remove(tempDir);
  }
}

async function publishFrom(
  input: PublishInput,
  datasetDir: string,
  tempDir: string,
): Promise<PublishOutcome> {
  const { dataset, derivation, files, previous } = input;
  const tables = dataset.tables(input.parameters.dataset);
  const written = await writeVersion({ dataset, tables, derivation, files, dir: tempDir, previous });
  if (
    previous &&
    written.invalidRows.length === 0 &&
    sameContent(previous.manifest, written.files, input.parameters.flat)
  )
    return {
      kind: 'unchanged',
      version: previous.version,
      dir: previous.dir,
      manifest: previous.manifest,
    };

  const version = await nextVersion(input, datasetDir);
  const changes = await changesSince(input, tables, tempDir, written, version);
  const gates = enforceGates(
    await allGates(input, tables, tempDir, written, changes),
    input.acceptedReason,
    input.log,
  );
  const splits = splitNames(derivation, written);
  for (const split of derivation.splits)
    if (!splits.includes(split)) input.log.info('split_left_out', { dataset: dataset.name, split, rows: 0 });
  for (const table of tables) for (const split of splits) await readBack(tempDir, table, split);
  const facts = { input, tables, splits, version, written, changes, gates };
  const documents = await writeDocuments(facts, tempDir);
  const manifest = manifestOf(facts, [...written.files, ...documents]);
  await files.writeAtomic(join(tempDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const dir = join(datasetDir, version);
  await input.beforePublishing(version);
  await files.writeAtomic(join(datasetDir, PUBLISHING), version);
  await publishDirectory(files, tempDir, dir);
  await moveLatest(files, datasetDir, version);
  await files.remove(join(datasetDir, PUBLISHING));
  return { kind: 'published', version, dir, manifest, changes, types: written.types };
}

/** The next name of the day; that of the previous version is taken, wherever that one lies. */
async function nextVersion({ files, previous, provenance }: PublishInput, datasetDir: string) {
  const taken = await listVersions(files, datasetDir);
  return nextVersionName(previous ? [...taken, previous.version] : taken, provenance.asOf);
}

/** Names the version that is being published while it is renamed and `latest` moves. */
const PUBLISHING = '.publishing';

/**
 * Ends what a build killed between the rename and the move of `latest` has begun: the version is whole and checked, so
 * `latest` moves to it. Only the holder of the lock may call it.
 */
export async function finishPublishing(files: Files, datasetDir: string): Promise<void> {
  const marker = join(datasetDir, PUBLISHING);
  if (!(await files.exists(marker))) return;
  const version = (await files.read(marker)).toString('utf8');
  if (await files.exists(join(datasetDir, version, 'manifest.json')))
    await moveLatest(files, datasetDir, version);
  await files.remove(marker);
}

/** Whether tables, ledger, schema and parameters are those of a published version. */
function sameContent(
  published: Manifest,
  files: readonly VersionFile[],
  parameters: Readonly<Record<string, unknown>>,
): boolean {
  if (JSON.stringify(published.parameters) !== JSON.stringify(parameters)) return false;
  const earlier = new Map(published.files.map(({ path, sha256 }) => [path, sha256]));
  const compared = (path: string) =>
    path.startsWith('data/') || path === 'dropped.jsonl' || path === 'schema.json';
  const now = files.filter(({ path }) => compared(path));
  const before = published.files.filter(({ path }) => compared(path));
  return now.length === before.length && now.every(({ path, sha256 }) => earlier.get(path) === sha256);
}

async function changesSince(
  input: PublishInput,
  tables: readonly Table[],
  tempDir: string,
  written: Written,
  version: string,
): Promise<Changes | undefined> {
  const { previous, files, dataset } = input;
  if (!previous) return undefined;
  const splits = splitNames(input.derivation, written);
  const evidence = await readEvidence(files, previous.dir);
  return findChanges(
    dataset,
    tables,
    { version: previous, evidence },
    {
      version,
      parameters: input.parameters.flat,
      ruleSet: input.provenance.generator.version,
      rows: (name) => readTable(tempDir, tableNamed(tables, name), splits),
      evidence: (id) => written.evidence.get(id),
      droppedBy: (id) => written.droppedBefore.get(id),
    },
  );
}

async function allGates(
  input: PublishInput,
  tables: readonly Table[],
  tempDir: string,
  written: Written,
  changes: Changes | undefined,
): Promise<GateResult[]> {
  const splits = splitNames(input.derivation, written);
  const violations: string[] = [];
  const rows = (name: string) => readTable(tempDir, tableNamed(tables, name), splits);
  for await (const { check, id, detail } of input.dataset.check(rows, input.parameters.dataset))
    violations.push(`${check} ${id}: ${detail}`);
  return commonGates(
    input.dataset,
    input.derivation,
    {
      ...written,
      violations,
      unlistedRelabels: unlisted(input.dataset, changes),
      keptRows: written.splits.size,
    },
    input.parameters.gates,
    input.previous,
  );
}

/** Relabelled rows of the main table that no correction names: none, unless the comparison itself is broken. */
function unlisted(dataset: Dataset, changes: Changes | undefined): string[] {
  const listed = new Set(changes?.corrections.map(({ id }) => id));
  const main = changes?.tables.find(({ table }) => table === dataset.mainTable);
  const relabelled = main?.changed.filter(({ fields }) =>
    fields.some((field) => dataset.labelColumns.includes(field)),
  );
  return (relabelled ?? []).map(({ key }) => key).filter((id) => !listed.has(id));
}

function splitNames(derivation: Derivation, written: Written): string[] {
  const used = new Set(written.splits.values());
  return derivation.splits.filter((split) => used.has(split));
}
