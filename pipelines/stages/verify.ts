import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { GateError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { hashFile, sha256 } from '../../common/hash.js';
import type { Manifest } from '../../schemas/manifest.js';
import { rowCheck, type Table, tableNamed } from '../../schemas/table.js';
import type { Dataset, Violation } from '../dataset.js';
import { readJsonLines } from '../io/json-lines.js';
import { readBack, readTable } from '../io/readback.js';
import { resolveParameters } from '../parameters.js';
import { readManifest } from './versions.js';
import { schemaJson } from './write-version.js';

/** One line of dropped.jsonl. */
export const droppedLine = z.strictObject({ id: z.string(), rule: z.string(), detail: z.string() });

/**
 * Re-checks a published version from its files alone: every hash, every row against its schema, both formats against
 * each other, the funnel against the ledger, the labels against their formulas, units against splits.
 */
export async function* verifyVersion(files: Files, dir: string, dataset: Dataset): AsyncGenerator<Violation> {
  const manifest = await readManifest(files, dir);
  if (manifest.dataset !== dataset.name) {
    yield {
      check: 'dataset',
      id: dir,
      detail: `the manifest says ${manifest.dataset}, the folder ${dataset.name}`,
    };
    return;
  }
  let intact = true;
  for await (const violation of verifyFiles(dir, manifest)) {
    intact = false;
    yield violation;
  }
  if (!intact) return;
  const parameters = resolveParameters(dataset, new Map(), manifest.parameters).dataset;
  const tables = dataset.tables(parameters);
  if (sha256(schemaJson(tables)) !== manifest.schema_sha256)
    yield {
      check: 'schema',
      id: 'schema.json',
      detail: 'the schema is not the one that this release of the tool writes',
    };
  yield* verifyCounts(files, dir, manifest);
  for (const table of tables) yield* verifyTable(dir, table, manifest, dataset);
  const splits = Object.keys(manifest.splits);
  const rows = (name: string) => readTable(dir, tableNamed(tables, name), splits);
  yield* dataset.check(rows, parameters);
}

async function* verifyFiles(dir: string, manifest: Manifest): AsyncGenerator<Violation> {
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  const present = new Set(await allFiles(dir));
  for (const path of present)
    if (path !== 'manifest.json' && !listed.has(path))
      yield { check: 'files', id: path, detail: 'stands in the version but not in its manifest' };
  for (const [path, { bytes, sha256: expected }] of listed) {
    if (!present.has(path)) {
      yield { check: 'files', id: path, detail: 'is missing' };
      continue;
    }
    const found = await hashFile(join(dir, path));
    if (found.bytes !== bytes || found.sha256 !== expected)
      yield {
        check: 'files',
        id: path,
        detail: `holds ${found.bytes} bytes with sha256 ${found.sha256}, the manifest says ${bytes} and ${expected}`,
      };
  }
}

async function allFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

async function* verifyCounts(files: Files, dir: string, manifest: Manifest): AsyncGenerator<Violation> {
  const counts = new Map<string, number>();
  for await (const { rule } of readJsonLines(files, join(dir, 'dropped.jsonl'), droppedLine))
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
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

async function* verifyTable(
  dir: string,
  table: Table,
  manifest: Manifest,
  dataset: Dataset,
): AsyncGenerator<Violation> {
  const splits = Object.keys(manifest.splits);
  const check = rowCheck(table);
  const counts = new Map<string, number>();
  const units = new Map<string, string>();
  try {
    for (const split of splits) await readBack(dir, table, split);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    yield { check: 'formats_agree', id: table.name, detail: error.message };
  }
  for await (const row of readTable(dir, table, splits)) {
    const key = table.key.map((column) => String(row[column])).join(' ');
    const valid = check.safeParse(row);
    if (!valid.success)
      yield {
        check: 'row_schema',
        id: key,
        detail: `${valid.error.issues[0]?.path.join('.')} ${valid.error.issues[0]?.message}`,
      };
    const split = String(row.split);
    counts.set(split, (counts.get(split) ?? 0) + 1);
    if (table.name !== dataset.mainTable) continue;
    for (const unit of dataset.unitsOf(row)) {
      const other = units.get(unit);
      if (other !== undefined && other !== split)
        yield { check: 'units_in_one_split', id: unit, detail: `stands in ${other} and in ${split}` };
      units.set(unit, split);
    }
  }
  if (table.name === dataset.mainTable)
    for (const [split, { rows }] of Object.entries(manifest.splits))
      if (counts.get(split) !== rows)
        yield {
          check: 'split_rows',
          id: split,
          detail: `${counts.get(split) ?? 0} rows, the manifest says ${rows}`,
        };
}

/** A violation on one line. */
export function violationText({ check, id, detail }: Violation): string {
  return `${check}: ${id}: ${detail}`;
}
