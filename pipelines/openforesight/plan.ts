import { join } from 'node:path';
import { z } from 'zod';
import type { PinnedRepository } from '../../sources/hub.js';
import type { BuildContext, PlanEstimate } from '../dataset.js';
import type { OpenforesightParameters } from './parameters.js';
import type { FetchedFile } from './shards.js';
import type { SplitFiles } from './splits.js';

const extent = z.strictObject({ commit: z.string(), requests: z.int(), files: z.int(), bytes: z.int() });

type Context = Pick<BuildContext<OpenforesightParameters>, 'files' | 'normalizedDir'>;

/** A later commit may have this much more. */
const GROWTH = 1.2;
/** The address of a large file, and the file itself behind its redirect. */
const REQUESTS_A_FILE = 2;
/** What a repository of the card's size may cost where no build tells: 5 to 20 files of 3 to 40 kB a row. */
const UNKNOWN = { requests: [13, 45], bytes: [150e6, 2e9] } as const;

/** Notes what a build took, for later plans. */
export async function rememberExtent(
  { files, normalizedDir }: Context,
  { commit, walks }: PinnedRepository,
  splits: readonly SplitFiles<FetchedFile>[],
): Promise<void> {
  const shards = splits.flatMap((split) => split.files);
  const bytes = shards.reduce((sum, file) => sum + file.bytes, 0);
  const pages = walks.reduce((sum, walk) => sum + walk.pages.length, 0);
  const requests = pages + REQUESTS_A_FILE * shards.length;
  await files.mkdir(normalizedDir);
  await files.writeAtomic(
    join(normalizedDir, 'extent.json'),
    JSON.stringify({ commit, requests, files: shards.length, bytes }),
  );
}

/** What a build would ask the Hub for: one request where the commit is the one of the last build, else all of it. */
export async function planOpenforesight({ files, normalizedDir }: Context): Promise<readonly PlanEstimate[]> {
  const path = join(normalizedDir, 'extent.json');
  if (!(await files.exists(path))) {
    return [{ source: 'hf', ...UNKNOWN, basis: 'no build yet: the size of the card, roughly' }];
  }
  const last = extent.parse(JSON.parse((await files.read(path)).toString('utf8')));
  return [
    {
      source: 'hf',
      requests: [1, Math.ceil(last.requests * GROWTH)],
      bytes: [0, Math.ceil(last.bytes * GROWTH)],
      basis: `the last build: ${last.files} files at commit ${last.commit.slice(0, 12)}; one request where that is still the newest`,
    },
  ];
}
