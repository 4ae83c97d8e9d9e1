import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GateError } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { pathLiteral, withDuckDb } from '../../../pipelines/io/duckdb.js';
import { readBack } from '../../../pipelines/io/readback.js';
import { checkWithDuckDb } from '../../../pipelines/io/readback-duckdb.js';
import { createTableWriter } from '../../../pipelines/io/table-writer.js';
import { type Row, type Table, text } from '../../../schemas/table.js';
import { everyKind, inTemporaryDirectory, plainRow } from './every-kind.js';

const ROWS = [plainRow('a'), plainRow('ä', { maybe_tags: ['x', ''], maybe_value: 0.1 }), plainRow('c')];

async function written(dir: string, rows: readonly Row[] = ROWS) {
  const writer = createTableWriter(nodeFiles, dir, everyKind, 'train');
  for (const row of rows) await writer.append(row);
  await writer.close();
  const jsonl = join(dir, 'data/every_kind/train.jsonl');
  const shard = join(dir, 'data/every_kind/train-00000-of-00001.parquet');
  return { jsonl, shard };
}

/** Writes ROWS, changes the JSONL text, reads back. */
async function afterEdit(dir: string, from: string, to: string): Promise<unknown> {
  const { jsonl } = await written(dir);
  const before = await readFile(jsonl, 'utf8');
  expect(before).toContain(from);
  await writeFile(jsonl, before.replace(from, to));
  return readBack(dir, everyKind, 'train').catch((error: unknown) => error);
}

describe('readBack', () => {
  it.each([
    [
      '"maybe_value":0.1',
      '"maybe_value":0.10000000000000002',
      'row 1, column maybe_value: found 0.1, meant 0.10000000000000002',
    ],
    ['"maybe_value":0.1', '"maybe_value":null', 'row 1, column maybe_value: found 0.1, meant null'],
    ['"maybe_text":null', '"maybe_text":""', 'row 0, column maybe_text: found null, meant ""'],
    ['"maybe_tags":["x",""]', '"maybe_tags":["x"]', 'row 1, column maybe_tags: found ["x",""], meant ["x"]'],
    ['"maybe_tags":null', '"maybe_tags":[]', 'row 0, column maybe_tags: found null, meant []'],
    ['2025-11-30T00:00:00Z', '2025-11-30T00:00:00.000001Z', 'row 0, column at'],
    ['"id":"c"', '"id":"d"', 'row 2, column id: found "c", meant "d"'],
  ])('tells %s from %s', async (from, to, message) => {
    await inTemporaryDirectory(async (dir) => {
      const outcome = await afterEdit(dir, from, to);
      expect(outcome).toBeInstanceOf(GateError);
      expect(String(outcome)).toContain(message);
      expect(String(outcome)).toContain('train-00000-of-00001.parquet');
    });
  });

  it('tells a line too many and a line too few', async () => {
    await inTemporaryDirectory(async (dir) => {
      const { jsonl } = await written(dir);
      const lines = await readFile(jsonl, 'utf8');
      await writeFile(jsonl, `${lines}${lines.split('\n')[0]}\n`);
      await expect(readBack(dir, everyKind, 'train')).rejects.toThrow(GateError);
      await writeFile(jsonl, lines.slice(0, lines.indexOf('\n') + 1));
      await expect(readBack(dir, everyKind, 'train')).rejects.toThrow(GateError);
    });
  });

  it('refuses another table than the one that was written', async () => {
    const columns = { ...everyKind.columns, extra: text('extra') };
    const other: Table = { ...everyKind, columns };
    await inTemporaryDirectory(async (dir) => {
      await written(dir);
      await expect(readBack(dir, other, 'train')).rejects.toThrow(/\(columns\)/);
    });
  });

  it('works in directories whose names look like patterns or SQL', async () => {
    await inTemporaryDirectory(async (dir) => {
      await written(join(dir, "it's [a] *?"));
      await written(join(dir, "it's a xy"));
      expect(await readBack(join(dir, "it's [a] *?"), everyKind, 'train')).toEqual({ rows: 3 });
      const count = await withDuckDb((connection) =>
        connection.runAndReadAll(
          `SELECT count(*)::INT FROM read_parquet(${pathLiteral(join(dir, "it's [a] *?/data/every_kind/train-00000-of-00001.parquet"))})`,
        ),
      );
      expect(count.getRows()).toEqual([[3]]);
    });
  });
});

describe('checkWithDuckDb, without the pass before it', () => {
  const facts = { rows: 3, longestLine: 1000, foreignTexts: new Map([['id', 'ä']]) };

  async function outcome(dir: string, edit: (lines: string) => string, change = {}): Promise<string> {
    const { jsonl, shard } = await written(dir);
    await writeFile(jsonl, edit(await readFile(jsonl, 'utf8')));
    const check = { table: everyKind, shards: [shard], jsonl, facts: { ...facts, ...change } };
    return checkWithDuckDb(check).then(() => 'holds', String);
  }

  it.each<[string, (lines: string) => string, object, string]>([
    ['equal files', (lines) => lines, {}, 'holds'],
    [
      'another text',
      (lines) => lines.replace('"id":"c"', '"id":"d"'),
      {},
      'row 2, column id: found "c", meant "d"',
    ],
    [
      'null for empty',
      (lines) => lines.replace('"maybe_tags":null', '"maybe_tags":[]'),
      {},
      'row 0, column maybe_tags',
    ],
    ['another element', (lines) => lines.replace('["x",""]', '["x","y"]'), {}, 'row 1, column maybe_tags'],
    ['rows exchanged', (lines) => lines.trimEnd().split('\n').reverse().join('\n'), {}, 'row 0, column id'],
    ['another count', (lines) => lines, { rows: 4 }, '(rows): found 3, meant 4'],
    ['what is no JSON', () => 'x\ny\nz\n', {}, 'DuckDB cannot read'],
    ['another text beyond ASCII', (lines) => lines.replace('"id":"ä"', '"id":"é"'), {}, 'row 1, column id'],
  ])('%s', async (_, edit, change, message) => {
    await inTemporaryDirectory(async (dir) => {
      expect(await outcome(dir, edit, change)).toContain(message);
    });
  });

  it('refuses a column of another type', async () => {
    const changed: Table = { ...everyKind, columns: { ...everyKind.columns, on: text('a text now') } };
    await inTemporaryDirectory(async (dir) => {
      const { jsonl, shard } = await written(dir);
      const check = { table: changed, shards: [shard], jsonl, facts };
      await expect(checkWithDuckDb(check)).rejects.toThrow('(type): found "on DATE", meant "on VARCHAR"');
    });
  });
});
