import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../common/errors.js';
import { errorCode } from '../../common/node-files.js';
import { RESTORE, readerError, refuseIrregular } from '../../reader/access.js';
import type { Row, Table } from '../../schemas/table.js';
import { ParquetFile } from './parquet-reader.js';
import { shardOf, tableDirectory } from './table-paths.js';

/**
 * The rows of a published table, split after split in the order given, as they stand in its Parquet files: instants as
 * microseconds, days as text, lists as arrays, in the columns that the version has. A split without files has no rows.
 * StorageError where a shard is missing.
 */
export async function* readTable(
  dir: string,
  table: Table,
  splits: readonly string[],
): AsyncGenerator<Row, void> {
  for (const split of splits) {
    for (const path of await shardPaths(dir, table, split)) yield* (await ParquetFile.open(path)).stream();
  }
}

/**
 * The same of a version that was published before: what became of its files since then is the version's fault.
 * AlteredDataError and IncompleteDataError name the file.
 */
export async function* readPublishedTable(
  dir: string,
  table: Table,
  splits: readonly string[],
): AsyncGenerator<Row, void> {
  for (const split of splits)
    for (const path of await shardPaths(dir, table, split)) {
      await refuseIrregular(path);
      try {
        yield* (await ParquetFile.open(path)).stream();
      } catch (error) {
        throw readerError(path, error);
      }
    }
}

/** The Parquet files of a split in order, as paths; empty where it has none. StorageError where a shard is missing. */
export async function shardPaths(dir: string, table: Table, split: string): Promise<string[]> {
  const directory = join(dir, tableDirectory(table));
  const names = (await namesIn(directory)).filter((name) => shardOf(name, split)).sort();
  for (const [index, name] of names.entries()) {
    const shard = shardOf(name, split);
    if (shard?.index !== index || shard.shards !== names.length)
      throw new StorageError(
        `${join(directory, name)} is one of ${shard?.shards} shards, but ${names.length} are there`,
        RESTORE,
      );
  }
  return names.map((name) => join(directory, name));
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
