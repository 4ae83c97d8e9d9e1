import { appendFile, cp, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../common/hash.js';
import {
  AlteredDataError,
  IncompleteDataError,
  openDataset,
  SchemaMismatchError,
  UnknownNameError,
  WrongVersionError,
} from '../../reader/index.js';
import { questionsTable } from '../../schemas/forecast.js';
import { questions, questionsWithArticles } from '../../schemas/openforesight.js';
import { temporaryDirectory } from '../support/cli.js';
import { publishInvented } from './invented-version.js';
import { at, market, POLYBENCH, question } from './rows.js';

let out: string;
let dispose: () => Promise<void>;
beforeEach(async () => {
  ({ path: out, dispose } = await temporaryDirectory());
});
afterEach(() => dispose());

async function collected<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe('openDataset', () => {
  it('streams the same typed rows from both formats', async () => {
    await publishInvented(out, POLYBENCH);
    const version = await openDataset(join(out, 'polybench'), { dataset: 'polybench' });
    expect(version.splits).toEqual(['train', 'test']);
    const rows = await collected(version.rows('test'));
    expect(rows).toEqual([market(), market({ market_id: '12' })]);
    expect(await collected(version.rows('test', { format: 'jsonl' }))).toEqual(rows);
    const history = await collected(version.rows('test', { table: 'history' }));
    expect(history.map(({ market_id, date }) => `${market_id} ${date}`)).toEqual([
      '7 2026-02-18',
      '7 2026-02-19',
      '12 2026-02-18',
      '12 2026-02-19',
    ]);
  });

  it('gives an Arrow table with the declared types', async () => {
    await publishInvented(out, {
      dataset: 'forecast',
      version: '2026-11-30',
      rows: [[questionsTable, [question(), question({ question_id: 'metaculus:2', resolved_at: null })]]],
    });
    const table = await (await openDataset(join(out, 'forecast'))).arrow('test');
    expect(table.numRows).toBe(2);
    expect(String(table.schema.fields.find(({ name }) => name === 'resolved_at')?.type)).toBe(
      'Timestamp<MICROSECOND, UTC>',
    );
    expect(table.getChild('question_id')?.get(1)).toBe('metaculus:2');
    expect(table.getChild('resolved_at')?.nullCount).toBe(1);
    expect(table.getChild('forecast_count')?.get(0)).toBe(120n);
  });

  it('stays with its version when latest moves on', async () => {
    const first = await publishInvented(out, POLYBENCH);
    const version = await openDataset(join(out, 'polybench'));
    await publishInvented(out, { ...POLYBENCH, version: '2026-12-01' });
    await rm(join(out, 'polybench/latest'));
    await symlink('2026-12-01', join(out, 'polybench/latest'));
    expect(version.version).toBe('2026-11-30');
    expect((await version.paths('test'))[0]).toContain('2026-11-30');
    expect((await openDataset(join(out, 'polybench'))).version).toBe('2026-12-01');
    expect((await openDataset(join(out, 'polybench'), { version: '2026-11-30' })).version).toBe('2026-11-30');
    expect((await openDataset(first)).dir).toBe(version.dir);
  });

  it('keeps instants exact and days as days', async () => {
    await publishInvented(out, POLYBENCH);
    const [row] = await collected(
      (await openDataset(join(out, 'polybench'), { dataset: 'polybench' })).rows('test'),
    );
    expect(row?.trading_ends_at).toBe(at('2026-02-20T10:00:00Z'));
    expect(row?.resolution_date).toBe('2026-02-20');
  });

  it('knows both forms of openforesight', async () => {
    const row = {
      ...Object.fromEntries(Object.keys(questions.columns).map((name) => [name, 'x'])),
      split: 'test',
      answer_number: null,
      resolution_date: '2026-01-01',
      question_start_date: null,
      article_published_on: null,
    };
    const articles = { article_title: 'A', article_text: 'B', prompt_with_retrieval: null };
    await publishInvented(out, {
      dataset: 'openforesight',
      version: '2026-11-30',
      rows: [[questionsWithArticles, [{ ...row, ...articles }]]],
    });
    const version = await openDataset(join(out, 'openforesight'), { dataset: 'openforesight' });
    const [read] = await collected(version.rows('test'));
    expect(read?.article_title).toBe('A');
  });
});

describe('what openDataset refuses', () => {
  const jsonl = 'data/markets/test.jsonl';
  const parquet = 'data/markets/test-00000-of-00001.parquet';
  const open = (options = {}) => openDataset(join(out, 'polybench'), options);

  it('a version that is not there, or not whole', async () => {
    await expect(open()).rejects.toThrow(IncompleteDataError);
    await mkdir(join(out, 'polybench/2026-11-30'), { recursive: true });
    await expect(open({ version: '2026-11-30' })).rejects.toThrow(IncompleteDataError);
  });

  it('a file that was altered, when it is first read', async () => {
    const dir = await publishInvented(out, POLYBENCH);
    await appendFile(join(dir, jsonl), '\n');
    const version = await open({ dataset: 'polybench' });
    await expect(collected(version.rows('test', { format: 'jsonl' }))).rejects.toThrow(AlteredDataError);
    expect(await collected(version.rows('test'))).toHaveLength(2);
    await expect(open({ verify: 'whole' })).rejects.toThrow(/test\.jsonl was altered/);
  });

  it('a byte that changed at the same size', async () => {
    const dir = await publishInvented(out, POLYBENCH);
    const bytes = await readFile(join(dir, parquet));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(join(dir, parquet), bytes);
    await expect(collected((await open()).rows('test'))).rejects.toThrow(AlteredDataError);
  });

  it('a file that is missing or cut short', async () => {
    const dir = await publishInvented(out, POLYBENCH);
    await rm(join(dir, jsonl));
    await truncate(join(dir, parquet), 100);
    const version = await open();
    await expect(version.paths('test', { format: 'jsonl' })).rejects.toThrow(IncompleteDataError);
    await expect(version.arrow('test')).rejects.toThrow(AlteredDataError);
  });

  it('another manifest than the pinned one, and one that is none', async () => {
    const dir = await publishInvented(out, POLYBENCH);
    const path = join(dir, 'manifest.json');
    const pinned = sha256(await readFile(path));
    expect((await open({ manifestSha256: pinned })).manifestSha256).toBe(pinned);
    await appendFile(path, ' ');
    await expect(open({ manifestSha256: pinned })).rejects.toThrow(AlteredDataError);
    await writeFile(path, '{"dataset":"polybench"}');
    await expect(open()).rejects.toThrow(/is no manifest/);
  });

  it('another dataset or version', async () => {
    const dir = await publishInvented(out, POLYBENCH);
    await expect(open({ dataset: 'forecast' })).rejects.toThrow(WrongVersionError);
    await expect(openDataset(dir, { version: '2026-11-29' })).rejects.toThrow(WrongVersionError);
    await cp(dir, join(out, 'polybench/2026-12-01'), { recursive: true });
    await expect(open({ version: '2026-12-01' })).rejects.toThrow(WrongVersionError);
  });

  it('columns that this release does not declare', async () => {
    const columns = { question_id: questionsTable.columns.question_id };
    await publishInvented(out, {
      dataset: 'forecast',
      version: '2026-11-30',
      rows: [[{ ...questionsTable, columns }, [question()]]],
    });
    await expect(openDataset(join(out, 'forecast'))).rejects.toThrow(SchemaMismatchError);
  });

  it('a split or table that there is not', async () => {
    await publishInvented(out, POLYBENCH);
    const version = await open();
    await expect(collected(version.rows('validation'))).rejects.toThrow(UnknownNameError);
    await expect(version.paths('../x', { format: 'jsonl' })).rejects.toThrow(UnknownNameError);
    await expect(version.arrow('test', { table: 'questions' })).rejects.toThrow(/has no table questions/);
  });
});
