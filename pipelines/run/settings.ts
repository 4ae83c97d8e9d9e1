import type { Effects } from '../../common/effects.js';
import type { Files } from '../../common/files.js';
import type { InstantMicros } from '../../common/time.js';
import type { Rate } from '../../sources/http/pacing.js';
import type { SyntheticSize } from '../../sources/synthetic/part.js';
import type { SourceName } from '../../sources/types.js';
import type { ClosableLog } from '../cli/log.js';
import type { Dataset } from '../dataset.js';

/** What one build, refresh or plan was asked to do. Paths are absolute. */
export interface RunSettings {
  command: 'build' | 'refresh' | 'plan';
  datasets: readonly Dataset[];
  mode: 'live' | 'synthetic' | 'replay';
  outDir: string;
  snapshotsDir: string;
  asOf: InstantMicros;
  /** `--set` values by full name. */
  settings: ReadonlyMap<string, string>;
  /** `--rate` by source. */
  rates: ReadonlyMap<SourceName, Rate>;
  jobs: number;
  previousDir?: string;
  importDir?: string;
  /** Derive the flow of the latest version again, and nothing else. */
  onlyFlow?: boolean;
  /** Reason to publish although a gate refused. */
  acceptedReason?: string;
  synthetic: { seed: number; size: SyntheticSize; faults?: string };
  generator: { name: string; version: string; commit: string };
}

/** The outside world of a run. */
export interface RunWorld {
  env: Readonly<Record<string, string | undefined>>;
  files: Files;
  effects: Effects;
  log: ClosableLog;
  signal: AbortSignal;
}
