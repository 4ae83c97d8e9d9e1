import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { errorCode } from '../../common/node-files.js';

const BUILD_DIRECTORY = /^\.tmp-\d+$/;

/** Where a process builds a version before it is renamed; beside the versions, so that the rename stays in one file system. */
export function buildDirectory(datasetDir: string, pid: number): string {
  return join(datasetDir, `.tmp-${pid}`);
}

/**
 * Gives a finished build its final name in one step: readers see the whole version or none. What was written through
 * Files is durable by then, names included. A published version is never replaced: StorageError where the name is taken.
 */
export async function publishDirectory(files: Files, tempDir: string, finalDir: string): Promise<void> {
  if (await files.exists(finalDir))
    throw new StorageError(
      `${finalDir} exists already, and a published version is never changed`,
      'Run the command again: it takes the next free version name.',
    );
  await files.rename(tempDir, finalDir);
}

/** Points `latest` at a version of the same directory, by rename: readers see the earlier version or this one. */
export async function moveLatest(files: Files, datasetDir: string, version: string): Promise<void> {
  await files.link(version, join(datasetDir, 'latest'));
}

/**
 * Removes what builds left behind that were killed, from every dataset below `outDir`. Only the holder of the lock of
 * that directory may call it: then no build is running there.
 */
export async function removeStaleBuilds(files: Files, outDir: string): Promise<void> {
  for (const dataset of await directoriesIn(outDir)) {
    const datasetDir = join(outDir, dataset);
    const stale = (await directoriesIn(datasetDir)).filter((name) => BUILD_DIRECTORY.test(name));
    for (const name of stale) await files.remove(join(datasetDir, name));
  }
}

async function directoriesIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
