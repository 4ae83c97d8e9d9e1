import { StorageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { type ResponseKey, trackUses } from '../../sources/snapshots/uses.js';
import type { Upstream } from '../../sources/types.js';
import { noteTouched } from '../io/touched-files.js';
import { readUses, type UsesKind, writeUses } from '../stages/uses.js';
import type { RunSettings, RunWorld } from './settings.js';

/** Ways to the upstreams and to the caches that note what a build of one dataset rests on. */
export interface BuildUses {
  upstream: Upstream;
  files: Files;
  restsOn(response: ResponseKey): void;
  /** Adds what an earlier version rests on, where a build derives from that one's rows. */
  inherit(version: string): Promise<void>;
  /**
   * Stores the list of all that was used so far. There is none where what an earlier version rests on is not known:
   * then nothing of the dataset is pruned. A replay from snapshots that cannot be written goes on without one.
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
  const ownerOf = (version: string, kind: UsesKind) => ({ snapshotsDir, outDir, dataset, version, kind });
  let isWhole = true;
  return {
    upstream: responses.upstream,
    files: caches.files,
    restsOn: responses.note,
    async inherit(version) {
      const published = await readUses(world.files, ownerOf(version, 'published'));
      const checked = await readUses(world.files, ownerOf(version, 'checked'));
      isWhole = published !== undefined;
      for (const list of [published, checked]) {
        for (const record of list?.records ?? []) responses.uses.records.add(record);
        for (const walk of list?.walks ?? []) responses.uses.walks.add(walk);
        for (const cache of list?.caches ?? []) caches.touched.add(cache);
      }
    },
    async remember(version, kind) {
      if (!isWhole) {
        const reason = 'there is no list of what the version rests on that this one is derived from';
        world.log.warn('uses_not_recorded', { dataset, version, reason });
        return;
      }
      try {
        await writeUses(
          world.files,
          ownerOf(version, kind),
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
