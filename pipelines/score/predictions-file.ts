import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../../common/errors.js';
import { errorCode } from '../../common/node-files.js';
import type { Row } from '../../schemas/table.js';
import { linesIn } from '../io/lines.js';
import { type FileKind, HEAD_BYTES, kindOf, seemsToBe } from './file-kind.js';
import { parquetRecords } from './parquet-predictions.js';
import type { Place } from './problems.js';

/** One record of a predictions file, or what stands in its place. */
export type PredictionLine = { place: Place; id: string; record: Row } | { place: Place; problem: string };

/** A path, of a pipe, too; or the bytes themselves. */
export type PredictionsSource = string | AsyncIterable<Buffer>;

const REMEDIES: Readonly<Record<Exclude<FileKind, 'Parquet'>, string>> = {
  gzip: 'Unpack it first, for example with gunzip.',
  zip: 'Unpack it first, for example with unzip.',
  Zstandard: 'Unpack it first, for example with zstd -d.',
  'UTF-16': 'Write it as UTF-8, for example with iconv.',
};

/**
 * The records of a predictions file, JSON Lines or Parquet as its first bytes say; of a pipe, JSON Lines alone. What is
 * no JSON object with a question_id comes as a problem.
 *
 * UsageError where the file cannot be read, where it is of another kind, and, at its end, where not one of its records
 * could be read.
 */
export async function* readPredictions(source: PredictionsSource): AsyncGenerator<PredictionLine, void> {
  const name = typeof source === 'string' ? source : 'the standard input';
  try {
    const { head, chunks, close } = await withHead(
      typeof source === 'string' ? createReadStream(source) : source,
    );
    const kind = kindOf(head);
    if (kind !== undefined) await close();
    if (kind === undefined) yield* refusingUnreadable(name, jsonLines(chunks));
    else if (kind === 'Parquet') yield* parquetLines(source, name);
    else throw new UsageError(`${name} seems to be ${kind}, not JSON Lines or Parquet`, REMEDIES[kind]);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UsageError(
      `cannot read ${name}: ${code}`,
      'Name a file of predictions with --predictions, or - for the standard input.',
      { cause: error },
    );
  }
}

interface WithHead {
  head: Buffer;
  /** All bytes, the first ones included. */
  chunks: AsyncIterable<Buffer>;
  /** Ends the stream where nothing more is wanted of it. */
  close(): Promise<unknown>;
}

async function withHead(stream: AsyncIterable<Buffer>): Promise<WithHead> {
  const rest = stream[Symbol.asyncIterator]();
  const close = async () => rest.return?.();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await rest.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const chunks = async function* () {
    try {
      yield head;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await close();
    }
  };
  return { head, chunks: chunks(), close };
}

interface ReadLine {
  line: PredictionLine;
  /** As it stands in the file. */
  text: string;
}

async function* jsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadLine, void> {
  let line = 0;
  for await (const bytes of linesIn(chunks)) {
    line += 1;
    const text = bytes.toString('utf8').trim();
    if (text !== '') yield { line: lineOf({ line }, parsed(text)), text };
  }
}

async function* parquetLines(source: PredictionsSource, name: string): AsyncGenerator<PredictionLine, void> {
  if (typeof source !== 'string' || !(await stat(source)).isFile())
    throw new UsageError(`${name} is Parquet, which cannot be read from a pipe`, 'Name the file itself.');
  yield* refusingUnreadable(name, numbered(parquetRecords(source)));
}

async function* numbered(records: AsyncIterable<Row>): AsyncGenerator<ReadLine, void> {
  let row = 0;
  for await (const record of records) {
    row += 1;
    yield { line: lineOf({ row }, record), text: '' };
  }
}

/** The object in a line, or why there is none. */
function parsed(text: string): Row | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    return 'no JSON object';
  } catch {
    return 'no JSON';
  }
}

function lineOf(place: Place, record: Row | string): PredictionLine {
  if (typeof record === 'string') return { place, problem: record };
  const { question_id: id } = record;
  if (typeof id === 'string') return { place, id, record };
  if (id === undefined || id === null) return { place, problem: 'no question_id' };
  return { place, problem: `question_id is a ${typeof id} and must be text, such as "metaculus:123"` };
}

/** Passes lines on; UsageError at their end where none of them is a record. */
async function* refusingUnreadable(
  name: string,
  lines: AsyncIterable<ReadLine>,
): AsyncGenerator<PredictionLine, void> {
  let first: { problem: string; text: string } | undefined;
  let isReadable = false;
  for await (const { line, text } of lines) {
    if ('record' in line) isReadable = true;
    else if (first === undefined) first = { problem: line.problem, text };
    yield line;
  }
  if (isReadable || first === undefined) return;
  const { what, remedy } = first.problem.startsWith('no JSON')
    ? seemsToBe(first.text)
    : { what: 'without usable ids', remedy: 'Give each record the question_id of the table, as text.' };
  throw new UsageError(
    `no record of ${name} can be read: ${first.problem}; the file seems to be ${what}`,
    remedy,
  );
}
