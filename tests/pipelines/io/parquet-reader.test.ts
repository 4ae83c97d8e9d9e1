import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { asyncBufferFromFile, type FileMetaData } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../common/node-files.js';
import { abandonable, refuseStrayColumns } from '../../../common/parquet-guard.js';
import { ParquetFile } from '../../../pipelines/io/parquet-reader.js';
import { createTableWriter } from '../../../pipelines/io/table-writer.js';
import { openParquet } from '../../../sources/hub/parquet.js';
import { everyKind, inTemporaryDirectory, plainRow } from './every-kind.js';

const rejections: unknown[] = [];
const note = (reason: unknown) => rejections.push(reason);
beforeEach(() => {
  rejections.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

async function written(dir: string): Promise<string> {
  const writer = createTableWriter(nodeFiles, dir, everyKind, 'train');
  for (const id of ['a', 'b', 'c']) await writer.append(plainRow(id));
  await writer.close();
  return join(dir, 'data/every_kind/train-00000-of-00001.parquet');
}

/** Both readers of the file, each to its end. */
const READERS: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  [
    'of versions',
    async (path) => {
      for await (const _ of (await ParquetFile.open(path)).stream());
    },
  ],
  [
    'of the Hub and of predictions',
    async (path) => {
      const file = await openParquet(await asyncBufferFromFile(path));
      for await (const _ of file.batches(file.columns.map(({ name }) => name)));
    },
  ],
];

/** Writes `to` over each `from` of a file; the lengths are the same. */
function overwritten(bytes: Buffer, from: Buffer | string, to: Buffer | string): Buffer {
  const result = Buffer.from(bytes);
  let count = 0;
  for (let at = result.indexOf(from); at !== -1; at = result.indexOf(from, at + 1)) {
    result.set(Buffer.from(to), at);
    count += 1;
  }
  expect(count).toBeGreaterThan(0);
  return result;
}

const withoutPages = (bytes: Buffer) =>
  overwritten(bytes, Buffer.from([0x1f, 0x8b, 0x08]), Buffer.from([0x1f, 0x8b, 0x77]));

describe.each(READERS)('a damaged Parquet file, by the reader %s', (_, read) => {
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['no page that can be unpacked', withoutPages],
    [
      'besides a column whose name is none of the schema',
      (bytes) => {
        const renamed = withoutPages(bytes);
        renamed.set(Buffer.from('maybe_tegs'), renamed.lastIndexOf('maybe_tags'));
        return renamed;
      },
    ],
    ['besides two columns of one name', (bytes) => overwritten(withoutPages(bytes), 'maybe_at', 'maybe_on')],
  ])('rejects once and leaves nothing behind: %s', async (_, damage) => {
    await inTemporaryDirectory(async (dir) => {
      const path = await written(dir);
      await writeFile(path, damage(await readFile(path)));
      await expect(read(path)).rejects.toThrow();
      await pause(20);
      expect(rejections).toEqual([]);
    });
  });

  it('leaves nothing behind, whatever bytes changed', async () => {
    await inTemporaryDirectory(async (dir) => {
      const path = await written(dir);
      const whole = await readFile(path);
      const footer = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
      const place = fc.oneof(
        fc.integer({ min: 0, max: footer - 1 }),
        fc.integer({ min: footer, max: whole.length - 1 }),
      );
      const changes = fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), {
        minLength: 2,
        maxLength: 8,
      });
      await fc.assert(
        fc.asyncProperty(changes, async (all) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of all) bytes[at] = byte;
          await writeFile(path, bytes);
          await read(path).catch(() => undefined);
        }),
        // Chosen bytes can ask for more work than a test has time for: the same ones in each run.
        { numRuns: 200, seed: 1 },
      );
      await pause(20);
      expect(rejections).toEqual([]);
    });
  });
});

it('refuses a row group of more rows than values before it makes them', () => {
  const leaf = { name: 'a', type: 'INT64' as const, repetition_type: 'REQUIRED' as const };
  const metadata = (rows: bigint): FileMetaData => ({
    version: 1,
    schema: [{ name: 'root', num_children: 1 }, leaf],
    num_rows: rows,
    row_groups: [
      {
        columns: [
          {
            file_offset: 0n,
            meta_data: {
              type: 'INT64',
              encodings: ['PLAIN'],
              path_in_schema: ['a'],
              codec: 'GZIP',
              num_values: 3n,
              total_uncompressed_size: 0n,
              total_compressed_size: 0n,
              data_page_offset: 4n,
            },
          },
        ],
        total_byte_size: 0n,
        num_rows: rows,
      },
    ],
    metadata_length: 1,
  });
  expect(() => refuseStrayColumns(metadata(3n))).not.toThrow();
  expect(() => refuseStrayColumns(metadata(3_000_000_000n))).toThrow(
    'column a has 3 values for 3000000000 rows',
  );
});

it('lets reads be given up that fail, at once or later', async () => {
  const failing = (slice: () => Promise<ArrayBuffer>) => abandonable({ byteLength: 1, slice });
  const later = failing(() => Promise.reject(new Error('EIO')));
  const atOnce = failing(() => {
    throw new RangeError('no such place');
  });
  void later.slice(0, 1);
  void atOnce.slice(2, 1);
  await pause(5);
  expect(rejections).toEqual([]);
  await expect(later.slice(0, 1)).rejects.toThrow('EIO');
  await expect(atOnce.slice(2, 1)).rejects.toThrow(RangeError);
});
