import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../common/node-files.js';
import { parseRunRecord, readRunRecords } from '../../../pipelines/run/read-records.js';
import type { DatasetRecord, RunRecord } from '../../../pipelines/run/record-schema.js';
import { parseDuration, type StatusInput, statusOf } from '../../../pipelines/run/status.js';
import { statusReport, statusText } from '../../../pipelines/run/status-text.js';
import { inDirectory, instant } from '../../sources/snapshots/upstream-under-test.js';

const NOW = instant('2026-11-30T12:00:00Z');

const published: DatasetRecord = {
  dataset: 'forecast',
  kind: 'published',
  version: '2026-11-29',
  rows: 250,
  splits: { train: { rows: 250, groups: 200 } },
  funnel: [],
  gates: [],
};
const failed: DatasetRecord = {
  dataset: 'forecast',
  kind: 'failed',
  exit_code: 4,
  error: 'UnreachableError: metaculus does not answer',
  remedy: 'Run it again later.',
};
const notBuilt: DatasetRecord = { dataset: 'forecast', kind: 'not_built' };

/** A run of the given day of November that took ten minutes from three o'clock on. */
function run(day: number, dataset: DatasetRecord, rest: Partial<RunRecord> = {}): RunRecord {
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  return {
    command: 'refresh',
    upstream: 'live',
    as_of: `${date}T03:00:00Z`,
    started_at: `${date}T03:00:00Z`,
    finished_at: `${date}T03:10:00Z`,
    exit_code: 0,
    hosts: [],
    datasets: [dataset],
    ...rest,
  };
}

function status(records: readonly RunRecord[], rest: Partial<StatusInput> = {}) {
  return statusOf('forecast', { records, now: NOW, running: undefined, maxAgeSeconds: undefined, ...rest });
}

describe('a dataset is', () => {
  it('never built where no run tells of it', () => {
    const other = run(29, { ...published, dataset: 'polybench' });
    expect(status([other])).toMatchObject({ state: 'never', lastSuccess: undefined, ageSeconds: undefined });
    expect(status([other]).next).toContain('refresh forecast');
  });

  it('current after a version was published, and after nothing had changed', () => {
    const unchanged: DatasetRecord = {
      dataset: 'forecast',
      kind: 'unchanged',
      version: '2026-11-29',
      rows: 250,
      splits: {},
    };
    const found = status([run(29, published), run(30, unchanged)]);
    expect(found).toMatchObject({
      state: 'current',
      lastSuccess: { at: '2026-11-30T03:10:00Z', outcome: 'unchanged', version: '2026-11-29', rows: 250 },
      ageSeconds: 8 * 3600 + 50 * 60,
      lastFailure: undefined,
      next: 'nothing',
    });
  });

  it('failing while the last run of it failed, with the reason and the remedy', () => {
    const found = status([run(28, published), run(29, failed, { exit_code: 4 })]);
    expect(found).toMatchObject({
      state: 'failing',
      lastSuccess: { at: '2026-11-28T03:10:00Z' },
      lastFailure: { at: '2026-11-29T03:10:00Z', exitCode: 4, reason: failed.error },
    });
    expect(found.next).toBe('Run it again later. Then: npx forecast-datasets refresh forecast');
    expect(status([run(28, failed), run(29, published)]).state).toBe('current');
  });

  it.each([
    ['configuration', 2, 'UsageError: METACULUS_TOKEN is not set'],
    ['lock', 5, 'LockedError: out is locked by process 7'],
    ['signal', 2, 'UsageError: stopped by SIGTERM'],
  ])('failing where the whole run ended before it came to it: %s', (_, exitCode, error) => {
    const found = status([
      run(29, published),
      run(30, notBuilt, { exit_code: exitCode, error, remedy: 'Mend.' }),
    ]);
    expect(found).toMatchObject({
      state: 'failing',
      lastFailure: { exitCode, reason: error, remedy: 'Mend.' },
    });
  });

  it('running while the lock is held, and failing where the run was killed', () => {
    const open = run(30, notBuilt, { finished_at: null, exit_code: null });
    expect(status([run(29, published), open], { running: 'process 7' })).toMatchObject({
      state: 'running',
      lastFailure: undefined,
      next: 'wait for process 7',
    });
    const killed = status([run(29, published), open]);
    expect(killed).toMatchObject({ state: 'failing', lastFailure: { exitCode: null } });
    expect(killed.lastFailure?.reason).toContain('killed');
  });

  it('not failing where the killed run had published it', () => {
    const killed = run(30, published, { finished_at: null, exit_code: null });
    expect(status([killed])).toMatchObject({ state: 'current', lastSuccess: { at: '2026-11-30T03:00:00Z' } });
  });
});

describe('age', () => {
  const succeeded = [run(29, published)];
  const seconds = 32 * 3600 + 50 * 60;

  it.each([
    [seconds, false, 'current'],
    [seconds - 1, true, 'stale'],
  ])('%i seconds allowed: too old %s', (maxAgeSeconds, isTooOld, state) => {
    expect(status(succeeded, { maxAgeSeconds })).toMatchObject({ isTooOld, state });
  });

  it('is too old where there never was a success, or a replay alone', () => {
    expect(status([], { maxAgeSeconds: 1e9 }).isTooOld).toBe(true);
    const replay = run(30, published, { upstream: 'replay' });
    expect(status([replay], { maxAgeSeconds: 1e9 })).toMatchObject({ isTooOld: true, state: 'never' });
  });

  it('counts a success of the future as far away, as after a clock that jumped', () => {
    const jumped = run(30, published, { finished_at: '2027-11-30T03:10:00Z' });
    expect(status([jumped], { maxAgeSeconds: 36 * 3600 }).isTooOld).toBe(true);
  });

  it('is read as minutes, hours or days', () => {
    expect(['90m', '36h', '2d'].map(parseDuration)).toEqual([5400, 129_600, 172_800]);
    expect(['', '36', '0h', 'h', '-1h', '1.5h', '36 h', '2w', '1h2'].map(parseDuration)).toEqual(
      Array(9).fill(undefined),
    );
  });
});

describe('records', () => {
  it('are read in the order of their runs, and a damaged one is named', () =>
    inDirectory(async (out) => {
      await nodeFiles.mkdir(join(out, 'runs'));
      const put = (name: string, text: string) => writeFile(join(out, 'runs', name), text);
      await put('2026-11-30T030000Z.json', JSON.stringify(run(30, published)));
      await put('2026-11-30T030000.500000Z.json', '{"command":"refr');
      await put('2026-11-29T030000Z.json', JSON.stringify({ ...run(29, published), later_field: 1 }));
      await put('2026-11-28T030000Z.json', JSON.stringify({ ...run(28, published), exit_code: 'none' }));
      await put('notes.txt', 'x');
      const { records, damaged } = await readRunRecords(nodeFiles, out);
      expect(records.map(({ started_at }) => started_at)).toEqual([
        '2026-11-29T03:00:00Z',
        '2026-11-30T03:00:00Z',
      ]);
      expect(damaged.map(({ path, reason }) => [basename(path), reason.split(':')[0]])).toEqual([
        ['2026-11-28T030000Z.json', 'exit_code'],
        ['2026-11-30T030000.500000Z.json', 'it is not JSON'],
      ]);
      const text = statusText([], damaged);
      expect(text).toContain('damaged record, passed over');
      expect(await readRunRecords(nodeFiles, join(out, 'none'))).toEqual({ records: [], damaged: [] });
    }));

  it('that are not a record say what is missing', () => {
    expect(parseRunRecord('[]')).toMatch(/^the record: /);
    expect(parseRunRecord('{}')).toMatch(/^command: /);
  });
});

describe('what is said', () => {
  it('to people: success, age, failure, next step', () => {
    const text = statusText([status([run(28, failed, { exit_code: 4 }), run(29, published)])], []);
    expect(text.split('\n')).toEqual([
      'forecast: current',
      '  last success  2026-11-29T03:10:00Z, 32 h 50 min ago: published 2026-11-29, 250 rows (live)',
      '  last failure  2026-11-28T03:10:00Z, exit code 4: UnreachableError: metaculus does not answer',
      '  next          nothing',
    ]);
  });

  it('to machines: one object that tells what the exit code tells', () => {
    const statuses = [status([run(29, published)], { maxAgeSeconds: 60 })];
    expect(statusReport(statuses, [], undefined, 60)).toMatchObject({
      ok: false,
      max_age_seconds: 60,
      running: null,
      datasets: [
        {
          dataset: 'forecast',
          state: 'stale',
          last_success: { version: '2026-11-29', rows: 250, upstream: 'live', as_of: '2026-11-29T03:00:00Z' },
          age_seconds: 118_200,
          too_old: true,
          last_failure: null,
        },
      ],
      damaged_records: [],
    });
  });
});
