import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { UsageError } from '../../../common/errors.js';
import { hashFile } from '../../../common/hash.js';
import { compareCodePoints } from '../../../common/order.js';

const QUESTIONS = 'question_data.csv';
const FORECASTS = 'forecast_data.csv';
const EXPECTED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  [QUESTIONS]: ['Question ID'],
  [FORECASTS]: [
    'Question ID',
    'Forecaster ID',
    'Forecaster Username',
    'Start Time',
    'End Time',
    'Probability Yes',
    'Continuous CDF',
    'Probability of Resolution',
    'PDF at Resolution',
  ],
};

/** One export: the two files that Metaculus packs together, with the hashes of their bytes. */
export interface ExportPair {
  questions: { path: string; sha256: string };
  forecasts: { path: string; sha256: string };
}

/** One line of a CSV file by column name; columns at the end may be missing. */
export type CsvRow = Readonly<Record<string, string | undefined>>;

/**
 * The exports anywhere below a directory, in the order of their contents, so that nothing depends on where they lie.
 * UsageError where there is none.
 */
export async function findExports(dir: string): Promise<ExportPair[]> {
  const names = await namesBelow(dir);
  const dirs = names
    .filter((name) => name.endsWith(FORECASTS))
    .map((name) => name.slice(0, -FORECASTS.length));
  const pairs: ExportPair[] = [];
  for (const sub of dirs.filter((one) => names.includes(one + QUESTIONS)))
    pairs.push({
      questions: await hashed(join(dir, sub, QUESTIONS)),
      forecasts: await hashed(join(dir, sub, FORECASTS)),
    });
  if (pairs.length === 0)
    throw new UsageError(
      `--import: no ${QUESTIONS} beside a ${FORECASTS} below the directory`,
      'Unpack the archives that Metaculus gives under "Download question data" there.',
    );
  const key = (pair: ExportPair) => pair.forecasts.sha256 + pair.questions.sha256;
  return pairs.sort((a, b) => compareCodePoints(key(a), key(b)));
}

async function namesBelow(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir, { recursive: true })).map(String);
  } catch (error) {
    throw new UsageError(
      '--import: the directory cannot be read',
      'Give the directory of the unpacked exports.',
      {
        cause: error,
      },
    );
  }
}

async function hashed(path: string): Promise<{ path: string; sha256: string }> {
  return { path, sha256: (await hashFile(path)).sha256 };
}

/**
 * The lines of one of the two files, with their numbers, read as a stream. Lines may be shorter than the header: the
 * columns on the outcome are left off while there is none. UsageError where it is no such CSV.
 */
export async function* csvRows(path: string): AsyncGenerator<{ row: CsvRow; line: number }> {
  const name = path.endsWith(QUESTIONS) ? QUESTIONS : FORECASTS;
  const columns = (header: string[]) => requireColumns(name, header);
  const parser = createReadStream(path).pipe(parse({ bom: true, columns, relax_column_count_less: true }));
  let line = 1;
  try {
    for await (const row of parser as AsyncIterable<CsvRow>) {
      line += 1;
      yield { row, line };
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) throw error;
    throw new UsageError(
      `--import: ${name} is no whole CSV file: ${error.message}`,
      'Download the export again.',
    );
  }
}

function requireColumns(name: string, header: string[]): string[] {
  const missing = EXPECTED_COLUMNS[name]?.find((column) => !header.includes(column));
  if (missing === undefined) return header;
  throw new UsageError(`--import: ${name} has no column ${missing}`, 'Give exports as Metaculus makes them.');
}
