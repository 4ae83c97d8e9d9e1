import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLine } from '../../../pipelines/io/jsonl.js';
import { linesOf } from '../../../pipelines/io/lines.js';
import { wellFormedRow } from '../../../pipelines/io/well-formed.js';
import { double, instant, nullable, table, text, texts } from '../../../schemas/table.js';
import { collect, inTemporaryDirectory } from './every-kind.js';

const small = table({
  name: 'small',
  doc: 'A small table.',
  key: ['id'],
  columns: { id: text('id'), at: nullable(instant('at')), value: double('value'), tags: texts('tags') },
});

describe('jsonLine', () => {
  it('writes keys in schema order, instants with Z, absent values as null', () => {
    const row = { tags: ['b', 'a'], value: 1e21, at: 1_764_460_800_000_001, id: 'x', more: 1 };
    expect(jsonLine(small, row)).toBe(
      '{"id":"x","at":"2025-11-30T00:00:00.000001Z","value":1e+21,"tags":["b","a"]}',
    );
    expect(jsonLine(small, { ...row, at: null })).toContain('"at":null');
  });

  it('keeps control characters on one line and writes -0 as 0', () => {
    const line = jsonLine(small, { id: 'a\n\u0000\u0085', at: null, value: -0, tags: [] });
    expect(line).not.toMatch(/\n/);
    expect(JSON.parse(line)).toEqual({ id: 'a\n\u0000\u0085', at: null, value: 0, tags: [] });
  });

  it.each([
    ['a column is missing', { id: 'x', at: null, value: 1 }],
    ['a number is not finite', { id: 'x', at: null, value: Number.NaN, tags: [] }],
  ])('refuses where %s', (_, row) => {
    expect(() => jsonLine(small, row)).toThrow(TypeError);
  });
});

describe('wellFormedRow', () => {
  it('returns the row itself where its texts are well formed', () => {
    const row = { id: '🚀', at: null, value: 1, tags: ['ä'] };
    expect(wellFormedRow(small, row)).toBe(row);
  });

  it('replaces each lone surrogate and leaves the given row as it is', () => {
    const row = { id: '\uDE80\uD83Dx', at: null, value: 1, tags: ['a', '\uD83D'] };
    expect(wellFormedRow(small, row)).toEqual({
      id: '\uFFFD\uFFFDx',
      at: null,
      value: 1,
      tags: ['a', '\uFFFD'],
    });
    expect(row.tags[1]).toBe('\uD83D');
  });
});

describe('linesOf', () => {
  it('splits at line feeds alone, over chunks, with and without one at the end', async () => {
    const long = 'ä'.repeat(300_000);
    await inTemporaryDirectory(async (dir) => {
      await writeFile(join(dir, 'a'), `x\u2028\r\n\n${long}\ny`);
      const lines = await collect(linesOf(join(dir, 'a')));
      expect(lines.map(String)).toEqual(['x\u2028\r', '', long, 'y']);
      await writeFile(join(dir, 'b'), 'x\n');
      expect((await collect(linesOf(join(dir, 'b')))).map(String)).toEqual(['x']);
    });
  });
});
