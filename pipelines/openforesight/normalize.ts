import { join } from 'node:path';
import { z } from 'zod';
import type { Row } from '../../schemas/table.js';
import type { BuildContext } from '../dataset.js';
import { readNormalized, writeNormalized } from '../io/normalized.js';
import type { OpenforesightParameters } from './parameters.js';
import { malformedRecord, type ReadingSummary, RecordReading, readShard } from './reading.js';
import { byQidCodePoint, byQidNumberFirst, recordsTable, type StoredRecord } from './records.js';
import type { FetchedFile } from './shards.js';
import type { SplitFiles } from './splits.js';

/** Raised with every change to what is stored, so that an older store is not taken for the new. */
const FORMAT = 1;

const summary = z.strictObject({
  records: z.int(),
  malformed: z.array(malformedRecord),
  shards: z.array(readShard),
});

/** The records of one commit on disk. */
export interface NormalizedRecords extends Readonly<ReadingSummary> {
  /** The records that parse, by qid, numbers first. May be read any number of times. */
  byNumber(): AsyncIterable<StoredRecord>;
  /** The same by code point of the qid; sorted at the first call. */
  byCodePoint(): Promise<() => AsyncIterable<StoredRecord>>;
}

type Context = BuildContext<OpenforesightParameters>;

/**
 * Checks each record of the shards against the wire schema and stores those that parse, sorted by qid, in bounded
 * memory. A commit that was stored before is not read again. SchemaDriftError where a column that is needed is missing
 * or no text, where a file is not readable, or where more than 1 % of the records do not parse.
 */
export async function normalizeRecords(
  context: Context,
  commit: string,
  splits: readonly SplitFiles<FetchedFile>[],
): Promise<NormalizedRecords> {
  const { files, parameters } = context;
  const kind = parameters.includeArticles ? 'articles' : 'plain';
  const dir = join(context.normalizedDir, `${commit}-${kind}-${FORMAT}`);
  const byCodePointDir = `${dir}-by-code-point`;
  const done = join(dir, 'summary.json');
  const table = recordsTable(parameters.includeArticles);
  const byNumber = () => typed(readNormalized(files, dir, table, byQidNumberFirst));
  if (!(await files.exists(done))) {
    const reading = new RecordReading(context, splits);
    await writeNormalized(files, dir, table, reading.records(), byQidNumberFirst);
    await files.writeAtomic(done, JSON.stringify(reading.finish()));
  }
  return {
    ...summary.parse(JSON.parse((await files.read(done)).toString('utf8'))),
    byNumber,
    byCodePoint: async () => {
      await writeNormalized(files, byCodePointDir, table, byNumber(), byQidCodePoint);
      return () => typed(readNormalized(files, byCodePointDir, table, byQidCodePoint));
    },
  };
}

/** Rows of the table of this choice of columns, which were checked when they were stored. */
async function* typed(rows: AsyncIterable<Row>): AsyncGenerator<StoredRecord> {
  for await (const row of rows) yield row as StoredRecord;
}
