import type { InstantMicros } from '../../common/time.js';
import type { SourceStatistics } from '../../sources/http/statistics.js';
import type { SourceName } from '../../sources/types.js';
import type { DatasetOutcome } from './build.js';

/** What a run has done so far; filled while it goes, so that a run which is broken off can be recorded too. */
export interface RunLedger {
  /** Wall clock. */
  startedAt: InstantMicros;
  /** Of the datasets that came to an end. */
  outcomes: DatasetOutcome[];
  /** What each host has cost until now; undefined before the first request can be sent. */
  statistics(): Readonly<Record<SourceName, SourceStatistics>> | undefined;
  /** Writes down what there is; called under the lock, and again after each dataset. */
  save(): Promise<void>;
}
