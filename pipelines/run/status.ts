import { type InstantMicros, MICROS_PER_SECOND, parseInstant } from '../../common/time.js';
import type { RunRecord } from './record-schema.js';

/** A build of a dataset that ended well. */
interface Success {
  /** Wall clock, ISO 8601. */
  at: string;
  outcome: 'published' | 'unchanged';
  version: string;
  /** Of the main table, all splits. */
  rows: number;
  upstream: 'live' | 'synthetic';
  /** The build's clock. */
  asOf: string;
}

/** A build of a dataset that did not. */
interface Failure {
  at: string;
  /** Null for a run that was killed. */
  exitCode: number | null;
  reason: string;
  remedy?: string;
}

/**
 * `never`: no build ended yet, well or badly; `current`: the last one ended well; `stale`: it did, but longer ago than
 * is allowed; `failing`: the last one did not end well; `running`: one is under way.
 */
type DatasetState = 'never' | 'current' | 'stale' | 'failing' | 'running';

export interface DatasetStatus {
  dataset: string;
  state: DatasetState;
  lastSuccess: Success | undefined;
  /** Seconds since the last success; negative where the clock was set back since. */
  ageSeconds: number | undefined;
  /** Whether the last success is missing or too old; undefined where no age was asked for. */
  isTooOld: boolean | undefined;
  lastFailure: Failure | undefined;
  /** What to do, in words. */
  next: string;
}

/** What a status is told from. */
export interface StatusInput {
  /** Oldest first. */
  records: readonly RunRecord[];
  /** Wall clock. */
  now: InstantMicros;
  /** Start of the process that holds the lock, in words; undefined where none does. */
  running: string | undefined;
  maxAgeSeconds: number | undefined;
}

/**
 * How a dataset stands. A replay asks no host, so its success does not say that refreshing works, and does not count.
 * A success in the future, as after a clock that jumped, is as far away as one in the past.
 */
export function statusOf(dataset: string, input: StatusInput): DatasetStatus {
  const ends = input.records.map((record) => endOf(dataset, record, input));
  const lastSuccess = ends.findLast((end) => end.success !== undefined)?.success;
  const lastFailure = ends.findLast((end) => end.failure !== undefined)?.failure;
  const ageSeconds = lastSuccess && secondsSince(lastSuccess.at, input.now);
  const isTooOld =
    input.maxAgeSeconds === undefined
      ? undefined
      : ageSeconds === undefined || Math.abs(ageSeconds) > input.maxAgeSeconds;
  const isUnderWay = input.running !== undefined && ends.at(-1)?.isOpen === true;
  const last = ends.findLast((end) => end.success !== undefined || end.failure !== undefined);
  const state = isUnderWay
    ? 'running'
    : last?.failure !== undefined
      ? 'failing'
      : lastSuccess === undefined
        ? 'never'
        : isTooOld
          ? 'stale'
          : 'current';
  const facts = { dataset, state, lastSuccess, ageSeconds, isTooOld, lastFailure } as const;
  return { ...facts, next: nextStep(facts, input.running) };
}

interface End {
  success?: Success;
  failure?: Failure;
  /** The run has not ended, as far as its record says. */
  isOpen: boolean;
}

function endOf(dataset: string, record: RunRecord, { running }: StatusInput): End {
  const isOpen = record.finished_at === null;
  const outcome = record.datasets.find((one) => one.dataset === dataset);
  const at = record.finished_at ?? record.started_at;
  if (outcome === undefined) return { isOpen: false };
  if (outcome.kind === 'failed') {
    const { exit_code: exitCode, error: reason, remedy } = outcome;
    return { isOpen, failure: { at, exitCode, reason, ...(remedy === undefined ? {} : { remedy }) } };
  }
  if (outcome.kind === 'not_built') return notBuilt(record, at, running !== undefined);
  if (record.upstream === 'replay') return { isOpen };
  const { kind, version, rows } = outcome;
  const { upstream, as_of: asOf } = record;
  return { isOpen, success: { at, outcome: kind, version, rows, upstream, asOf } };
}

/** A run that did not come to the dataset: broken off by an error, killed, or still under way. */
function notBuilt(record: RunRecord, at: string, isLocked: boolean): End {
  const { finished_at: finishedAt, exit_code: exitCode, error, remedy } = record;
  if (finishedAt === null) {
    if (isLocked) return { isOpen: true };
    const reason = 'the run did not end: it was killed, or the machine stopped';
    return { isOpen: true, failure: { at, exitCode, reason } };
  }
  if (error === undefined) return { isOpen: false };
  return {
    isOpen: false,
    failure: { at, exitCode, reason: error, ...(remedy === undefined ? {} : { remedy }) },
  };
}

function secondsSince(instant: string, now: InstantMicros): number | undefined {
  const micros = parseInstant(instant);
  return micros === undefined ? undefined : (now - micros) / MICROS_PER_SECOND;
}

function nextStep(
  { dataset, state, lastFailure }: Omit<DatasetStatus, 'next'>,
  running: string | undefined,
): string {
  const again = `npx forecast-datasets refresh ${dataset}`;
  if (state === 'running') return `wait for ${running}`;
  if (state === 'never') return `build it: ${again}`;
  if (state === 'stale') return `look whether the scheduler still runs, then: ${again}`;
  if (state === 'current') return 'nothing';
  const advice = lastFailure?.remedy ?? 'What was fetched is kept, and the next run goes on from it.';
  return `${advice} Then: ${again}`;
}

/** `36h`, `2d` or `90m` in seconds; undefined where the text is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^([1-9]\d{0,5})([mhd])$/.exec(text);
  const seconds = { m: 60, h: 3600, d: 86_400 }[match?.[2] ?? ''];
  return match === null || seconds === undefined ? undefined : Number(match[1]) * seconds;
}
