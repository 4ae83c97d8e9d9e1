import type { InstantMicros } from './time.js';

/** The clock and the dice of a run. Only the edge (the command line, a test) makes one. */
export interface Effects {
  /** Wall-clock time. It never reaches a published file. */
  now(): InstantMicros;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Uniform in [0,1); used for retry jitter alone. */
  random(): number;
}

/** Structured log events; `event` names are stable and documented in docs/refresh.md. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  /** Progress of a walk or stage; `total` is undefined while it is not known. */
  progress(task: string, done: number, total?: number): void;
}
