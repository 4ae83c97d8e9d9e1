import type { Files } from '../../common/files.js';
import { formatInstant, type InstantMicros } from '../../common/time.js';
import { MissingResponseError, nameOf, SchemaDriftError } from '../http/errors.js';
import type { Walk } from '../types.js';
import { damagedChain, listChains, readChain, type StoredChain, walkOf } from './library.js';
import { stampOf, type WalkIdentity } from './paths.js';
import type { RawStore } from './store.js';

/** Where stored walks are looked for, and under which clock. */
export interface ReplayContext {
  dir: string;
  files: Files;
  store: RawStore;
  asOf: InstantMicros;
}

/**
 * The newest complete walk at or before the build clock; for a tagged walk the newest complete one at all, as the tag
 * says that its content is final. Where no complete one exists, the newest that ended otherwise, so that the caller can
 * act on it as the live build did; SchemaDriftError where that one ended so. MissingResponseError where there is none, or
 * where a page of it is not in the store; StorageError where a chain file is damaged. A page that is damaged is named where
 * it is read: nothing could be fetched instead here, and a check would read each long tape twice.
 */
export async function replayWalk(context: ReplayContext, identity: WalkIdentity): Promise<Walk> {
  const found = await newestFinished(context, identity);
  if (found === undefined) {
    const clock = formatInstant(context.asOf);
    throw new MissingResponseError(`a finished walk of ${describeWalk(identity)} at or before ${clock}`);
  }
  const drift = found.chain.end?.drift;
  if (drift) throw new SchemaDriftError(identity.source, drift.field, drift.detail);
  for (const page of found.chain.pages) {
    if (await context.store.bodies.exists(page.sha256)) continue;
    const file = await context.store.bodies.locate(page.sha256);
    throw new MissingResponseError(
      `the response to ${nameOf(page.request)}: its body ${file} is missing or damaged`,
    );
  }
  return walkOf(found.chain);
}

/** How messages name a walk. */
export function describeWalk({ source, name, variant }: WalkIdentity): string {
  return `${source} ${name}${variant === undefined ? '' : ` (${variant})`}`;
}

async function newestFinished(
  { dir, files, asOf }: ReplayContext,
  identity: WalkIdentity,
): Promise<StoredChain | undefined> {
  const limit = stampOf(asOf);
  let otherwise: StoredChain | undefined;
  for (const entry of await listChains(files, dir, identity)) {
    if (identity.tag === undefined && entry.stamp > limit) continue;
    const chain = await readChain(files, entry);
    if (chain === 'damaged') throw damagedChain(entry);
    if (chain?.end?.status === 'complete') return { entry, chain };
    if (chain?.end) otherwise ??= { entry, chain };
  }
  return otherwise;
}
