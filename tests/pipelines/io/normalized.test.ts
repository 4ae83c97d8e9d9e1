import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { compareCodePoints } from '../../../common/order.js';
import { type Compare, readNormalized, writeNormalized } from '../../../pipelines/io/normalized.js';
import type { Row, Table } from '../../../schemas/table.js';
import { integer, table, text } from '../../../schemas/table.js';
import { crashingFiles } from './crashing-files.js';
import { anyRow, collect, everyKind, inTemporaryDirectory, plainRow } from './every-kind.js';

const byId: Compare = (a, b) => compareCodePoints(String(a.id), String(b.id));

async function* stream(rows: Iterable<Row>) {
  yield* rows;
}

const read = (dir: string, declaration: Table = everyKind) =>
  collect(readNormalized(nodeFiles, dir, declaration, byId));

const numbered = table({
  name: 'numbered',
  doc: 'Rows to sort.',
  key: ['id'],
  columns: { id: text('id'), position: integer('position') },
});

describe('normalized rows', () => {
  it('come back with every value, sorted, equal ones in their first order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 20 }), (rows) =>
        inTemporaryDirectory(async (dir) => {
          await writeNormalized(nodeFiles, join(dir, 'n'), everyKind, stream(rows), byId);
          expect(await read(join(dir, 'n'))).toEqual(rows.toSorted(byId));
        }),
      ),
      { numRuns: 40 },
    );
  });

  it('merge over several runs, stably', async () => {
    const count = 60_000;
    const rows = Array.from({ length: count }, (_, position) => ({
      id: String((position * 7919) % 1000),
      position,
    }));
    await inTemporaryDirectory(async (dir) => {
      await writeNormalized(nodeFiles, dir, numbered, stream(rows), byId);
      expect(await readdir(dir)).toEqual(['contents.json', 'run-00000.arrow', 'run-00001.arrow']);
      expect(await read(dir, numbered)).toEqual(rows.toSorted(byId));
    });
  });

  it('are Arrow to others: types with UTC, lists, nulls', async () => {
    await inTemporaryDirectory(async (dir) => {
      const row = plainRow('ä', { maybe_tags: ['x', ''], numbers: [0.5], at: 1_764_460_800_123_456 });
      await writeNormalized(nodeFiles, dir, everyKind, stream([row]), byId);
      const arrow = tableFromIPC(await readFile(join(dir, 'run-00000.arrow')));
      expect(String(arrow.getChild('at')?.type)).toBe('Timestamp<MICROSECOND, UTC>');
      expect(arrow.toArray().map((item) => item?.toJSON())).toMatchObject([
        { id: 'ä', maybe_text: null, count: 1n, flag: true },
      ]);
      expect(arrow.getChild('maybe_tags')?.get(0)?.toArray()).toEqual(['x', '']);
      expect(arrow.getChild('numbers')?.get(0)?.toArray()).toEqual(new Float64Array([0.5]));
      expect(arrow.getChild('on')?.get(0)).toBe(Date.UTC(2025, 10, 30));
    });
  });

  it('have the same bytes each time', async () => {
    const rows = fc.sample(anyRow, { numRuns: 30, seed: 5 });
    await inTemporaryDirectory(async (dir) => {
      for (const name of ['1', '2'])
        await writeNormalized(nodeFiles, join(dir, name), everyKind, stream(rows), byId);
      const bytes = (name: string) => readFile(join(dir, name, 'run-00000.arrow'));
      expect(await bytes('1')).toEqual(await bytes('2'));
    });
  });

  it('can be none', async () => {
    await inTemporaryDirectory(async (dir) => {
      await writeNormalized(nodeFiles, dir, everyKind, stream([]), byId);
      expect(await read(dir)).toEqual([]);
    });
  });

  it('may be left before the end, and read again', async () => {
    await inTemporaryDirectory(async (dir) => {
      await writeNormalized(nodeFiles, dir, everyKind, stream(['b', 'a'].map((id) => plainRow(id))), byId);
      for await (const row of readNormalized(nodeFiles, dir, everyKind, byId)) {
        expect(row.id).toBe('a');
        break;
      }
      expect((await read(dir)).map(({ id }) => id)).toEqual(['a', 'b']);
    });
  });

  it('replace lone surrogates', async () => {
    await inTemporaryDirectory(async (dir) => {
      await writeNormalized(nodeFiles, dir, everyKind, stream([plainRow('a\uD800')]), byId);
      expect((await read(dir))[0]?.id).toBe('a\uFFFD');
    });
  });
});

describe('a store that is not whole', () => {
  it.each([true, false])(
    'is never seen, wherever the process dies (after the step: %s)',
    async (takesEffect) => {
      await inTemporaryDirectory(async (parent) => {
        const dir = join(parent, 'n');
        const rows = (id: string) => stream([plainRow(id), plainRow(`${id}2`)]);
        let crashes = 0;
        for (let n = 1; ; n += 1) {
          await writeNormalized(nodeFiles, dir, everyKind, rows('old'), byId);
          const files = crashingFiles(n, takesEffect);
          const outcome = await writeNormalized(files, dir, everyKind, rows('new'), byId).catch(
            (error: unknown) => error,
          );
          if (await nodeFiles.exists(dir)) {
            const ids = (await read(dir)).map(({ id }) => id);
            expect([
              ['old', 'old2'],
              ['new', 'new2'],
            ]).toContainEqual(ids);
          }
          if (!files.crashed) break;
          expect(outcome).toBeInstanceOf(StorageError);
          crashes += 1;
        }
        expect((await read(dir)).map(({ id }) => id)).toEqual(['new', 'new2']);
        expect(crashes).toBeGreaterThan(6);
      });
    },
  );

  it('is refused: missing, without a run, cut short, of another table', async () => {
    await inTemporaryDirectory(async (dir) => {
      await expect(read(join(dir, 'missing'))).rejects.toThrow(StorageError);
      await writeNormalized(nodeFiles, dir, everyKind, stream([plainRow('a')]), byId);
      await expect(read(dir, numbered)).rejects.toThrow(/another version/);
      await writeFile(join(dir, 'contents.json'), '[2]');
      await expect(read(dir)).rejects.toThrow('has 1 rows where 2 were stored');
      await writeFile(join(dir, 'contents.json'), '[1,1]');
      await expect(read(dir)).rejects.toThrow(StorageError);
      await writeFile(join(dir, 'contents.json'), '[1]');
      const run = join(dir, 'run-00000.arrow');
      const { length } = await readFile(run);
      const endOfStream = 8;
      for (let end = length - endOfStream - 1; end >= 0; end -= 97) {
        await truncate(run, end);
        await expect(read(dir)).rejects.toThrow(StorageError);
      }
    });
  });

  it('passes on what its source throws, and what does not fit', async () => {
    async function* failing(): AsyncGenerator<Row> {
      yield plainRow('a');
      throw new RangeError('source');
    }
    await inTemporaryDirectory(async (parent) => {
      const dir = join(parent, 'n');
      await expect(writeNormalized(nodeFiles, dir, everyKind, failing(), byId)).rejects.toThrow(RangeError);
      for (const change of [{ count: 1.5 }, { tags: null }, { on: 'x' }, { value: '1' }])
        await expect(
          writeNormalized(nodeFiles, dir, everyKind, stream([plainRow('a', change)]), byId),
        ).rejects.toThrow(TypeError);
      expect(await nodeFiles.exists(dir)).toBe(false);
    });
  });
});
