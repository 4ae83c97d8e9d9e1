import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../common/node-files.js';
import { pathLiteral, withDuckDb } from '../../pipelines/io/duckdb.js';
import { readManifest } from '../../pipelines/stages/versions.js';
import { runCli, temporaryDirectory } from '../support/cli.js';
import {
  hasPythonDatasets,
  type Loaded,
  loadAsDataset,
  loadWithPython,
  pythonType,
} from '../support/load-dataset.js';

const TABLES = {
  forecast: ['questions'],
  polybench: ['markets', 'history'],
  openforesight: ['questions'],
} as const;
const DATASETS = Object.keys(TABLES) as (keyof typeof TABLES)[];
const hasPython = await hasPythonDatasets();

let root: Awaited<ReturnType<typeof temporaryDirectory>>;
const latest = (dataset: string, ...parts: string[]) => join(root.path, 'out', dataset, 'latest', ...parts);

beforeAll(async () => {
  root = await temporaryDirectory();
  const args = ['--upstream', 'synthetic', '--size', 'small', '--as-of', '2026-11-30T00:00:00Z'];
  const run = await runCli(['build', ...args, '--out', join(root.path, 'out')]);
  expect(run.code, run.stderr).toBe(0);
}, 300_000);
afterAll(() => root.dispose());

describe.each(DATASETS)('%s, as published', (dataset) => {
  it('loads, with the rows that the manifest counts and one set of columns for all splits', async () => {
    const loaded = await loadAsDataset(latest(dataset));
    expect(Object.keys(loaded)).toEqual(TABLES[dataset]);
    const manifest = await readManifest(nodeFiles, latest(dataset));
    for (const [table, splits] of Object.entries(loaded)) {
      expect(Object.keys(splits)).toEqual(Object.keys(manifest.splits));
      for (const [split, { rows }] of Object.entries(splits)) {
        const shards = manifest.files.filter(({ path }) => path.startsWith(`data/${table}/${split}-`));
        expect(shards.reduce((sum, file) => sum + Number(file.rows), 0)).toBe(rows);
        const lines = readFileSync(latest(dataset, 'data', table, `${split}.jsonl`), 'utf8').split('\n');
        expect(lines.length - 1).toBe(rows);
        if (table === TABLES[dataset][0]) expect(manifest.splits[split]?.rows).toBe(rows);
      }
    }
  });

  it.skipIf(!hasPython)('loads the same with the Python package datasets', { timeout: 120_000 }, async () => {
    const cache = await mkdtemp(join(root.path, 'cache-'));
    const ours = await loadAsDataset(latest(dataset));
    expect(await loadWithPython(latest(dataset), cache)).toEqual(inPythonTypes(ours));
  });
});

function inPythonTypes(loaded: Loaded): Loaded {
  const typed = (columns: Record<string, string>) =>
    Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, pythonType(type)]));
  return Object.fromEntries(
    Object.entries(loaded).map(([config, splits]) => [
      config,
      Object.fromEntries(
        Object.entries(splits).map(([split, { rows, columns }]) => [
          split,
          { rows, columns: typed(columns) },
        ]),
      ),
    ]),
  );
}

/** Writes a Parquet file that a query makes of another one. */
async function rewrite(dir: string, from: string, to: string, select: string): Promise<void> {
  await withDuckDb(async (connection) => {
    const source = `read_parquet(${pathLiteral(join(dir, from))})`;
    const target = `'${join(dir, to)}'`;
    await connection.run(`COPY (SELECT ${select} FROM ${source} LIMIT 3) TO ${target} (FORMAT parquet)`);
  });
}

function edit(dir: string, change: (card: string) => string): void {
  const path = join(dir, 'README.md');
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

const HISTORY = 'data/history/test-00000-of-00001.parquet';
const SECOND = 'data/history/test-00001-of-00002.parquet';

/** What makes the library refuse a folder, or read it silently as something else than was published. */
const FAILURES: readonly (readonly [string, (dir: string) => Promise<void>, isRefusedByPython: boolean])[] = [
  [
    'a split without rows',
    async (dir) => {
      await rewrite(dir, HISTORY, 'data/history/empty.parquet', '*');
      await withDuckDb((connection) =>
        connection.run(
          `COPY (SELECT * FROM read_parquet(${pathLiteral(join(dir, 'data/history/empty.parquet'))}) WHERE false) TO '${join(dir, HISTORY)}' (FORMAT parquet)`,
        ),
      );
    },
    true,
  ],
  ['a column more in one shard', (dir) => rewrite(dir, HISTORY, SECOND, '*, 1 AS extra'), true],
  [
    'another type in one shard',
    (dir) => rewrite(dir, HISTORY, SECOND, '* REPLACE (CAST(price AS BIGINT) AS price)'),
    false,
  ],
  ['a column less in one shard', (dir) => rewrite(dir, HISTORY, SECOND, '* EXCLUDE (volume)'), false],
  [
    'two configurations without a default',
    async (dir) => edit(dir, (text) => text.replace('    default: true\n', '')),
    true,
  ],
  [
    'a pattern that matches nothing',
    async (dir) => renameSync(join(dir, HISTORY), join(dir, 'data/moved')),
    true,
  ],
  [
    'a pattern that matches JSON Lines too',
    async (dir) => edit(dir, (text) => text.replace('data/history/test-*.parquet', 'data/history/test*')),
    true,
  ],
  [
    'a split whose name is no word',
    async (dir) => edit(dir, (text) => text.replace(/split: "test"/g, 'split: "test-2026"')),
    true,
  ],
  [
    'counts that are not those of the files',
    async (dir) =>
      edit(dir, (text) =>
        text.replace(
          'configs:\n',
          'dataset_info:\n  - config_name: "history"\n    splits:\n      - name: "train"\n        num_bytes: 1\n        num_examples: 1\n      - name: "test"\n        num_bytes: 1\n        num_examples: 1\nconfigs:\n',
        ),
      ),
    true,
  ],
];

describe.each(FAILURES)('a folder with %s', (_, spoil, isRefusedByPython) => {
  it('does not pass for one that loads', async () => {
    const dir = join(await mkdtemp(join(root.path, 'spoiled-')), 'polybench');
    await cp(latest('polybench'), dir, { recursive: true, dereference: true });
    await spoil(dir);
    await expect(loadAsDataset(dir)).rejects.toThrow();
  });

  it.skipIf(!hasPython || !isRefusedByPython)(
    'is refused by the Python package',
    { timeout: 120_000 },
    async () => {
      const dir = join(await mkdtemp(join(root.path, 'spoiled-')), 'polybench');
      await cp(latest('polybench'), dir, { recursive: true, dereference: true });
      await spoil(dir);
      const cache = await mkdtemp(join(root.path, 'cache-'));
      const loading = async () => {
        const loaded = await loadWithPython(dir, cache);
        expect(Object.keys(loaded)).toEqual(['markets', 'history']);
      };
      await expect(loading()).rejects.toThrow();
    },
  );
});
