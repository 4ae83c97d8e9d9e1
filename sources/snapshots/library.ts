import { join } from 'node:path';
import { StorageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import type { InstantMicros } from '../../common/time.js';
import type { Walk } from '../types.js';
import { readOrUndefined } from './bodies.js';
import { type Chain, parseChain } from './chain.js';
import { chainNameOf, parseChainName, stampOf, type WalkIdentity, walkDirOf } from './paths.js';

/** A chain file by its name. */
export interface ChainEntry {
  path: string;
  /** The build clock in the form of file names; compares as text. */
  stamp: string;
  number: number;
}

/** A chain that was read. */
export interface StoredChain {
  entry: ChainEntry;
  chain: Chain;
}

/** The chains of one walk, by the clock of the build and the newest first. One directory is listed, and no other. */
export async function listChains(files: Files, dir: string, identity: WalkIdentity): Promise<ChainEntry[]> {
  const walkDir = walkDirOf(dir, identity);
  const entries = (await files.list(walkDir)).flatMap((name) => {
    const parsed = parseChainName(name);
    return parsed ? [{ path: join(walkDir, name), ...parsed }] : [];
  });
  return entries.sort((a, b) => (a.stamp === b.stamp ? b.number - a.number : a.stamp < b.stamp ? 1 : -1));
}

/** The path of the next chain under a clock. */
export function nextChainPath(
  dir: string,
  identity: WalkIdentity,
  entries: readonly ChainEntry[],
  asOf: InstantMicros,
): string {
  const stamp = stampOf(asOf);
  const taken = entries.filter((entry) => entry.stamp === stamp).map((entry) => entry.number);
  return join(walkDirOf(dir, identity), chainNameOf(asOf, Math.max(0, ...taken) + 1));
}

/** A chain, or `damaged`; undefined where the file is gone. */
export async function readChain(files: Files, { path }: ChainEntry): Promise<Chain | 'damaged' | undefined> {
  const text = await readOrUndefined(files, path);
  return text === undefined ? undefined : parseChain(text.toString('utf8'));
}

/** StorageError that names a chain file whose lines are not what was written. */
export function damagedChain({ path }: ChainEntry): StorageError {
  return new StorageError(
    `${path} does not hold the lines that were stored`,
    'Delete that file and run the same build with --upstream live: the list is walked again.',
  );
}

/** The walk that a finished chain holds. */
export function walkOf({ header, pages, end }: Chain): Walk {
  return {
    source: header.source,
    name: header.name,
    asOf: header.asOf,
    status: end?.status ?? 'unknown',
    ...(end?.reason === undefined ? {} : { reason: end.reason }),
    pages: pages.map(({ answer: _, ...page }) => page),
  };
}
