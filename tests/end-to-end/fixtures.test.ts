import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../common/hash.js';
import { nodeFiles } from '../../common/node-files.js';
import { DATASETS } from '../../pipelines/datasets.js';
import { parquetSource, withDuckDb } from '../../pipelines/io/duckdb.js';
import { acquireLock } from '../../pipelines/io/lock.js';
import { TRAPS as HUB_TRAPS } from '../../sources/synthetic/hub/traps.js';
import { METACULUS_LEFT_OUT } from '../../sources/synthetic/metaculus/fixture.js';
import { METACULUS_TRAPS } from '../../sources/synthetic/metaculus/index.js';
import { createWorld as createMetaculus } from '../../sources/synthetic/metaculus/world.js';
import { POLYMARKET_LEFT_OUT } from '../../sources/synthetic/polymarket/fixture/index.js';
import {
  createWorld as createPolymarket,
  TRAPS as POLYMARKET_TRAPS,
} from '../../sources/synthetic/polymarket/index.js';
import { type CliRun, runCli, temporaryDirectory } from '../support/cli.js';
import { jsonl } from '../support/versions.js';
import { describeForecast } from './fixtures/forecast.js';
import { type Made, rowsOf, splitsOf } from './fixtures/made.js';
import { describeOpenforesight } from './fixtures/openforesight.js';
import { describePolybench } from './fixtures/polybench.js';

const TABLES = { forecast: ['questions'], polybench: ['markets', 'history'], openforesight: ['questions'] };

let work: Awaited<ReturnType<typeof temporaryDirectory>>;
let run: CliRun;
const dir = (...parts: string[]) => join(work.path, 'fixtures', ...parts);

const made: Made = { dir };

/** sha256 of every file, manifests included, and the target of every link. */
async function bytesOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const content: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) content[path.slice(root.length)] = await readlink(path);
    else if (entry.isFile()) content[path.slice(root.length)] = sha256(await readFile(path));
  }
  return content;
}

beforeAll(async () => {
  work = await temporaryDirectory();
  run = await runCli(['fixtures', '--out', work.path]);
  expect(run.code, run.stderr).toBe(0);
}, 300_000);
afterAll(() => work.dispose());

describe('the fixtures', () => {
  it('are all that is left in the output directory', async () => {
    expect(await readdir(work.path)).toEqual(['fixtures']);
    expect((await readdir(dir())).sort()).toEqual(['forecast', 'openforesight', 'polybench']);
    expect((await readdir(dir('forecast'))).sort()).toEqual(['2026-11-30', 'latest']);
    expect((await readdir(dir('polybench'))).sort()).toEqual(['2026-11-30', 'latest', 'markets_synthetic']);
    expect(run.last).toContain('fixtures');
  });

  it.each(Object.entries(TABLES))('%s has 20 to 60 rows a table', (dataset, tables) => {
    for (const table of tables) {
      const { length } = rowsOf(made, dataset, table);
      expect(length, table).toBeGreaterThanOrEqual(20);
      expect(length, table).toBeLessThanOrEqual(60);
    }
  });

  it.each(DATASETS.map((dataset) => [dataset.name, dataset] as const))(
    '%s drops by every rule',
    (name, { rules }) => {
      const dropped = new Set(jsonl(dir(name, 'latest/dropped.jsonl')).map(({ rule }) => rule));
      expect([...dropped].sort()).toEqual(rules.map((rule) => rule.name).sort());
    },
  );

  it('have every split', () => {
    expect(splitsOf(made, 'forecast')).toEqual(['train', 'validation', 'test']);
    expect(splitsOf(made, 'polybench')).toEqual(['train', 'test']);
    expect(splitsOf(made, 'openforesight')).toEqual([
      'train',
      'validation',
      'test',
      'aljazeeraLate2025',
      'late_2025',
    ]);
  });

  it('hold what the program verifies', async () => {
    const run = await runCli(['verify', '--out', dir()]);
    expect(run.code, run.stdout).toBe(0);
    expect(run.last).toBe('done: 3 versions verified, all holds');
  });

  it('load into DuckDB with the rows of the JSON Lines', async () => {
    for (const [dataset, tables] of Object.entries(TABLES))
      for (const table of tables) {
        const folder = dir(dataset, 'latest/data', table);
        const parquet = (await readdir(folder)).filter((name) => name.endsWith('.parquet'));
        const source = parquetSource(parquet.map((name) => join(folder, name)));
        const count = await withDuckDb(async (connection) => {
          const reader = await connection.runAndReadAll(`SELECT count(*) FROM ${source}`);
          return Number(reader.getRows()[0]?.[0]);
        });
        expect(count, table).toBe(rowsOf(made, dataset, table).length);
      }
  });

  it('are the same bytes when they are made again elsewhere, in the place of what was there', async () => {
    const elsewhere = await temporaryDirectory();
    await mkdir(join(elsewhere.path, 'fixtures/forecast'), { recursive: true });
    await writeFile(join(elsewhere.path, 'fixtures/forecast/stale'), '');
    const again = await runCli(['fixtures', '--out', elsewhere.path, '--log', 'json']);
    expect(again.code, again.stderr).toBe(0);
    expect(await bytesOf(join(elsewhere.path, 'fixtures'))).toEqual(await bytesOf(dir()));
    await elsewhere.dispose();
  }, 300_000);

  it('stay as they are where a build holds the directory', async () => {
    const before = await bytesOf(dir());
    const lock = await acquireLock(nodeFiles, work.path, 'build');
    const refused = await runCli(['fixtures', '--out', work.path]);
    await lock.release();
    expect(refused.code).toBe(5);
    expect(await bytesOf(dir())).toEqual(before);
  });
});

describe('the traps of the invented worlds', () => {
  it('are all planted, but for those left out with a reason', () => {
    const metaculus = createMetaculus(1, 'fixture').plans.flatMap(
      ({ planted }) => planted?.trap.name.split('+') ?? [],
    );
    const polymarket = createPolymarket({ seed: 1, size: 'fixture' }).markets.flatMap(({ traps }) => traps);
    const missing = (planted: readonly string[], traps: readonly { name: string }[]) =>
      traps.map(({ name }) => name).filter((name) => !planted.includes(name));
    expect(missing(metaculus, METACULUS_TRAPS)).toEqual(
      METACULUS_TRAPS.map(({ name }) => name).filter((name) => name in METACULUS_LEFT_OUT),
    );
    expect(missing(polymarket, POLYMARKET_TRAPS).sort()).toEqual(Object.keys(POLYMARKET_LEFT_OUT).sort());
  });

  it('drop of OpenForesight as many rows as they say, those of missing fields three times', () => {
    const expected = new Map<unknown, number>();
    for (const { expect: rule } of HUB_TRAPS.flatMap(({ rows }) => rows))
      if (rule !== 'kept') expected.set(rule, (expected.get(rule) ?? 0) + (rule === 'missing_field' ? 3 : 1));
    const dropped = new Map<unknown, number>();
    for (const { rule } of jsonl(dir('openforesight/latest/dropped.jsonl')))
      dropped.set(rule, (dropped.get(rule) ?? 0) + 1);
    expect(dropped).toEqual(expected);
  });
});

describeForecast(made);
describePolybench(made);
describeOpenforesight(made);
