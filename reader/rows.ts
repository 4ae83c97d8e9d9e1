import { linesOf } from '../pipelines/io/lines.js';
import { ParquetFile } from '../pipelines/io/parquet-reader.js';
import type { Row, Table } from '../schemas/table.js';
import { RESTORE, readerError } from './access.js';
import { AlteredDataError } from './errors.js';
import { rowOfJson } from './json-row.js';

/** The two copies of a table. */
export const FORMATS = ['parquet', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * The rows of one file, streamed. AlteredDataError where it can no longer be decoded, or holds another number of rows
 * than `announced`; IncompleteDataError where it is gone or cannot be read.
 */
export async function* rowsOfFile(
  table: Table,
  path: string,
  format: Format,
  announced: number | undefined,
): AsyncGenerator<Row, void> {
  let rows = 0;
  try {
    const all = format === 'parquet' ? (await ParquetFile.open(path)).stream() : jsonRows(table, path);
    for await (const row of all) {
      rows += 1;
      if (announced !== undefined && rows > announced) break;
      yield row;
    }
  } catch (error) {
    throw readerError(path, error);
  }
  if (announced !== undefined && rows !== announced)
    throw new AlteredDataError(
      `${path} was altered: it holds ${rows > announced ? 'more than' : 'only'} ${Math.min(rows, announced)} rows, published were ${announced}`,
      RESTORE,
    );
}

async function* jsonRows(table: Table, path: string): AsyncGenerator<Row, void> {
  for await (const line of linesOf(path)) yield rowOfJson(table, JSON.parse(line.toString('utf8')));
}
