import type { LockHolder } from '../io/lock-holder.js';
import type { DamagedRecord } from './read-records.js';
import type { DatasetStatus } from './status.js';

/** How datasets stand, for people. */
export function statusText(statuses: readonly DatasetStatus[], damaged: readonly DamagedRecord[]): string {
  return [
    ...statuses.map(datasetText),
    ...damaged.map(({ path, reason }) => `damaged record, passed over: ${path} (${reason})`),
  ].join('\n');
}

function datasetText(status: DatasetStatus): string {
  const { dataset, state, lastSuccess, ageSeconds, lastFailure, next } = status;
  const success =
    lastSuccess === undefined
      ? 'none'
      : `${lastSuccess.at}, ${ageText(ageSeconds)} ago: ${lastSuccess.outcome === 'published' ? 'published' : 'unchanged at'} ${lastSuccess.version}, ${lastSuccess.rows} rows (${lastSuccess.upstream})`;
  const failure =
    lastFailure === undefined
      ? 'none'
      : `${lastFailure.at}, ${lastFailure.exitCode === null ? 'no exit code' : `exit code ${lastFailure.exitCode}`}: ${lastFailure.reason}`;
  return [
    `${dataset}: ${state}${status.isTooOld ? ', too old' : ''}`,
    `  last success  ${success}`,
    `  last failure  ${failure}`,
    `  next          ${next}`,
  ].join('\n');
}

/** Seconds as days and hours, hours and minutes, or minutes. */
function ageText(seconds: number | undefined): string {
  const minutes = Math.floor(Math.abs(Number(seconds)) / 60);
  const sign = Number(seconds) <= -60 ? '-' : '';
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${sign}${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours > 0 ? `${sign}${hours} h ${minutes % 60} min` : `${sign}${minutes} min`;
}

/** The same for machines. */
export function statusReport(
  statuses: readonly DatasetStatus[],
  damaged: readonly DamagedRecord[],
  running: LockHolder | undefined,
  maxAgeSeconds: number | undefined,
): object {
  return {
    ok: statuses.every(({ isTooOld }) => isTooOld !== true),
    max_age_seconds: maxAgeSeconds ?? null,
    running: running === undefined ? null : { pid: running.pid, host: running.host, since: running.since },
    datasets: statuses.map(({ dataset, state, lastSuccess, ageSeconds, isTooOld, lastFailure, next }) => ({
      dataset,
      state,
      last_success: lastSuccess === undefined ? null : successReport(lastSuccess),
      age_seconds: ageSeconds === undefined ? null : Math.round(ageSeconds),
      too_old: isTooOld ?? null,
      last_failure:
        lastFailure === undefined
          ? null
          : {
              at: lastFailure.at,
              exit_code: lastFailure.exitCode,
              reason: lastFailure.reason,
              remedy: lastFailure.remedy ?? null,
            },
      next,
    })),
    damaged_records: damaged,
  };
}

function successReport({
  at,
  outcome,
  version,
  rows,
  upstream,
  asOf,
}: NonNullable<DatasetStatus['lastSuccess']>) {
  return { at, outcome, version, rows, upstream, as_of: asOf };
}
