import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thisProcess } from '../../pipelines/io/lock-holder.js';
import { parseRunRecord } from '../../pipelines/run/read-records.js';
import type { RunRecord } from '../../pipelines/run/record-schema.js';
import { type CliRun, runCli, temporaryDirectory } from '../support/cli.js';
import { contentOf } from '../support/versions.js';

const DATASETS = ['forecast', 'polybench', 'openforesight'] as const;
const SYNTHETIC = ['--upstream', 'synthetic', '--size', 'small'];
const CHANGED = [
  'forecast.minForecasts=110',
  'polybench.fillCapAlpha=0.5',
  'openforesight.includeArticles=true',
];
const SETTINGS = CHANGED.flatMap((setting) => ['--set', setting]);
/** What the third build changes again: a later clock alone publishes nothing. */
const CHANGED_AGAIN = ['forecast.minForecasts=105', 'polybench.fillCapAlpha=0.3'].flatMap((setting) => [
  '--set',
  setting,
]);
const at = (day: number) => ['--as-of', `2026-11-${day}T00:00:00Z`];

let root: Awaited<ReturnType<typeof temporaryDirectory>>;
let out: string;

async function cli(...args: string[]): Promise<CliRun> {
  return runCli([...args, '--out', out]);
}

/** The record of the newest run. */
async function lastRecord(): Promise<RunRecord> {
  const name = (await readdir(join(out, 'runs'))).sort().at(-1);
  const record = parseRunRecord(readFileSync(join(out, 'runs', String(name)), 'utf8'));
  if (typeof record === 'string') throw new Error(record);
  return record;
}

const requestsOf = ({ hosts }: RunRecord) =>
  Object.fromEntries(hosts.map(({ name, requests }) => [name, requests]));

/** Copies the latest version of every dataset to where `--previous` takes it from. */
async function setAside(name: string): Promise<void> {
  for (const dataset of DATASETS) {
    await mkdir(join(root.path, name, dataset), { recursive: true });
    await cp(join(out, dataset, 'latest'), join(root.path, name, dataset, 'latest'), {
      recursive: true,
      dereference: true,
    });
  }
}

/** Builds again from the snapshots into a directory of its own, against versions that were set aside. */
async function replay(name: string, command: string[], previous: string): Promise<string> {
  const fresh = join(root.path, name);
  const from = ['--upstream', 'replay', '--snapshots', join(out, 'snapshots')];
  const run = await runCli([...command, ...from, '--previous', join(root.path, previous), '--out', fresh]);
  expect(run.code, run.stderr).toBe(0);
  return fresh;
}

describe('three builds of the invented world', () => {
  let refreshCost: Record<string, number>;

  beforeAll(async () => {
    root = await temporaryDirectory();
    out = join(root.path, 'out');
    for (const [args, name] of [
      [['build', ...SYNTHETIC, ...at(25)], 'first'],
      [['build', ...SYNTHETIC, ...SETTINGS, ...at(27)], 'second'],
      [['refresh', ...SYNTHETIC, ...CHANGED_AGAIN, ...at(30)], 'third'],
    ] as const) {
      const run = await cli(...args);
      expect(run.code, run.stderr).toBe(0);
      await setAside(name);
    }
    refreshCost = requestsOf(await lastRecord());
  }, 300_000);
  afterAll(() => root.dispose());

  it('leave records from which status tells how each dataset stands', async () => {
    const run = await cli('status', '--max-age', '36h');
    expect(run.code, run.stderr).toBe(0);
    for (const dataset of DATASETS) expect(run.stdout).toContain(`${dataset}: current`);
    const json = await cli('status', 'openforesight', '--log', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: true,
      datasets: [{ state: 'current', last_success: { outcome: 'unchanged', version: '2026-11-27' } }],
    });
  });

  it('leave a list of what each version rests on beside the snapshots', async () => {
    const names = await readdir(join(out, 'snapshots/uses'), { recursive: true });
    const lists = names
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => name.slice(13))
      .sort();
    expect(lists).toEqual([
      'forecast/2026-11-25.jsonl',
      'forecast/2026-11-27.jsonl',
      'forecast/2026-11-30.jsonl',
      'openforesight/2026-11-25.jsonl',
      'openforesight/2026-11-27.checked.jsonl',
      'openforesight/2026-11-27.jsonl',
      'polybench/2026-11-25.jsonl',
      'polybench/2026-11-27.jsonl',
      'polybench/2026-11-30.jsonl',
    ]);
  });

  it('are pruned only when told so, and not while something else builds', async () => {
    const before = await readdir(out, { recursive: true });
    const dry = await cli('prune', '--keep', '2');
    expect(dry.code, dry.stderr).toBe(0);
    expect(dry.stdout).toContain('  remove  2026-11-25');
    expect(dry.last).toContain('nothing was removed');
    expect(await readdir(out, { recursive: true })).toEqual(before);
    writeFileSync(join(out, '.lock.1'), JSON.stringify(await thisProcess('build')));
    const locked = await cli('prune', '--keep', '2', '--yes');
    rmSync(join(out, '.lock.1'));
    expect(locked.code, locked.stderr).toBe(5);
    expect(await readdir(out, { recursive: true })).toEqual(before);
  });

  it('are pruned: each kept version verifies and replays to its bytes', { timeout: 300_000 }, async () => {
    const run = await cli('prune', '--keep', '2', '--yes', '--log', 'json');
    expect(run.code, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ done: true, notes: [] });
    expect(await readdir(join(out, 'forecast'))).toEqual(['2026-11-27', '2026-11-30', 'latest']);
    expect(await readdir(join(out, 'openforesight'))).toEqual(['2026-11-25', '2026-11-27', 'latest']);
    expect((await cli('verify')).code).toBe(0);
    const second = await replay('second-again', ['build', ...SETTINGS, ...at(27)], 'first');
    for (const dataset of DATASETS)
      expect(await contentOf(join(second, dataset, '2026-11-27'))).toEqual(
        await contentOf(join(out, dataset, '2026-11-27')),
      );
    const third = await replay('third-again', ['refresh', ...CHANGED_AGAIN, ...at(30)], 'second');
    for (const dataset of ['forecast', 'polybench'])
      expect(await contentOf(join(third, dataset, '2026-11-30'))).toEqual(
        await contentOf(join(out, dataset, '2026-11-30')),
      );
  });

  it('cost the next refresh no more than before', { timeout: 120_000 }, async () => {
    const run = await cli('refresh', ...SYNTHETIC, '--as-of', '2026-11-30T00:01:00Z');
    expect(run.code, run.stderr).toBe(0);
    const cost = requestsOf(await lastRecord());
    expect(Object.keys(cost).sort()).toEqual(Object.keys(refreshCost).sort());
    for (const [host, requests] of Object.entries(cost))
      expect(requests, host).toBeLessThanOrEqual(Number(refreshCost[host]));
  });

  it('leave a record of a run that fails before it builds', async () => {
    const run = await cli('build', 'forecast');
    expect(run.code).toBe(2);
    const record = await lastRecord();
    expect(record).toMatchObject({ exit_code: 2, datasets: [{ dataset: 'forecast', kind: 'not_built' }] });
    const status = await cli('status', 'forecast', '--max-age', '1d');
    expect(status.code).toBe(0);
    expect(status.stdout).toContain('forecast: failing');
    expect(status.stdout).toContain('Then: npx forecast-datasets refresh forecast');
  });
});

describe('where nothing was built', () => {
  it('status says so and --max-age fails; prune names what is missing', async () => {
    const empty = await temporaryDirectory();
    const missing = join(empty.path, 'none');
    const status = await runCli(['status', '--out', missing, '--max-age', '36h']);
    expect(status.code).toBe(3);
    expect(status.last).toContain('forecast never succeeded');
    expect((await runCli(['prune', '--out', missing, '--keep', '1'])).code).toBe(2);
    expect(await readdir(empty.path)).toEqual([]);
    await empty.dispose();
  });
});
