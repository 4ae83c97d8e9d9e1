import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { asyncBufferFromFile } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { INVALID_TEXT, openParquet, ParquetError, type ParquetFile } from '../../../sources/hub/parquet.js';
import { encodeRecords } from '../../../sources/synthetic/hub/parquet.js';
import { planWorld } from '../../../sources/synthetic/hub/world.js';

/** The part of the older writer that is used here; the package ships no types. */
interface OldWriter {
  ParquetSchema: new (fields: object) => object;
  ParquetWriter: {
    openFile(
      schema: object,
      path: string,
      options: object,
    ): Promise<{ appendRow(row: object): Promise<void>; close(): Promise<void> }>;
  };
}
const { ParquetSchema, ParquetWriter } = createRequire(import.meta.url)('parquetjs-lite') as OldWriter;

const bufferOf = (bytes: ArrayBuffer) => ({
  byteLength: bytes.byteLength,
  slice: (start: number, end?: number) => bytes.slice(start, end),
});
const opened = (bytes: Uint8Array): Promise<ParquetFile> =>
  openParquet(bufferOf(Uint8Array.from(bytes).buffer));
async function rowsOf(file: ParquetFile, columns: readonly string[]): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const batch of file.batches(columns)) rows.push(...batch);
  return rows;
}

const records = planWorld(1, 'small')
  .records('train', 0, 200)
  .map(({ record }) => record);

describe('openParquet', () => {
  it.each(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD'] as const)(
    'reads %s, row groups and dictionaries',
    async (codec) => {
      const file = await opened(encodeRecords(records, { codec, rowGroup: 70 }));
      expect(file.rows).toBe(200);
      const rows = await rowsOf(file, ['qid', 'answer', 'news_source']);
      expect(rows).toEqual(records.map(({ qid, answer, news_source }) => ({ qid, answer, news_source })));
    },
  );

  it('gives batches, and the same rows however they are cut', async () => {
    const many = Array.from({ length: 30 }, () => records).flat();
    const file = await opened(encodeRecords(many, { codec: 'SNAPPY', rowGroup: 5_000 }));
    const sizes: number[] = [];
    const rows: unknown[] = [];
    for await (const batch of file.batches(['qid', 'question_title'])) {
      sizes.push(batch.length);
      rows.push(...batch.map(({ question_title }) => question_title));
    }
    expect(sizes).toEqual([2_000, 2_000, 1_000, 1_000]);
    expect(rows).toEqual(many.map(({ question_title }) => question_title));
  });

  it('marks bytes that are no UTF-8, and keeps a byte order mark', async () => {
    const file = await opened(encodeRecords(records, { codec: 'SNAPPY', rowGroup: 200 }));
    const rows = await rowsOf(file, ['background', 'resolution_criteria']);
    expect(rows.filter(({ background }) => background === INVALID_TEXT)).toHaveLength(1);
    expect(rows.filter((row) => String(row.resolution_criteria).startsWith('\ufeff'))).toHaveLength(1);
  });

  it('reads three-level and two-level lists', async () => {
    const three = parquetWriteBuffer({
      schema: [
        { name: 'schema', num_children: 1 },
        { name: 'tags', repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      ],
      columnData: [{ name: 'tags', data: [['a', null], [], null, ['b']] }],
    });
    const file = await openParquet(bufferOf(three));
    expect(await rowsOf(file, ['tags'])).toEqual([
      { tags: ['a', null] },
      { tags: [] },
      { tags: null },
      { tags: ['b'] },
    ]);
    expect(file.columns).toEqual([{ name: 'tags', isText: false }]);
  });

  it('reads two-level lists of an older writer', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'two-level-')), 'lists.parquet');
    const list = { type: 'LIST', optional: true, fields: { array: { type: 'UTF8', repeated: true } } };
    const writer = await ParquetWriter.openFile(new ParquetSchema({ tags: list }), path, {
      useDataPageV2: false,
    });
    await writer.appendRow({ tags: { array: ['a', 'b'] } });
    await writer.appendRow({ tags: { array: ['c'] } });
    await writer.close();
    const file = await openParquet(await asyncBufferFromFile(path));
    expect(await rowsOf(file, ['tags'])).toEqual([{ tags: ['a', 'b'] }, { tags: ['c'] }]);
  });

  it('tells text columns from others', async () => {
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'text', data: ['a'], type: 'STRING' },
        { name: 'number', data: [1], type: 'INT32' },
        { name: 'bytes', data: [{ a: 1 }], type: 'JSON' },
      ],
      compressors: { GZIP: (bytes) => gzipSync(bytes) },
      codec: 'GZIP',
    });
    const { columns } = await openParquet(bufferOf(buffer));
    expect(columns.map(({ name, isText }) => [name, isText])).toEqual([
      ['text', true],
      ['number', false],
      ['bytes', false],
    ]);
  });

  it('refuses what is no Parquet file, or only a part of one', async () => {
    const whole = encodeRecords(records.slice(0, 5), { codec: 'SNAPPY', rowGroup: 5 });
    await expect(opened(Buffer.from('<html>not found</html>'))).rejects.toThrow(ParquetError);
    await expect(opened(whole.subarray(0, whole.length >> 1))).rejects.toThrow(ParquetError);
    const broken = Uint8Array.from(whole).fill(0xff, 4, 400);
    await expect(rowsOf(await opened(broken), ['qid'])).rejects.toThrow(/rows 0 to 5/);
  });
});

const recorded = fileURLToPath(
  new URL('../../../../shared/recorded/huggingface/nikhilchandak/OpenForesight/data/', import.meta.url),
);

describe.skipIf(!existsSync(recorded))('Parquet files of another writer', () => {
  it.each([
    ['train-00000-of-00002.parquet', 2_500],
    ['train-00001-of-00002.parquet', 2_500],
    ['test-00000-of-00001.parquet', 302],
  ])('reads %s', async (name, rows) => {
    const file = await openParquet(await asyncBufferFromFile(recorded + name));
    expect(file.rows).toBe(rows);
    expect(file.columns).toHaveLength(19);
    expect(file.columns.every(({ isText }) => isText)).toBe(true);
    expect(await rowsOf(file, ['qid'])).toHaveLength(rows);
  });
});
