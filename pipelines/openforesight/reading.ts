import { asyncBufferFromFile } from 'hyparquet';
import { z } from 'zod';
import { sha256OfJson } from '../../common/hash.js';
import {
  ARTICLE_FIELDS,
  RECORD_FIELDS,
  recordFields,
  recordSchema,
  UNUSED_FIELDS,
} from '../../schemas/wire/openforesight.js';
import { SchemaDriftError } from '../../sources/http/errors.js';
import { INVALID_TEXT, openParquet, ParquetError, type ParquetFile } from '../../sources/hub/parquet.js';
import type { BuildContext } from '../dataset.js';
import type { OpenforesightParameters } from './parameters.js';
import type { StoredRecord } from './records.js';
import { candidateId } from './row.js';
import type { FetchedFile } from './shards.js';
import type { SplitFiles } from './splits.js';

/** Above this share of malformed records the upstream has drifted (CONTRACT 4). */
const MALFORMED_LIMIT = 0.01;

/** A record that does not parse; `detail` names the field and what is wrong with it. */
export const malformedRecord = z.strictObject({
  id: z.string(),
  split: z.string(),
  row: z.int(),
  detail: z.string(),
  sha256: z.string(),
});

export type MalformedRecord = z.infer<typeof malformedRecord>;

/** A shard and how many records it holds, malformed ones included. */
export const readShard = z.strictObject({ path: z.string(), split: z.string(), rows: z.int() });

export type ReadShard = z.infer<typeof readShard>;

/** What a reading counted. */
export interface ReadingSummary {
  /** Records that parse. */
  records: number;
  malformed: MalformedRecord[];
  /** In the order read. */
  shards: ReadShard[];
}

type Context = BuildContext<OpenforesightParameters>;

/** One reading of all shards of all splits. */
export class RecordReading {
  private good = 0;
  private bad = 0;
  private readonly malformed: MalformedRecord[] = [];
  private readonly shards: ReadShard[] = [];
  private readonly fields: readonly string[];
  private firstBadField = '';

  constructor(
    private readonly context: Context,
    private readonly splits: readonly SplitFiles<FetchedFile>[],
  ) {
    this.fields = recordFields(context.parameters.includeArticles);
  }

  /** The records that parse, in file order. SchemaDriftError where a file or a needed column is not as known. */
  async *records(): AsyncGenerator<StoredRecord> {
    for (const { name, files } of this.splits) {
      let row = 0;
      for (const file of files) {
        const parquet = await this.open(file);
        this.shards.push({ path: file.path, split: name, rows: parquet.rows });
        for await (const raw of this.rows(file, parquet)) {
          const record = this.parse(raw, name, row++);
          if (record !== undefined) yield record;
        }
      }
    }
  }

  /** The counts after all records were taken; SchemaDriftError where too many of them do not parse. */
  finish(): ReadingSummary {
    if (this.bad > MALFORMED_LIMIT * (this.good + this.bad)) {
      const share = `${this.bad} of ${this.good + this.bad} records do not parse`;
      throw new SchemaDriftError('hf', this.firstBadField, `${share}, first ${this.malformed[0]?.id}`);
    }
    return { records: this.good, malformed: this.malformed, shards: this.shards };
  }

  private async open(file: FetchedFile): Promise<ParquetFile> {
    const path = await this.context.upstream.bodyPath(file.sha256);
    const parquet = await drifting(file, async () => openParquet(await asyncBufferFromFile(path)));
    for (const field of this.fields) {
      const column = parquet.columns.find(({ name }) => name === field);
      if (column?.isText) continue;
      const detail = column === undefined ? 'the column is missing' : 'the column is no text';
      throw new SchemaDriftError('hf', `${file.path}: ${field}`, detail);
    }
    this.reportNewColumns(file, parquet);
    return parquet;
  }

  private reportNewColumns(file: FetchedFile, { columns }: ParquetFile): void {
    const known: readonly string[] = [...RECORD_FIELDS, ...ARTICLE_FIELDS, ...UNUSED_FIELDS];
    const unknown = columns.map(({ name }) => name).filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      this.context.log.warn('openforesight.new_columns', { path: file.path, columns: unknown });
    }
  }

  private async *rows(file: FetchedFile, parquet: ParquetFile): AsyncGenerator<Record<string, unknown>> {
    const batches = parquet.batches(this.fields);
    for (;;) {
      const batch = await drifting(file, () => batches.next());
      if (batch.done) return;
      yield* batch.value;
      this.context.log.progress('openforesight records', this.good + this.bad);
    }
  }

  private parse(raw: Record<string, unknown>, split: string, row: number): StoredRecord | undefined {
    const parsed = recordSchema(this.context.parameters.includeArticles).safeParse(raw);
    if (parsed.success) {
      this.good++;
      return { split, row, ...parsed.data };
    }
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    this.bad++;
    if (this.bad === 1) this.firstBadField = String(parsed.error.issues[0]?.path.join('.'));
    const qid = typeof raw.qid === 'string' ? raw.qid : null;
    const content = Object.entries(raw).map(([name, value]) => [
      name,
      value === INVALID_TEXT ? false : value,
    ]);
    this.malformed.push({
      id: candidateId(qid, split, row),
      split,
      row,
      detail: issues.join('; '),
      sha256: sha256OfJson({ split, ...Object.fromEntries(content) }),
    });
    return undefined;
  }
}

async function drifting<T>(file: FetchedFile, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ParquetError) throw new SchemaDriftError('hf', file.path, error.message);
    throw error;
  }
}
