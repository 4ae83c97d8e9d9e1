import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT, UpstreamError, UsageError } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { DATASETS } from '../../../pipelines/datasets.js';
import type { RunLedger } from '../../../pipelines/run/ledger.js';
import { parseRunRecord } from '../../../pipelines/run/read-records.js';
import { type RunEnd, writeRunRecord } from '../../../pipelines/run/record.js';
import type { RunSettings } from '../../../pipelines/run/settings.js';
import { GatesRefusedError } from '../../../pipelines/stages/gates.js';
import { StatisticsCounter } from '../../../sources/http/statistics.js';
import { inDirectory, instant } from '../../sources/snapshots/upstream-under-test.js';

const settingsOf = (outDir: string): RunSettings => ({
  command: 'refresh',
  datasets: DATASETS,
  mode: 'live',
  outDir,
  snapshotsDir: join(outDir, 'snapshots'),
  asOf: instant('2026-11-30T03:00:00Z'),
  settings: new Map(),
  rates: new Map(),
  jobs: 8,
  synthetic: { seed: 1, size: 'small' },
  generator: { name: 'forecast-datasets', version: '0', commit: 'unknown' },
});

function ledgerOf(rest: Partial<RunLedger> = {}): RunLedger {
  return {
    startedAt: instant('2026-11-30T03:00:00.25Z'),
    outcomes: [],
    statistics: () => undefined,
    save: async () => undefined,
    ...rest,
  };
}

/** Writes the record and reads it back through its schema. */
async function written(out: string, ledger: RunLedger, end?: RunEnd) {
  await writeRunRecord(nodeFiles, settingsOf(out), ledger, end);
  const record = parseRunRecord(readFileSync(join(out, 'runs/2026-11-30T030000.250000Z.json'), 'utf8'));
  if (typeof record === 'string') throw new Error(record);
  return record;
}

const finishedAt = instant('2026-11-30T03:10:00Z');

describe('the record of a run', () => {
  it('has no end while the run goes on, and tells of every dataset', () =>
    inDirectory(async (out) => {
      const record = await written(out, ledgerOf());
      expect(record).toMatchObject({ finished_at: null, exit_code: null, hosts: [] });
      expect(record.datasets).toEqual(DATASETS.map(({ name }) => ({ dataset: name, kind: 'not_built' })));
    }));

  it('is replaced by the one with the end', () =>
    inDirectory(async (out) => {
      await written(out, ledgerOf());
      await written(out, ledgerOf(), { exitCode: EXIT.ok, finishedAt });
      expect(await nodeFiles.list(join(out, 'runs'))).toEqual(['2026-11-30T030000.250000Z.json']);
    }));

  it('tells what each host cost, the rate achieved against the one allowed', () =>
    inDirectory(async (out) => {
      const counter = new StatisticsCounter({ requests: 5, seconds: 10 });
      const none = new StatisticsCounter({ requests: 1, seconds: 1 }).snapshot();
      for (const at of [0, 2000, 4000]) counter.sent({ waitedMs: 100, pausedMs: 0 }, at);
      counter.bytes = 12;
      const statistics = () => ({
        metaculus: counter.snapshot(),
        gamma: none,
        clob: none,
        data: none,
        hf: none,
      });
      const record = await written(out, ledgerOf({ statistics }), { exitCode: EXIT.ok, finishedAt });
      expect(record.hosts).toEqual([
        {
          name: 'metaculus',
          requests: 3,
          retries: 0,
          bytes: 12,
          waited_ms: 300,
          paused_ms: 0,
          achieved_per_second: 0.5,
          allowed_per_second: 0.5,
        },
      ]);
    }));

  it('tells why a dataset failed, and what each gate said where one refused', () =>
    inDirectory(async (out) => {
      const gate = { name: 'kept_rows', value: 0.5, limit: 0.95, passed: false, examples: ['metaculus:1'] };
      const refused = new GatesRefusedError('gate kept_rows refused', 'Look.', [gate]);
      const ledger = ledgerOf({
        outcomes: [
          { dataset: 'forecast', kind: 'failed', error: refused, exitCode: EXIT.gate },
          { dataset: 'polybench', kind: 'failed', error: new TypeError('oops'), exitCode: EXIT.defect },
        ],
      });
      const record = await written(out, ledger, { exitCode: EXIT.defect, finishedAt });
      expect(record.exit_code).toBe(1);
      expect(record.datasets).toEqual([
        {
          dataset: 'forecast',
          kind: 'failed',
          exit_code: 3,
          error: 'GatesRefusedError: gate kept_rows refused',
          remedy: 'Look.',
          gates: [gate],
        },
        { dataset: 'polybench', kind: 'failed', exit_code: 1, error: 'TypeError: oops' },
        { dataset: 'openforesight', kind: 'not_built' },
      ]);
    }));

  it('tells what ended a run as a whole', () =>
    inDirectory(async (out) => {
      const error = new UsageError('stopped by SIGTERM', 'Run the same command to go on.');
      const outcomes = [
        {
          dataset: 'forecast',
          kind: 'failed',
          error: new UpstreamError('gone', 'Wait.'),
          exitCode: EXIT.upstream,
        },
      ] as const;
      const record = await written(out, ledgerOf({ outcomes: [...outcomes] }), {
        exitCode: EXIT.usage,
        finishedAt,
        error,
      });
      expect(record).toMatchObject({
        exit_code: 2,
        error: 'UsageError: stopped by SIGTERM',
        remedy: 'Run the same command to go on.',
        datasets: [{ kind: 'failed' }, { kind: 'not_built' }, { kind: 'not_built' }],
      });
    }));
});
