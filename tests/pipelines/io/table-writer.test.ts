import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { hashFile } from '../../../common/hash.js';
import { nodeFiles } from '../../../common/node-files.js';
import { withDuckDb } from '../../../pipelines/io/duckdb.js';
import { jsonLine } from '../../../pipelines/io/jsonl.js';
import { readTable } from '../../../pipelines/io/read-table.js';
import { readBack } from '../../../pipelines/io/readback.js';
import { createTableWriter, WRITER_LIMITS, type WriterLimits } from '../../../pipelines/io/table-writer.js';
import type { Row } from '../../../schemas/table.js';
import { anyRow, collect, everyKind, inTemporaryDirectory, plainRow } from './every-kind.js';

const SMALL_GROUPS: WriterLimits = { ...WRITER_LIMITS, rowGroup: { rows: 3, bytes: 1e9 } };
const DIR = 'data/every_kind';

async function write(dir: string, rows: readonly Row[], limits = WRITER_LIMITS, files: Files = nodeFiles) {
  const writer = createTableWriter(files, dir, everyKind, 'train', limits);
  for (const row of rows) await writer.append(row);
  return writer.close();
}

async function query(sql: string) {
  return withDuckDb(async (connection) => (await connection.runAndReadAll(sql)).getRowsJson());
}

describe('a written split', () => {
  it('holds every value of every kind, by hyparquet and by DuckDB', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 10 }), (rows) =>
        inTemporaryDirectory(async (dir) => {
          await write(dir, rows, SMALL_GROUPS);
          expect(await readBack(dir, everyKind, 'train')).toEqual({ rows: rows.length });
          expect(await collect(readTable(dir, everyKind, ['train']))).toEqual(rows);
          const lines = (await readFile(join(dir, DIR, 'train.jsonl'), 'utf8')).split('\n');
          expect(lines).toEqual([...rows.map((row) => jsonLine(everyKind, row)), '']);
        }),
      ),
      { numRuns: 25 },
    );
  });

  it('has the same bytes each time, and the size and hash that it reports', async () => {
    const rows = fc.sample(anyRow, { numRuns: 50, seed: 7 });
    await inTemporaryDirectory(async (dir) => {
      const first = await write(join(dir, '1'), rows, SMALL_GROUPS);
      expect(await write(join(dir, '2'), rows, SMALL_GROUPS)).toEqual(first);
      expect(first.map(({ path, rows: count }) => [path, count])).toEqual([
        [`${DIR}/train-00000-of-00001.parquet`, 50],
        [`${DIR}/train.jsonl`, 50],
      ]);
      for (const { path, bytes, sha256 } of first)
        expect(await hashFile(join(dir, '2', path))).toEqual({ bytes, sha256 });
    });
  });

  it('leaves no file where there is no row', async () => {
    await inTemporaryDirectory(async (dir) => {
      expect(await write(dir, [])).toEqual([]);
      expect(await readdir(dir)).toEqual([]);
      expect(await collect(readTable(dir, everyKind, ['train']))).toEqual([]);
    });
  });

  it('tells null from empty text and from empty list in SQL', async () => {
    await inTemporaryDirectory(async (dir) => {
      await write(dir, [
        plainRow('null'),
        plainRow('empty', { maybe_text: '', maybe_tags: [], maybe_numbers: [] }),
        plainRow('filled', { maybe_text: 'x', maybe_tags: ['', 'y'], maybe_numbers: [0.1, -1] }),
      ]);
      expect(
        await query(
          `SELECT id, maybe_text, maybe_tags, maybe_numbers, maybe_tags IS NULL FROM '${dir}/${DIR}/*.parquet'`,
        ),
      ).toEqual([
        ['null', null, null, null, true],
        ['empty', '', [], [], false],
        ['filled', 'x', ['', 'y'], [0.1, -1], false],
      ]);
    });
  });

  it('shows instants with their zone, days as dates, whole microseconds', async () => {
    await inTemporaryDirectory(async (dir) => {
      await write(dir, [plainRow('a', { at: 1_764_460_800_123_456, on: '1969-12-31' })]);
      expect(
        await query(
          `SELECT typeof("at"), epoch_us("at")::VARCHAR, "at"::VARCHAR, typeof("on"), "on"::VARCHAR FROM '${dir}/${DIR}/*.parquet'`,
        ),
      ).toEqual([
        [
          'TIMESTAMP WITH TIME ZONE',
          '1764460800123456',
          '2025-11-30 00:00:00.123456+00',
          'DATE',
          '1969-12-31',
        ],
      ]);
    });
  });

  it('declares what a reader needs: required and optional, three-level lists, both annotations, GZIP', async () => {
    await inTemporaryDirectory(async (dir) => {
      await write(dir, [plainRow('a')]);
      const path = join(dir, DIR, 'train-00000-of-00001.parquet');
      const { schema, row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
      const element = (name: string) => schema.find((candidate) => candidate.name === name);
      expect(element('at')).toMatchObject({
        type: 'INT64',
        repetition_type: 'REQUIRED',
        converted_type: 'TIMESTAMP_MICROS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      });
      expect(element('maybe_on')).toMatchObject({
        type: 'INT32',
        repetition_type: 'OPTIONAL',
        logical_type: { type: 'DATE' },
      });
      expect(element('id')).toMatchObject({ type: 'BYTE_ARRAY', converted_type: 'UTF8' });
      const list = schema.findIndex(({ name }) => name === 'maybe_tags');
      expect(schema.slice(list, list + 3)).toMatchObject([
        {
          repetition_type: 'OPTIONAL',
          converted_type: 'LIST',
          logical_type: { type: 'LIST' },
          num_children: 1,
        },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY' },
      ]);
      const chunks = row_groups.flatMap(({ columns }) => columns.map(({ meta_data }) => meta_data));
      expect(new Set(chunks.map((chunk) => chunk?.codec))).toEqual(new Set(['GZIP']));
      expect(chunks.every((chunk) => chunk?.statistics === undefined)).toBe(true);
    });
  });

  it('states uncompressed sizes, which readers plan their memory by', async () => {
    await inTemporaryDirectory(async (dir) => {
      await write(dir, [plainRow('a', { maybe_text: 'x'.repeat(100_000) })]);
      const path = join(dir, DIR, 'train-00000-of-00001.parquet');
      const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
      const [group] = row_groups;
      expect(Number(group?.total_byte_size)).toBeGreaterThan(100_000);
      expect(Number(group?.columns[1]?.meta_data?.total_uncompressed_size)).toBeGreaterThan(100_000);
      expect(Number(group?.columns[1]?.meta_data?.total_compressed_size)).toBeLessThan(1_000);
    });
  });

  it('finds texts beyond ASCII by filter, among other texts of the row group', async () => {
    await inTemporaryDirectory(async (dir) => {
      await write(
        dir,
        ['\uFFFD', '🚀', 'zebra', 'ä'].map((id) => plainRow(id)),
      );
      const count = await query(`SELECT id FROM '${dir}/${DIR}/*.parquet' WHERE id = '🚀' OR id = 'ä'`);
      expect(count).toEqual([['🚀'], ['ä']]);
    });
  });

  it('replaces lone surrogates alike in both formats', async () => {
    await inTemporaryDirectory(async (dir) => {
      await write(dir, [plainRow('a\uD800b', { tags: ['ok', '\uDC00'] })]);
      await readBack(dir, everyKind, 'train');
      const [row] = await collect(readTable(dir, everyKind, ['train']));
      expect(row).toMatchObject({ id: 'a\uFFFDb', tags: ['ok', '\uFFFD'] });
    });
  });

  it('takes texts of 200 kB and ends the row group early', async () => {
    const rows = Array.from({ length: 12 }, (_, index) =>
      plainRow(String(index), { maybe_text: `${index}`.repeat(200_000) }),
    );
    await inTemporaryDirectory(async (dir) => {
      await write(dir, rows, { ...WRITER_LIMITS, rowGroup: { rows: 4_000, bytes: 1_000_000 } });
      await readBack(dir, everyKind, 'train');
      const path = join(dir, DIR, 'train-00000-of-00001.parquet');
      const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path));
      expect(row_groups.length).toBeGreaterThan(2);
    });
  });
});

describe('shards', () => {
  const rows = Array.from({ length: 10 }, (_, index) => plainRow(String(index)));

  it('split a large table and keep its order', async () => {
    await inTemporaryDirectory(async (dir) => {
      const entries = await write(dir, rows, { ...SMALL_GROUPS, shardRows: 4 });
      expect(entries.map(({ path, rows: count }) => [path, count])).toEqual([
        [`${DIR}/train-00000-of-00003.parquet`, 4],
        [`${DIR}/train-00001-of-00003.parquet`, 4],
        [`${DIR}/train-00002-of-00003.parquet`, 2],
        [`${DIR}/train.jsonl`, 10],
      ]);
      expect((await readdir(join(dir, DIR))).sort()).toEqual(
        entries.map(({ path }) => path.slice(DIR.length + 1)),
      );
      await readBack(dir, everyKind, 'train');
      expect(await collect(readTable(dir, everyKind, ['train']))).toEqual(rows);
    });
  });

  it('end by size at the same row each time', async () => {
    await inTemporaryDirectory(async (dir) => {
      const limits = { ...SMALL_GROUPS, shardBytes: 1 };
      const first = await write(join(dir, '1'), rows, limits);
      expect(first.map(({ rows: count }) => count)).toEqual([6, 4, 10]);
      expect(await write(join(dir, '2'), rows, limits)).toEqual(first);
    });
  });

  it('that are missing are told, not passed over', async () => {
    await inTemporaryDirectory(async (dir) => {
      await write(dir, rows, { ...SMALL_GROUPS, shardRows: 4 });
      await nodeFiles.remove(join(dir, DIR, 'train-00001-of-00003.parquet'));
      await expect(collect(readTable(dir, everyKind, ['train']))).rejects.toThrow(StorageError);
    });
  });
});

describe('values that do not fit', () => {
  it.each<[string, unknown]>([
    ['count', 2 ** 53],
    ['count', 1.5],
    ['count', '12abc'],
    ['count', null],
    ['value', Number.NaN],
    ['value', '0.5'],
    ['flag', 'false'],
    ['at', 1.5],
    ['on', '2025-02-30'],
    ['on', 'soon'],
    ['id', 5],
    ['id', undefined],
    ['tags', 'a'],
    ['tags', ['a', null]],
    ['numbers', [1, Number.POSITIVE_INFINITY]],
  ])('%s = %s is refused by name', async (column, value) => {
    await inTemporaryDirectory(async (dir) => {
      await expect(write(dir, [plainRow('a', { [column]: value })])).rejects.toThrow(
        expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(column) }),
      );
    });
  });

  it('a split that is no word is refused', async () => {
    const writer = createTableWriter(nodeFiles, 'unused', everyKind, '../x');
    await expect(writer.append(plainRow('a'))).rejects.toThrow(TypeError);
  });
});

describe('a file system that refuses', () => {
  it('stops the writer with its own error, whichever write fails', async () => {
    const rows = Array.from({ length: 9 }, (_, index) =>
      plainRow(String(index), { maybe_text: `${index}`.repeat(100_000) }),
    );
    await inTemporaryDirectory(async (dir) => {
      let failures = 0;
      for (let failAt = 1; ; failAt += 1) {
        const outcome = await write(join(dir, String(failAt)), rows, SMALL_GROUPS, fullDisk(failAt)).catch(
          (error: unknown) => error,
        );
        if (Array.isArray(outcome)) break;
        expect(outcome).toBeInstanceOf(StorageError);
        failures += 1;
      }
      expect(failures).toBeGreaterThan(2);
    });
  });
});

/** The real file system, full from the n-th write to an open file on. */
function fullDisk(failAt: number): Files {
  let writes = 0;
  return {
    ...nodeFiles,
    create: async (path) => {
      const sink = await nodeFiles.create(path);
      return {
        get bytes() {
          return sink.bytes;
        },
        write: async (data) => {
          writes += 1;
          if (writes >= failAt) throw new StorageError(`ENOSPC: cannot access ${path}`, 'Free space.');
          await sink.write(data);
        },
        close: () => sink.close(),
      };
    },
  };
}
