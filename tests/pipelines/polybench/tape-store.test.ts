import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../common/node-files.js';
import { emptyBatch, joinBatches, type TapeBatch } from '../../../pipelines/polybench/tape-batch.js';
import { storedTape, TapeWriter, tapesDir } from '../../../pipelines/polybench/tape-store.js';
import { freshDir } from './venue.js';

type Trade = [seconds: number, yesMicros: number, cash: number];

function batch(trades: readonly Trade[]): TapeBatch {
  return {
    seconds: Int32Array.from(trades, ([seconds]) => seconds),
    yesMicros: Int32Array.from(trades, ([, yes]) => yes),
    cashMicros: BigInt64Array.from(trades, ([, , cash]) => BigInt(cash)),
  };
}

function freshStore(): string {
  const dir = freshDir();
  mkdirSync(tapesDir(dir));
  return dir;
}

async function store(dir: string, pages: readonly (readonly Trade[])[], key = 'walk'): Promise<string> {
  const writer = new TapeWriter(nodeFiles, dir, '0xab', key);
  for (const page of pages) await writer.add(batch(page));
  return (await writer.close()).sha256;
}

async function read(dir: string, key = 'walk') {
  const tape = await storedTape(nodeFiles, dir, '0xab', key);
  if (tape === undefined) return undefined;
  const batches: TapeBatch[] = [];
  for await (const part of tape.batches()) batches.push(part);
  return { ...joinBatches(batches), sha256: tape.sha256, rows: tape.rows, parts: batches.length };
}

describe('a stored tape', () => {
  it('holds what was written, 64-bit cash and odd numbers of rows included', async () => {
    const trade = fc.tuple(
      fc.integer({ min: 1_400_000_000, max: 2_147_483_647 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(trade, { maxLength: 5 }), { maxLength: 4 }), async (pages) => {
        const dir = freshStore();
        const sha256 = await store(dir, pages);
        expect(await read(dir)).toEqual({
          ...batch(pages.flat()),
          sha256,
          rows: pages.flat().length,
          parts: 1,
        });
      }),
      { numRuns: 20 },
    );
  });

  it('has a hash that does not depend on the pages, and tells trades apart', async () => {
    const [a, b, c]: Trade[] = [
      [1_700_000_000, 1, 2],
      [1_700_000_000, 2, 1],
      [1_700_000_001, 1, 2],
    ];
    if (!a || !b || !c) throw new RangeError('three trades');
    expect(await store(freshStore(), [[a, b], [c]])).toBe(await store(freshStore(), [[a], [], [b, c]]));
    expect(await store(freshStore(), [[a, b]])).not.toBe(await store(freshStore(), [[b, a]]));
  });

  it('comes in parts where it is long', async () => {
    const dir = freshStore();
    const writer = new TapeWriter(nodeFiles, dir, '0xab', 'walk');
    for (let page = 1; page <= 3; page += 1) {
      const { seconds, yesMicros, cashMicros } = emptyBatch(600_000);
      await writer.add({ seconds, yesMicros, cashMicros: cashMicros.fill(BigInt(page)) });
    }
    await writer.close();
    const tape = await read(dir);
    expect(tape).toMatchObject({ rows: 1_800_000, parts: 2 });
    expect([599_999, 600_000, 1_799_999].map((row) => tape?.cashMicros[row])).toEqual([1n, 2n, 3n]);
  });

  it('is not there for another walk, nor where its file is damaged or missing', async () => {
    const dir = freshStore();
    expect(await read(dir)).toBeUndefined();
    await store(dir, [[[1_700_000_000, 1, 2]]]);
    expect(await read(dir, 'another walk')).toBeUndefined();
    truncateSync(join(tapesDir(dir), '0xab.arrow'), 40);
    expect(await read(dir)).toBeUndefined();
  });
});
