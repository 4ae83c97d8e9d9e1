import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type RecordBatch, RecordBatchReader, RecordBatchStreamWriter, type Schema } from 'apache-arrow';
import { z } from 'zod';
import { StorageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import type { Row, Table } from '../../schemas/table.js';
import { decodeBatch } from './arrow-decode.js';
import { encodeBatch } from './arrow-encode.js';
import { arrowSchema } from './arrow-schema.js';
import { type Cursor, mergeSorted } from './merge.js';

/** Rows are sorted in memory in runs of at most so many rows or about so many bytes. */
const RUN = { rows: 50_000, bytes: 12 * 1024 * 1024 };
/** Merging holds one batch of each run. */
const BATCH = { rows: 1_000, bytes: 256 * 1024 };
/** Beside the runs: how many rows each has, so that a run that is missing or cut short is noticed. */
const CONTENTS = 'contents.json';
const contents = z.array(z.int().positive());

/** Order of rows; a total order, or equal rows keep the order in which they came. */
export type Compare = (a: Row, b: Row) => number;

/**
 * Stores rows of a table, sorted, in a directory of Arrow IPC streams: one file per sorted run. The directory appears
 * when it is complete, in place of an earlier one. Memory holds one run, whatever the number of rows.
 * TypeError where a value does not fit its column; an error of `rows` passes through.
 */
export async function writeNormalized(
  files: Files,
  dir: string,
  table: Table,
  rows: AsyncIterable<Row>,
  compare: Compare,
): Promise<void> {
  const unfinished = `${dir}.unfinished`;
  await files.remove(unfinished);
  await files.mkdir(unfinished);
  const counts: number[] = [];
  for await (const run of chunks(rows, RUN)) {
    run.sort(compare);
    await writeRun(files, runPath(unfinished, counts.length), table, run);
    counts.push(run.length);
  }
  await files.writeAtomic(join(unfinished, CONTENTS), JSON.stringify(counts));
  await files.remove(dir);
  await files.rename(unfinished, dir);
}

/**
 * The rows that writeNormalized stored, in the order of `compare`, which must be the one they were written with.
 * Streams: memory holds one batch of each run. StorageError where the directory is missing, incomplete or
 * holds another table.
 */
export async function* readNormalized(
  files: Files,
  dir: string,
  table: Table,
  compare: Compare,
): AsyncGenerator<Row, void> {
  const counts = await readContents(files, dir);
  const runs = counts.map((rows, index) => new RunCursor(runPath(dir, index), table, rows));
  try {
    for (const run of runs) await run.advance();
    yield* mergeSorted<Row>(runs, compare);
  } finally {
    for (const run of runs) await run.close();
  }
}

async function readContents(files: Files, dir: string): Promise<number[]> {
  const path = join(dir, CONTENTS);
  if (!(await files.exists(path))) throw notStored(`${path} is missing`);
  const parsed = contents.safeParse(JSON.parse((await files.read(path)).toString('utf8')));
  if (!parsed.success) throw notStored(`${path} is not readable`);
  return parsed.data;
}

function runPath(dir: string, index: number): string {
  return join(dir, `run-${String(index).padStart(5, '0')}.arrow`);
}

function notStored(message: string): StorageError {
  return new StorageError(message, 'Remove its directory and build again: it is made from the snapshots.');
}

/** Cuts a stream into arrays of limited size. */
async function* chunks(
  rows: AsyncIterable<Row> | Iterable<Row>,
  limits: { rows: number; bytes: number },
): AsyncGenerator<Row[], void> {
  let chunk: Row[] = [];
  let bytes = 0;
  for await (const row of rows) {
    chunk.push(row);
    bytes += roughBytes(row);
    if (chunk.length < limits.rows && bytes < limits.bytes) continue;
    yield chunk;
    chunk = [];
    bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** What a row takes in memory, roughly: eight bytes a value, and one a character. */
function roughBytes(value: unknown): number {
  if (typeof value === 'string') return 8 + value.length;
  if (Array.isArray(value) && typeof value[0] === 'number') return 8 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((bytes, item) => bytes + roughBytes(item), 0);
}

async function writeRun(files: Files, path: string, table: Table, rows: readonly Row[]): Promise<void> {
  const schema = arrowSchema(table);
  const writer = new RecordBatchStreamWriter();
  const sink = await files.create(path);
  try {
    for await (const batch of chunks(rows, BATCH)) writer.write(encodeBatch(table, schema, batch));
    writer.finish();
    for await (const bytes of writer) await sink.write(bytes);
  } finally {
    await sink.close();
  }
}

/** A stream's own error handling within apache-arrow hangs on a missing file; a generator's does not. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array, void> {
  yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
}

/** Reads a run batch by batch. Stands before the first row until it is advanced once. */
class RunCursor implements Cursor<Row> {
  private readonly bytes: AsyncGenerator<Uint8Array, void>;
  private batches: AsyncIterator<RecordBatch> | undefined;
  private rows: Row[] = [];
  private index = 0;
  private read = 0;

  constructor(
    private readonly path: string,
    private readonly table: Table,
    private readonly count: number,
  ) {
    this.bytes = bytesOf(path);
  }

  get head(): Row {
    const row = this.rows[this.index];
    if (!row) throw new TypeError(`${this.path} has no further row`);
    return row;
  }

  async advance(): Promise<boolean> {
    this.index += 1;
    while (this.index >= this.rows.length) {
      const batch = await this.nextBatch();
      if (!batch) return this.end();
      this.rows = decodeBatch(this.table, batch);
      this.read += this.rows.length;
      this.index = 0;
    }
    return true;
  }

  private async nextBatch(): Promise<RecordBatch | undefined> {
    try {
      this.batches ??= await this.open();
      const { done, value } = await this.batches.next();
      return done ? undefined : value;
    } catch (error) {
      if (error instanceof StorageError) throw error;
      throw notStored(`${this.path} cannot be read: ${String(error)}`);
    }
  }

  private end(): false {
    if (this.read !== this.count)
      throw notStored(`${this.path} has ${this.read} rows where ${this.count} were stored`);
    return false;
  }

  async close(): Promise<void> {
    await this.bytes.return();
  }

  private async open(): Promise<AsyncIterator<RecordBatch>> {
    const reader = await RecordBatchReader.from(this.bytes);
    await reader.open();
    if (shapeOf(reader.schema) !== shapeOf(arrowSchema(this.table)))
      throw notStored(`${this.path} was stored by another version of this program`);
    return reader[Symbol.asyncIterator]();
  }
}

function shapeOf(schema: Schema): string {
  return schema.fields.map(({ name, type, nullable }) => `${name} ${type} ${nullable}`).join('\n');
}
