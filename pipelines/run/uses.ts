import { StorageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { type ResponseKey, trackUses } from '../../sources/snapshots/uses.js';
import type { Upstream } from '../../sources/types.js';
import { noteTouched } from '../io/touched-files.js';
import { type UsesKind, writeUses } from '../stages/uses.js';
import type { RunSettings, RunWorld } from './settings.js';

/** Ways to the upstreams and to the caches that note what a build of one dataset rests on. */
export interface BuildUses {
  upstream: Upstream;
  files: Files;
  restsOn(response: ResponseKey): void;
  /**
   * Stores the list of all that was used so far. A replay from snapshots that cannot be written goes on without: they
   * cannot be pruned either.
   */
  remember(version: string, kind: UsesKind): Promise<void>;
}

/** Tracks the build of one dataset whose normalized records are in `normalizedDir`. */
export function trackBuild(
  dataset: string,
  normalizedDir: string,
  settings: RunSettings,
  world: RunWorld,
  upstream: Upstream,
): BuildUses {
  const responses = trackUses(upstream);
  const caches = noteTouched(world.files, normalizedDir);
  const { snapshotsDir, outDir, mode } = settings;
  return {
    upstream: responses.upstream,
    files: caches.files,
    restsOn: responses.note,
    async remember(version, kind) {
      const owner = { snapshotsDir, outDir, dataset, version, kind };
      try {
        await writeUses(
          world.files,
          owner,
          { ...responses.uses, caches: caches.touched },
          world.effects.now(),
        );
      } catch (error) {
        if (mode !== 'replay' || !(error instanceof StorageError)) throw error;
        world.log.warn('uses_not_recorded', { dataset, version, reason: error.message });
      }
    },
  };
}
