import type { HubFile } from '../../schemas/wire/hub.js';
import { SchemaDriftError } from '../../sources/http/errors.js';
import { downloadFile, type PinnedRepository } from '../../sources/hub.js';
import type { BuildContext } from '../dataset.js';
import type { OpenforesightParameters } from './parameters.js';
import { type SplitFiles, splitLayout } from './splits.js';

/** A shard in the raw store. */
export interface FetchedFile {
  /** Path in the repository. */
  path: string;
  /** Of the bytes, as announced and checked. */
  sha256: string;
  /** Bytes. */
  bytes: number;
}

/**
 * The splits of a pinned repository, by its file names. SchemaDriftError where there is none, or where a shard that
 * another's name counts is not in the repository; Parquet files outside the splits are logged.
 */
export function splitsOf(
  { log }: Pick<BuildContext<OpenforesightParameters>, 'log'>,
  { id, files }: PinnedRepository,
): readonly SplitFiles<HubFile>[] {
  const { splits, problems } = splitLayout(files);
  for (const { kind, path } of problems) {
    if (kind === 'missing_shard')
      throw new SchemaDriftError('hf', path, `${id} counts this shard but lacks it`);
    log.warn('openforesight.unclaimed_file', { path });
  }
  if (splits.length === 0) {
    throw new SchemaDriftError('hf', 'data/{split}-00000-of-00001.parquet', `${id} has no such file`);
  }
  return splits;
}

/**
 * Fetches every shard, or takes it from the raw store. One after the other: a file fills the line by itself, and a build
 * that is killed has one to ask for again.
 */
export async function fetchShards(
  { upstream, log }: Pick<BuildContext<OpenforesightParameters>, 'upstream' | 'log'>,
  repository: PinnedRepository,
  splits: readonly SplitFiles<HubFile>[],
): Promise<SplitFiles<FetchedFile>[]> {
  const total = splits.reduce((sum, { files }) => sum + files.length, 0);
  let done = 0;
  const fetched: SplitFiles<FetchedFile>[] = [];
  for (const split of splits) {
    const files: FetchedFile[] = [];
    for (const file of split.files) {
      const { sha256, bytes } = await downloadFile(upstream, repository, file);
      files.push({ path: file.path, sha256, bytes });
      done += 1;
      log.progress('openforesight files', done, total);
    }
    fetched.push({ ...split, files });
  }
  return fetched;
}
