import { dirname } from 'node:path';
import type { Log } from '../../common/effects.js';
import type { Files } from '../../common/files.js';
import { buildDirectory } from '../io/atomic-dir.js';
import type { Removal } from './removal.js';

/**
 * Removes in the order given: versions, then what names responses, then the responses. So a prune that is killed leaves
 * nothing that names what is gone, and the next one ends it. A version disappears in one step: readers see it whole or
 * not at all.
 */
export async function applyPrune(files: Files, removals: readonly Removal[], log: Log): Promise<void> {
  let done = 0;
  for (const { kind, path } of removals) {
    if (kind === 'version') await removeVersion(files, path);
    else await files.remove(path);
    done += 1;
    log.progress('prune', done, removals.length);
  }
}

async function removeVersion(files: Files, path: string): Promise<void> {
  const temporary = buildDirectory(dirname(path), process.pid);
  await files.rename(path, temporary);
  await files.remove(temporary);
}
