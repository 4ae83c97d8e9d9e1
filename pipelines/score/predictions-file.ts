import { open } from 'node:fs/promises';
import { asyncBufferFromFile } from 'hyparquet';
import { UsageError } from '../../common/errors.js';
import { errorCode } from '../../common/node-files.js';
import type { Row } from '../../schemas/table.js';
import { openParquet, ParquetError } from '../../sources/hub/parquet.js';
import { linesOf } from '../io/lines.js';

/** One record of a predictions file, or what stands in its place; `place` is a line or row from 1. */
export type PredictionLine = { place: number; record: Row } | { place: number; problem: string };

const COLUMNS = ['question_id', 'prediction', 'confidence', 'samples'];
const PARQUET_MAGIC = 'PAR1';

/**
 * The records of a predictions file, JSON Lines or Parquet as its first bytes say. Lines that are no JSON object come as
 * problems. UsageError where the file cannot be read or has no column question_id.
 */
export async function* readPredictions(path: string): AsyncGenerator<PredictionLine, void> {
  if (await isParquet(path)) yield* parquetRecords(path);
  else yield* jsonRecords(path);
}

async function isParquet(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer } = await file.read(Buffer.alloc(PARQUET_MAGIC.length), 0, PARQUET_MAGIC.length, 0);
      return buffer.toString('latin1') === PARQUET_MAGIC;
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UsageError(`cannot read ${path}: ${code}`, 'Name a file of predictions with --predictions.', {
      cause: error,
    });
  }
}

async function* jsonRecords(path: string): AsyncGenerator<PredictionLine, void> {
  let place = 0;
  for await (const bytes of linesOf(path)) {
    place += 1;
    const line = bytes.toString('utf8').trim();
    if (line !== '') yield { place, ...parsed(line) };
  }
}

function parsed(line: string): { record: Row } | { problem: string } {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { record: { ...value } };
    return { problem: 'no JSON object' };
  } catch {
    return { problem: 'no JSON' };
  }
}

async function* parquetRecords(path: string): AsyncGenerator<PredictionLine, void> {
  let place = 0;
  try {
    const file = await openParquet(await asyncBufferFromFile(path));
    const present = file.columns.map(({ name }) => name);
    if (!present.includes('question_id'))
      throw new UsageError(`${path} has no column question_id`, `Give it the columns ${COLUMNS.join(', ')}.`);
    for await (const batch of file.batches(COLUMNS.filter((name) => present.includes(name))))
      for (const row of batch) {
        place += 1;
        yield { place, record: plain(row) };
      }
  } catch (error) {
    if (!(error instanceof ParquetError)) throw error;
    throw new UsageError(
      `cannot read ${path}: ${error.message}`,
      'Write it again, as Parquet or JSON Lines.',
      {
        cause: error,
      },
    );
  }
}

/** Values as JSON has them: integers as numbers, dates as days. */
function plain(row: Row): Row {
  const samples = row.samples;
  const values = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, plainValue(value)] as const),
  );
  if (!Array.isArray(samples)) return values;
  return { ...values, samples: samples.map((sample: unknown) => plainSample(sample)) };
}

function plainSample(sample: unknown): unknown {
  if (typeof sample !== 'object' || sample === null) return sample;
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}
