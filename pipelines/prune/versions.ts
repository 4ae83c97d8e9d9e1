import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../../common/files.js';
import { errorCode } from '../../common/node-files.js';
import { listVersions } from '../stages/versions.js';

/** Which versions of one dataset stay. */
export interface VersionChoice {
  dataset: string;
  /** Oldest first. */
  kept: readonly string[];
  removed: readonly string[];
  /** What `latest` points at; undefined where nothing is published. */
  latest: string | undefined;
}

/** The newest `keep` versions and the one that `latest` points at stay; all of them where `keep` is `all`. */
export async function chooseVersions(
  files: Files,
  outDir: string,
  dataset: string,
  keep: number | 'all',
): Promise<VersionChoice> {
  const versions = await listVersions(files, join(outDir, dataset));
  const latest = await latestOf(join(outDir, dataset));
  const newest = new Set(keep === 'all' ? versions : versions.slice(-keep));
  const stays = (version: string) => newest.has(version) || version === latest;
  return {
    dataset,
    kept: versions.filter(stays),
    removed: versions.filter((version) => !stays(version)),
    latest,
  };
}

async function latestOf(datasetDir: string): Promise<string | undefined> {
  try {
    return await readlink(join(datasetDir, 'latest'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
