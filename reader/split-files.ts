import {
  DATA_DIRECTORY,
  jsonlPath,
  parquetPath,
  shardOf,
  tableDirectory,
} from '../pipelines/io/table-paths.js';
import type { Manifest } from '../schemas/manifest.js';
import type { Table } from '../schemas/table.js';
import { RESTORE } from './access.js';
import { AlteredDataError, IncompleteDataError } from './errors.js';
import type { CheckedFiles } from './integrity.js';

/** The Parquet files of a split that the manifest lists, in row order. */
export function shardsOf(files: CheckedFiles, table: Table, split: string): string[] {
  const directory = `${tableDirectory(table)}/`;
  return files.paths
    .filter((path) => path.startsWith(directory) && shardOf(path.slice(directory.length), split))
    .sort();
}

/**
 * Checks that the manifest lists every file of every split: a split stands in it only where it has rows, and then in
 * each table. IncompleteDataError names the file that is not listed; AlteredDataError where the rows of the files do not
 * add up to those of the split, those of the two formats differ, or a file is of a split that is not there.
 */
export function checkSplitFiles(
  { dir, manifest }: { dir: string; manifest: Manifest },
  files: CheckedFiles,
  tables: readonly Table[],
): void {
  const known = new Set<string>();
  for (const [split, { rows }] of Object.entries(manifest.splits))
    for (const [index, table] of tables.entries()) {
      const shards = shardsOf(files, table, split);
      checkShards(dir, table, split, shards);
      const lines = jsonlPath(table, split);
      if (!files.lists(lines)) throw notListed(dir, lines);
      for (const path of [...shards, lines]) known.add(path);
      const isMain = index === 0;
      checkRows(dir, `${table.name} ${split}`, [
        ...(isMain ? [rows] : []),
        ...sumOf(shards.map((path) => files.rows(path))),
        ...sumOf([files.rows(lines)]),
      ]);
    }
  const stray = files.paths.find((path) => path.startsWith(DATA_DIRECTORY) && !known.has(path));
  if (stray !== undefined)
    throw new AlteredDataError(
      `the manifest of ${dir} contradicts itself: it lists ${stray}, which is of none of its splits ${Object.keys(manifest.splits).join(', ')}`,
      RESTORE,
    );
}

/** Shards 0 to n-1 of n, each once. */
function checkShards(dir: string, table: Table, split: string, shards: readonly string[]): void {
  const found = shards.map((path) => shardOf(path.slice(path.lastIndexOf('/') + 1), split));
  const counts = new Set(found.map((shard) => shard?.shards));
  const [count = 1] = counts;
  for (let index = 0; index < count; index += 1)
    if (found[index]?.index !== index) throw notListed(dir, parquetPath(table, split, index, count));
  if (counts.size > 1 || found.length !== count)
    throw new AlteredDataError(
      `the manifest of ${dir} lists other shards of ${table.name} ${split} than 1 to ${count}: ${shards.join(', ')}`,
      RESTORE,
    );
}

function notListed(dir: string, path: string): IncompleteDataError {
  return new IncompleteDataError(`the manifest of ${dir} does not list ${path}`, RESTORE);
}

/** The sum where all are known, as a list of one. */
function sumOf(rows: readonly (number | undefined)[]): number[] {
  const known = rows.filter((count) => count !== undefined);
  return known.length === rows.length ? [known.reduce((sum, count) => sum + count, 0)] : [];
}

function checkRows(dir: string, what: string, counts: readonly number[]): void {
  if (new Set(counts).size > 1)
    throw new AlteredDataError(
      `the manifest of ${dir} contradicts itself: rows of ${what} are ${[...new Set(counts)].join(' and ')}`,
      RESTORE,
    );
}
