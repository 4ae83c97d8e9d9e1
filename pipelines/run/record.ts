import { join } from 'node:path';
import { type ExitCode, NamedError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { formatInstant, type InstantMicros } from '../../common/time.js';
import type { SourceStatistics } from '../../sources/http/statistics.js';
import { SOURCE_NAMES } from '../../sources/types.js';
import { GatesRefusedError } from '../stages/gates.js';
import type { DatasetOutcome } from './build.js';
import type { RunLedger } from './ledger.js';
import type { DatasetRecord, HostRecord, RunRecord } from './record-schema.js';
import type { RunSettings } from './settings.js';

/** Where the records of runs stand under an output directory. */
export const RUNS = 'runs';

/** How a run ended: its exit code, and the error where one ended the run as a whole. */
export interface RunEnd {
  exitCode: ExitCode;
  finishedAt: InstantMicros;
  error?: unknown;
}

/**
 * Writes `runs/<instant>.json`: what a run cost each host, what it published, and how it ended; without an end while it
 * goes on, so that a run which was killed leaves a record too. Times are those of the wall clock; nothing published
 * refers to this file.
 */
export async function writeRunRecord(
  files: Files,
  settings: RunSettings,
  ledger: RunLedger,
  end: RunEnd | undefined,
): Promise<void> {
  const record: RunRecord = {
    command: settings.command === 'refresh' ? 'refresh' : 'build',
    upstream: settings.mode,
    as_of: formatInstant(settings.asOf),
    started_at: formatInstant(ledger.startedAt),
    finished_at: end ? formatInstant(end.finishedAt) : null,
    exit_code: end ? end.exitCode : null,
    ...(end?.error === undefined ? {} : errorFields(end.error)),
    hosts: hostRecords(ledger),
    datasets: datasetRecords(settings, ledger),
  };
  const name = `${formatInstant(ledger.startedAt).replaceAll(':', '')}.json`;
  await files.mkdir(join(settings.outDir, RUNS));
  await files.writeAtomic(join(settings.outDir, RUNS, name), `${JSON.stringify(record, null, 2)}\n`);
}

function hostRecords(ledger: RunLedger): HostRecord[] {
  const statistics = ledger.statistics();
  if (statistics === undefined) return [];
  return SOURCE_NAMES.filter((name) => statistics[name].requests > 0).map((name) => ({
    name,
    ...hostFields(statistics[name]),
  }));
}

function hostFields(cost: SourceStatistics): Omit<HostRecord, 'name'> {
  return {
    requests: cost.requests,
    retries: cost.retries,
    bytes: cost.bytes,
    waited_ms: cost.waitedMs,
    paused_ms: cost.pausedMs,
    achieved_per_second: cost.achievedPerSecond,
    allowed_per_second: cost.allowedPerSecond,
  };
}

/** The datasets that came to an end, then those that the run did not come to. */
function datasetRecords(settings: RunSettings, { outcomes }: RunLedger): DatasetRecord[] {
  const rest = settings.datasets.filter(({ name }) => !outcomes.some(({ dataset }) => dataset === name));
  return [
    ...outcomes.map(datasetRecord),
    ...rest.map(({ name }) => ({ dataset: name, kind: 'not_built' as const })),
  ];
}

function datasetRecord(outcome: DatasetOutcome): DatasetRecord {
  const { dataset } = outcome;
  if (outcome.kind === 'failed') {
    const { error, exitCode } = outcome;
    const gates = error instanceof GatesRefusedError ? { gates: [...error.gates] } : {};
    return { dataset, kind: 'failed', exit_code: exitCode, ...errorFields(error), ...gates };
  }
  const { kind, version, manifest } = outcome;
  const { splits, funnel, gates } = manifest;
  const rows = Object.values(splits).reduce((sum, split) => sum + split.rows, 0);
  if (kind === 'unchanged') return { dataset, kind, version, rows, splits };
  return { dataset, kind, version, rows, splits, funnel, gates };
}

/** What happened, and what to do about it where the error says so. */
function errorFields(error: unknown): { error: string; remedy?: string } {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return error instanceof NamedError ? { error: text, remedy: error.remedy } : { error: text };
}
