import { join } from 'node:path';
import type { Files } from '../../common/files.js';
import { formatInstant, type InstantMicros } from '../../common/time.js';
import { SOURCE_NAMES } from '../../sources/types.js';
import type { DatasetOutcome, RunOutcome } from './build.js';
import type { RunSettings } from './settings.js';

/** Where the records of runs stand under an output directory. */
export const RUNS = 'runs';

/**
 * Writes `runs/<instant>.json`: what a run cost each host, what it published, and how it ended. Times are those of the
 * wall clock; nothing published refers to this file.
 */
export async function writeRunRecord(
  files: Files,
  settings: RunSettings,
  outcome: RunOutcome,
  started: InstantMicros,
  finished: InstantMicros,
): Promise<void> {
  const record = {
    command: settings.command,
    upstream: settings.mode,
    as_of: formatInstant(settings.asOf),
    started_at: formatInstant(started),
    finished_at: formatInstant(finished),
    exit_code: outcome.exitCode,
    hosts: SOURCE_NAMES.filter((name) => outcome.statistics[name].requests > 0).map((name) => ({
      name,
      ...snakeCase(outcome.statistics[name]),
    })),
    datasets: outcome.outcomes.map(datasetRecord),
  };
  const name = `${formatInstant(started).replaceAll(':', '')}.json`;
  await files.mkdir(join(settings.outDir, RUNS));
  await files.writeAtomic(join(settings.outDir, RUNS, name), `${JSON.stringify(record, null, 2)}\n`);
}

function datasetRecord(outcome: DatasetOutcome): object {
  const { dataset, kind } = outcome;
  if (outcome.kind === 'failed')
    return { dataset, kind, exit_code: outcome.exitCode, error: errorText(outcome.error) };
  if (outcome.kind === 'unchanged') return { dataset, kind, version: outcome.version };
  const { manifest } = outcome;
  return {
    dataset,
    kind,
    version: outcome.version,
    splits: manifest.splits,
    funnel: manifest.funnel,
    gates: manifest.gates,
  };
}

function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function snakeCase<T extends object>(values: T): Record<string, T[keyof T]> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
