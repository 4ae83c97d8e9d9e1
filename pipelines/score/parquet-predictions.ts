import { asyncBufferFromFile, type ParquetParsers } from 'hyparquet';
import { UsageError } from '../../common/errors.js';
import { dayOfNumber } from '../../common/time.js';
import type { Row } from '../../schemas/table.js';
import { openParquet, ParquetError } from '../../sources/hub/parquet.js';

const COLUMNS = ['question_id', 'prediction', 'confidence', 'samples'];

/** Days that Date holds, before and after 1970. */
const MOST_DAYS = 1e8;
const MILLIS_PER_DAY = 86_400_000n;

/** Days as texts; an instant is a day at midnight UTC alone, as everything else is cut short nowhere. */
const PARSERS: Partial<ParquetParsers> = {
  dateFromDays: dayText,
  timestampFromMilliseconds: dayOfInstant(MILLIS_PER_DAY),
  timestampFromMicroseconds: dayOfInstant(MILLIS_PER_DAY * 1_000n),
  timestampFromNanoseconds: dayOfInstant(MILLIS_PER_DAY * 1_000_000n),
};

function dayText(days: number): string {
  return Math.abs(days) <= MOST_DAYS ? dayOfNumber(days) : 'a day out of range';
}

function dayOfInstant(perDay: bigint): (units: bigint) => string {
  return (units) => (units % perDay === 0n ? dayText(Number(units / perDay)) : 'an instant within a day');
}

/**
 * The rows of a Parquet file in the form of JSON: integers as numbers, dates and midnights UTC as days; other instants,
 * and dates that no calendar has, as texts that are no days. UsageError where it cannot be read or has no column
 * question_id.
 */
export async function* parquetRecords(path: string): AsyncGenerator<Row, void> {
  try {
    const file = await openParquet(await asyncBufferFromFile(path), PARSERS);
    const present = file.columns.map(({ name }) => name);
    if (!present.includes('question_id'))
      throw new UsageError(`${path} has no column question_id`, `Give it the columns ${COLUMNS.join(', ')}.`);
    for await (const batch of file.batches(COLUMNS.filter((name) => present.includes(name))))
      for (const row of batch) yield plain(row);
  } catch (error) {
    if (!(error instanceof ParquetError)) throw error;
    throw new UsageError(
      `cannot read ${path}: ${error.message}`,
      'Write it again, as Parquet or JSON Lines.',
      { cause: error },
    );
  }
}

function plain(row: Row): Row {
  const { samples } = row;
  const values = withNumbers(row);
  return Array.isArray(samples) ? { ...values, samples: samples.map(plainSample) } : values;
}

function plainSample(sample: unknown): unknown {
  return typeof sample === 'object' && sample !== null ? withNumbers(sample) : sample;
}

function withNumbers(values: object): Row {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}
