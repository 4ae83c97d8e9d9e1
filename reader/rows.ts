import { linesOf } from '../pipelines/io/lines.js';
import { columnsProblem } from '../pipelines/io/parquet-columns.js';
import { ParquetFile } from '../pipelines/io/parquet-reader.js';
import { type Row, rowCheck, rowProblem, type Table } from '../schemas/table.js';
import { RESTORE, readerError, refuseIrregular } from './access.js';
import { AlteredDataError } from './errors.js';
import { rowOfJson } from './json-row.js';

/** The two copies of a table. */
export const FORMATS = ['parquet', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * The rows of one file, streamed. AlteredDataError where it can no longer be decoded, has other columns or values than the
 * table declares, or holds another number of rows than `announced`; IncompleteDataError where it is gone or cannot be read.
 */
export async function* rowsOfFile(
  table: Table,
  path: string,
  format: Format,
  announced: number | undefined,
): AsyncGenerator<Row, void> {
  let rows = 0;
  await refuseIrregular(path);
  try {
    const all = format === 'parquet' ? await parquetRows(table, path) : jsonRows(table, path);
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

async function parquetRows(table: Table, path: string): Promise<AsyncGenerator<Row, void>> {
  const file = await ParquetFile.open(path);
  const problem = columnsProblem(table, file.schema);
  if (problem !== undefined) throw new AlteredDataError(`${path} ${problem}`, RESTORE);
  return file.stream();
}

async function* jsonRows(table: Table, path: string): AsyncGenerator<Row, void> {
  const check = rowCheck(table);
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    const json: unknown = parsed(line);
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      throw new AlteredDataError(`${path} line ${number} is no JSON object`, RESTORE);
    const row = check.safeParse(rowOfJson(table, { ...json }));
    if (!row.success)
      throw new AlteredDataError(
        `${path} line ${number} is no row of ${table.name}: ${rowProblem(row.error)}`,
        RESTORE,
      );
    yield row.data;
  }
}

/** Undefined where a line is no JSON. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}
