import type { Log } from '../../common/effects.js';
import { EXIT } from '../../common/errors.js';
import type { DatasetOutcome } from './build.js';

/** One event for the end of a dataset; of a defect of ours also where it happened. */
export function logOutcome(log: Log, outcome: DatasetOutcome): void {
  const { dataset } = outcome;
  if (outcome.kind === 'published')
    log.info('dataset_published', { dataset, version: outcome.version, splits: outcome.manifest.splits });
  else if (outcome.kind === 'unchanged') log.info('dataset_unchanged', { dataset, version: outcome.version });
  else {
    const { error, exitCode } = outcome;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('dataset_failed', { dataset, exit_code: exitCode, reason });
    if (exitCode === EXIT.defect && error instanceof Error)
      log.warn('dataset_defect', { dataset, stack: error.stack });
  }
}
