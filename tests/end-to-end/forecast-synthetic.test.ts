import { cp, readFile, readlink, realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYNTHETIC_TOKENS, startSyntheticUpstream } from '../../sources/synthetic/index.js';
import type { SyntheticUpstream } from '../../sources/synthetic/part.js';
import { type CliRun, runCli, temporaryDirectory } from '../support/cli.js';
import { contentOf, jsonl, rowsOf } from '../support/versions.js';

const AS_OF = '2026-11-30T00:00:00Z';
const EARLIER = '2024-06-01T00:00:00Z';
const FAULTS =
  '429=0.05,429ra=0.05,500=0.05,reset=0.05,slow=0.05,truncate=0.05,cut=0.05,html=0.05,echo=0.05,repeat=0.05,shift=0.05,drift=0.05;seed=7;slowms=100';

let work: Awaited<ReturnType<typeof temporaryDirectory>>;
let clean: CliRun;
const dir = (...parts: string[]) => join(work.path, ...parts);
const synthetic = (out: string, ...more: string[]) =>
  runCli(['build', 'forecast', '--upstream', 'synthetic', '--size', 'small', '--out', dir(out), ...more]);

beforeAll(async () => {
  work = await temporaryDirectory();
  clean = await synthetic('clean', '--as-of', AS_OF);
});
afterAll(() => work.dispose());

describe('a build of the invented world', () => {
  it('ends with a summary of version, rows, funnel and report', () => {
    expect(clean.code, clean.stderr).toBe(0);
    for (const part of ['version', 'report.html', 'train', 'boolean', 'candidates', 'kept'])
      expect(clean.stdout).toContain(part);
    expect(clean.last).toBe('done: forecast 2026-11-30 published');
  });

  it('accounts for every candidate', async () => {
    const version = dir('clean/forecast/latest');
    const manifest = JSON.parse(await readFile(join(version, 'manifest.json'), 'utf8')) as {
      funnel: { rule: string; count: number }[];
    };
    const count = new Map(manifest.funnel.map(({ rule, count }) => [rule, count]));
    const kept = rowsOf(version, 'questions');
    const dropped = jsonl(join(version, 'dropped.jsonl'));
    expect(count.get('kept')).toBe(kept.length);
    expect(count.get('candidates')).toBe(kept.length + dropped.length);
    const ids = [...kept.map((row) => row.question_id), ...dropped.map((row) => row.id)];
    expect(new Set(ids).size).toBe(ids.length);
    for (const { rule, count } of manifest.funnel) expect(count, rule).toBeGreaterThan(0);
  });

  it('gives the same bytes under every fault at 5 %', async () => {
    const run = await synthetic('faults', '--as-of', AS_OF, '--faults', FAULTS);
    expect(run.code, run.stderr).toBe(0);
    expect(await contentOf(dir('faults/forecast/2026-11-30'))).toEqual(
      await contentOf(dir('clean/forecast/2026-11-30')),
    );
  });

  it('publishes nothing when nothing changed', async () => {
    const again = await synthetic('clean', '--as-of', AS_OF);
    expect(again.code).toBe(0);
    expect(again.last).toBe('done: forecast unchanged at 2026-11-30');
    const later = await synthetic('clean', '--as-of', '2026-12-01T00:00:00Z');
    expect(later.last, 'a later clock alone').toBe('done: forecast unchanged at 2026-11-30');
    expect(await readlink(dir('clean/forecast/latest'))).toBe('2026-11-30');
  });
});

describe('versions over time', () => {
  it('keep the split of every published question, and say what changed', async () => {
    expect((await synthetic('time', '--as-of', EARLIER)).code).toBe(0);
    const early = await realpath(dir('time/forecast/latest'));
    const run = await synthetic('time', '--as-of', AS_OF);
    expect(run.code, run.stderr).toBe(0);
    const late = await realpath(dir('time/forecast/latest'));
    const before = new Map(rowsOf(early, 'questions').map((row) => [row.question_id, row.split]));
    const after = new Map(rowsOf(late, 'questions').map((row) => [row.question_id, row.split]));
    const common = [...before.keys()].filter((id) => after.has(id));
    expect(common.length).toBeGreaterThan(50);
    expect(after.size).toBeGreaterThan(before.size);
    for (const id of common) expect(after.get(id), String(id)).toBe(before.get(id));
    const changes = await readFile(join(late, 'CHANGES.md'), 'utf8');
    expect(changes).toContain('against 2024-06-01');
    expect(changes).toContain(
      `${after.size - common.length} rows added, ${before.size - common.length} removed`,
    );
    expect((await runCli(['verify', 'forecast', 'forecast@2024-06-01', '--out', dir('time')])).code).toBe(0);
    const diff = await runCli(['diff', 'forecast', '2024-06-01', '2026-11-30', '--out', dir('time')]);
    expect(diff.stdout).toContain(`questions: ${after.size - common.length} added`);
  });

  it('refuse a clock before the latest version', async () => {
    const run = await synthetic('time', '--as-of', EARLIER);
    expect(run.code).toBe(2);
    expect(run.last).toContain('--as-of');
  });

  it('withdraw what the parameters no longer allow, with the cause', async () => {
    await cp(dir('clean'), dir('strict'), { recursive: true, verbatimSymlinks: true });
    const run = await synthetic('strict', '--as-of', AS_OF, '--set', 'forecast.minForecasts=150');
    expect(run.code, run.stderr).toBe(3);
    expect(run.last).toContain('kept_rows');
    expect(await readlink(dir('strict/forecast/latest'))).toBe('2026-11-30');
    const accepted = await synthetic(
      'strict',
      ...[
        '--as-of',
        AS_OF,
        '--set',
        'forecast.minForecasts=150',
        '--accept-regression',
        '--reason',
        'fewer, better',
      ],
    );
    expect(accepted.code, accepted.stderr).toBe(0);
    const version = dir('strict/forecast/2026-11-30.2');
    const manifest = JSON.parse(await readFile(join(version, 'manifest.json'), 'utf8')) as {
      gates: { name: string; passed: boolean; reason?: string }[];
      previous_version: string;
    };
    expect(manifest.gates.find(({ name }) => name === 'kept_rows')).toMatchObject({
      passed: false,
      reason: 'fewer, better',
    });
    expect(manifest.previous_version).toBe('2026-11-30');
    const corrections = jsonl(join(version, 'corrections.jsonl'));
    expect(corrections.length).toBeGreaterThan(0);
    for (const line of corrections)
      expect(line).toMatchObject({ new: null, cause: 'parameters', version: '2026-11-30.2' });
    const refreshed = await runCli([
      ...[
        'refresh',
        'forecast',
        '--upstream',
        'synthetic',
        '--size',
        'small',
        '--out',
        dir('strict'),
        '--as-of',
        AS_OF,
      ],
    ]);
    expect(refreshed.code).toBe(0);
    expect(refreshed.last).toBe('done: forecast unchanged at 2026-11-30.2');
  });
});

describe('two builds at once', () => {
  it('let one publish and tell the other who holds the lock', async () => {
    const runs = await Promise.all([
      synthetic('race', '--as-of', AS_OF),
      synthetic('race', '--as-of', AS_OF),
    ]);
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 5]);
    expect(runs.find(({ code }) => code === 5)?.last).toMatch(/lock|process/);
    expect(await contentOf(dir('race/forecast/2026-11-30'))).toEqual(
      await contentOf(dir('clean/forecast/2026-11-30')),
    );
  });
});

describe('a live build', () => {
  let upstream: SyntheticUpstream;
  beforeAll(async () => {
    upstream = await startSyntheticUpstream({ seed: 1, size: 'small' });
  });
  afterAll(() => upstream.close());

  it('stops before the first request without a token, and says how to get one', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = await runCli(['build', '--out', dir('tokenless')], {
      env: { METACULUS_URL: url, HF_URL: url },
    });
    server.close();
    expect(run.code).toBe(2);
    expect(run.last).toContain('METACULUS_TOKEN');
    expect(run.last).toContain('written permission');
    expect(run.last).toContain('build polybench openforesight');
    expect(requests).toBe(0);
  });

  it('tells a restricted account apart from ambiguous questions, and publishes nothing', async () => {
    const run = await runCli(
      ['build', 'forecast', '--out', dir('restricted'), '--as-of', AS_OF, '--rate', 'metaculus=500/1'],
      {
        env: {
          METACULUS_URL: upstream.urls.metaculus,
          METACULUS_TOKEN: SYNTHETIC_TOKENS.metaculusRestricted,
        },
      },
    );
    expect(run.code, run.stderr).toBe(3);
    expect(run.last).toContain('hidden_by_access');
    expect(run.last).toMatch(/tier|project/);
  });

  it('says that it was stopped, also in the middle of a pause', async () => {
    const server = createServer((_, response) => response.end('<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = await runCli(['build', 'forecast', '--out', dir('stopped'), '--rate', 'metaculus=500/1'], {
      env: { METACULUS_URL: url, METACULUS_TOKEN: 'any-token' },
      killAfterMs: 12_000,
      signal: 'SIGTERM',
    });
    server.close();
    expect([run.code, run.last]).toEqual([
      2,
      'exit code 2: stopped by SIGTERM. Run the same command to go on.',
    ]);
  });

  it('names a refused token and never shows it', async () => {
    const run = await runCli(
      ['build', 'forecast', '--out', dir('refused'), '--as-of', AS_OF, '--rate', 'metaculus=500/1'],
      { env: { METACULUS_URL: upstream.urls.metaculus, METACULUS_TOKEN: 'no-such-token' } },
    );
    expect(run.code).toBe(4);
    expect(run.last).toContain('403');
    expect(run.stderr + run.stdout).not.toContain('no-such-token');
  });
});

describe('usage', () => {
  it.each([
    [['build', 'nonsense'], 'nonsense'],
    [['build', 'forecast', '--as-of', 'yesterday'], '--as-of yesterday'],
    [['build', 'forecast', '--set', 'forecast.minForecast=1'], 'forecast.minForecast'],
    [['build', 'forecast', '--rate', 'metaculus=fast'], 'fast'],
    [['build', 'forecast', '--jobs', '0'], '--jobs 0'],
    [['build', 'forecast', '--upstream', 'dead'], 'dead'],
    [['build', 'forecast', '--reason', 'x'], '--accept-regression'],
    [['verify', 'forecast@../..'], '../..'],
    [['diff', 'forecast', '2026-01-01', '2026-01-02'], '2026-01-01'],
    [['explain', 'forecast', 'metaculus:1'], 'Build first'],
  ])('%j is refused by name with exit code 2', async (args, named) => {
    const run = await runCli([...args, '--out', dir('usage')]);
    expect(run.code, run.stderr).toBe(2);
    expect(run.stderr).toContain(named);
  });

  it('names the missing response of a replay', async () => {
    const run = await runCli([
      'build',
      'forecast',
      '--upstream',
      'replay',
      '--as-of',
      AS_OF,
      '--out',
      dir('nothing'),
    ]);
    expect(run.code).toBe(4);
    expect(run.last).toContain('posts');
  });
});
