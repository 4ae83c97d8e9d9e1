import { join } from 'node:path';
import { z } from 'zod';
import { GateError, UsageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { sha256 } from '../../common/hash.js';
import { CheckedFiles } from '../../reader/integrity.js';
import { checkSplitFiles } from '../../reader/split-files.js';
import type { Manifest } from '../../schemas/manifest.js';
import { tableNamed } from '../../schemas/table.js';
import type { Dataset, Violation } from '../dataset.js';
import { readJsonLines } from '../io/json-lines.js';
import { readPublishedTable } from '../io/read-table.js';
import { resolveParameters } from '../parameters.js';
import { attempted, onDamaged } from './verify-attempt.js';
import { verifyFiles } from './verify-files.js';
import { verifyTable } from './verify-tables.js';
import { readManifest } from './versions.js';
import { schemaJson } from './write-version.js';

/** One line of dropped.jsonl. */
export const droppedLine = z.strictObject({ id: z.string(), rule: z.string(), detail: z.string() });

/**
 * Re-checks a published version from its files alone: every hash, every row against its schema, both formats against
 * each other, the funnel against the ledger, the labels against their formulas, units against splits. What cannot be
 * read is a finding, too.
 */
export async function* verifyVersion(files: Files, dir: string, dataset: Dataset): AsyncGenerator<Violation> {
  const read = await attempted('manifest', 'manifest.json', () => readManifest(files, dir));
  if ('violation' in read) {
    yield read.violation;
    return;
  }
  const manifest = read.value;
  if (manifest.dataset !== dataset.name) {
    const detail = `the manifest says ${manifest.dataset}, the folder ${dataset.name}`;
    yield { check: 'dataset', id: dir, detail };
    return;
  }
  let isIntact = true;
  for await (const violation of verifyFiles(dir, manifest)) {
    isIntact = false;
    yield violation;
  }
  if (isIntact) yield* verifyContent(files, dir, manifest, dataset);
}

/** What the files hold, once they are those of the manifest. */
async function* verifyContent(
  files: Files,
  dir: string,
  manifest: Manifest,
  dataset: Dataset,
): AsyncGenerator<Violation> {
  const resolved = await attempted('parameters', 'manifest.json', async () =>
    parametersOf(dataset, manifest),
  );
  if ('violation' in resolved) {
    yield resolved.violation;
    return;
  }
  const tables = dataset.tables(resolved.value);
  if (sha256(schemaJson(tables)) !== manifest.schema_sha256)
    yield {
      check: 'schema',
      id: 'schema.json',
      detail: 'the schema is not the one that this release of the tool writes',
    };
  const listed = await attempted('splits', 'manifest.json', async () =>
    checkSplitFiles({ dir, manifest }, new CheckedFiles(dir, manifest), tables),
  );
  if ('violation' in listed) {
    yield listed.violation;
    return;
  }
  yield* verifyCounts(files, dir, manifest);
  let isSound = true;
  for (const table of tables)
    for await (const violation of verifyTable(dir, table, manifest, dataset)) {
      isSound = false;
      yield violation;
    }
  const splits = Object.keys(manifest.splits);
  const rows = (name: string) => readPublishedTable(dir, tableNamed(tables, name), splits);
  const check = () => dataset.check(rows, resolved.value);
  if (isSound) yield* check();
  else yield* checkDamaged(check);
}

/** The checks of a dataset over rows of which some are known not to hold: where they cannot go on, that is a finding. */
async function* checkDamaged(check: () => AsyncIterable<Violation>): AsyncGenerator<Violation> {
  const violations: Violation[] = [];
  const run = await onDamaged('checks', 'all tables', async () => {
    for await (const violation of check()) violations.push(violation);
  });
  yield* violations;
  if ('violation' in run) yield run.violation;
}

/** The parameters of the version's manifest; GateError where they are not those of its dataset. */
function parametersOf(dataset: Dataset, manifest: Manifest) {
  try {
    return resolveParameters(dataset, new Map(), manifest.parameters).dataset;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new GateError(error.message, error.remedy, { cause: error });
  }
}

async function* verifyCounts(files: Files, dir: string, manifest: Manifest): AsyncGenerator<Violation> {
  const counts = new Map<string, number>();
  const read = await attempted('funnel', 'dropped.jsonl', async () => {
    for await (const { rule } of readJsonLines(files, join(dir, 'dropped.jsonl'), droppedLine))
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
  });
  if ('violation' in read) {
    yield read.violation;
    return;
  }
  const funnel = new Map(manifest.funnel.map(({ rule, count }) => [rule, count]));
  for (const { rule, count } of manifest.funnel) {
    if (rule === 'candidates' || rule === 'kept') continue;
    const found = counts.get(rule) ?? 0;
    if (found !== count)
      yield { check: 'funnel', id: rule, detail: `${found} in dropped.jsonl, ${count} in the manifest` };
  }
  for (const rule of counts.keys())
    if (!funnel.has(rule))
      yield { check: 'funnel', id: rule, detail: 'stands in dropped.jsonl but not in the manifest' };
  const dropped = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const kept = Object.values(manifest.splits).reduce((sum, { rows }) => sum + rows, 0);
  if (funnel.get('candidates') !== kept + dropped)
    yield {
      check: 'funnel',
      id: 'candidates',
      detail: `${funnel.get('candidates')} candidates are not ${kept} kept and ${dropped} dropped`,
    };
}

/** A violation on one line. */
export function violationText({ check, id, detail }: Violation): string {
  return `${check}: ${id}: ${detail}`;
}
