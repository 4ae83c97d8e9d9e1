import { basename, dirname, join } from 'node:path';
import { mapConcurrently } from '../../common/concurrent.js';
import type { Files } from '../../common/files.js';
import { type InstantMicros, MICROS_PER_SECOND, parseInstant } from '../../common/time.js';
import { readOrUndefined } from '../../sources/snapshots/bodies.js';
import { type Chain, parseChain } from '../../sources/snapshots/chain.js';
import { parseDrift } from '../../sources/snapshots/drifts.js';
import { DRIFT_ENDING, parseChainName } from '../../sources/snapshots/paths.js';
import { parseRecord } from '../../sources/snapshots/record.js';
import { SOURCE_NAMES, type SourceName } from '../../sources/types.js';
import { type Removal, removal } from './removal.js';

/** What was fetched since the last build that ended well stays this long: the next build goes on from it. */
const RECENT = 24 * 3600 * MICROS_PER_SECOND;
/** Files read at a time. */
const READS = 16;
const LEFTOVER = /^\.tmp-/;

export interface ResponseRoots {
  records: ReadonlySet<string>;
  walks: ReadonlySet<string>;
  /** Sources of which anything may be removed, and when the last build with them ended well. */
  swept: ReadonlyMap<SourceName, InstantMicros>;
  now: InstantMicros;
  /** Whether other output directories use these snapshots too. */
  isShared: boolean;
}

/** Responses that nothing rests on, and stored files whose damage hides what they rest on. */
export interface ResponseSweep {
  removals: Removal[];
  damaged: string[];
}

/**
 * Finds records and walks that no kept version used and that no unfinished build needs, then the bodies that nothing
 * names any more. Bodies are listed first, so that one which is stored meanwhile is not looked at. Where a record or a
 * walk that stays is damaged, every body stays: it might be the one.
 */
export async function unusedResponses(
  files: Files,
  snapshotsDir: string,
  roots: ResponseRoots,
): Promise<ResponseSweep> {
  const bodies = await listBelow(files, join(snapshotsDir, 'bodies'), 2);
  const sweep = new Sweep(files, snapshotsDir, roots);
  for (const source of SOURCE_NAMES) {
    await sweep.records(source);
    await sweep.walks(source);
  }
  await sweep.bodies(bodies);
  if (!roots.isShared)
    for (const path of await listBelow(files, join(snapshotsDir, 'partial'), 1)) await sweep.leftover(path);
  return sweep;
}

/** Paths so many levels below a directory, sorted. */
async function listBelow(files: Files, dir: string, levels: number): Promise<string[]> {
  const paths = (await files.list(dir)).map((name) => join(dir, name));
  if (levels === 1) return paths;
  const below: string[] = [];
  for (const path of paths) below.push(...(await listBelow(files, path, levels - 1)));
  return below;
}

class Sweep implements ResponseSweep {
  readonly removals: Removal[] = [];
  readonly damaged: string[] = [];
  readonly #named = new Set<string>();

  constructor(
    private readonly files: Files,
    private readonly dir: string,
    private readonly roots: ResponseRoots,
  ) {}

  async records(source: SourceName): Promise<void> {
    const paths = await listBelow(this.files, join(this.dir, 'records', source), 2);
    const texts = mapConcurrently(paths, READS, async (path) => ({ path, text: await this.#read(path) }));
    for await (const { path, text } of texts)
      if (path.endsWith(DRIFT_ENDING)) await this.#drift(source, path, text);
      else if (path.endsWith('.json')) await this.#record(source, path, text);
      else await this.leftover(path);
  }

  async #record(source: SourceName, path: string, text: string | undefined): Promise<void> {
    if (text === undefined) return;
    const record = parseRecord(text);
    const stays = this.roots.records.has(this.#below(path)) || this.#isAwaited(source, record?.fetchedAt);
    if (!stays) this.removals.push(await removal('record', path));
    else if (record === undefined) this.damaged.push(path);
    else this.#named.add(record.sha256);
  }

  /** That an answer drifted is no body's record, so a damaged one hides nothing. */
  async #drift(source: SourceName, path: string, text: string | undefined): Promise<void> {
    if (text === undefined || this.roots.records.has(this.#below(path))) return;
    if (!this.#isAwaited(source, parseDrift(text)?.seenAt)) this.removals.push(await removal('record', path));
  }

  async walks(source: SourceName): Promise<void> {
    for (const walkDir of await listBelow(this.files, join(this.dir, 'walks', source), 2)) {
      const paths = await listBelow(this.files, walkDir, 1);
      const unused: string[] = [];
      for (const path of paths) if (!(await this.#walkStays(source, path))) unused.push(path);
      const gone = unused.length === paths.length ? [walkDir] : unused;
      for (const path of gone) this.removals.push(await removal('walk', path));
    }
  }

  async #walkStays(source: SourceName, path: string): Promise<boolean> {
    const name = parseChainName(basename(path));
    if (name === undefined) return this.roots.isShared || !LEFTOVER.test(basename(path));
    const text = await this.#read(path);
    if (text === undefined) return true;
    const chain = parseChain(text);
    const walkDir = this.#below(dirname(path));
    const isUsed = this.roots.walks.has(walkDir) || this.roots.walks.has(`${walkDir}/${name.stamp}`);
    if (!isUsed && !this.#isUnderWay(source, chain)) return false;
    if (chain === 'damaged') this.damaged.push(path);
    else for (const { sha256 } of chain.pages) this.#named.add(sha256);
    return true;
  }

  /** A walk that may be taken up again, or one of a build that has not ended well yet. */
  #isUnderWay(source: SourceName, chain: Chain | 'damaged'): boolean {
    if (chain === 'damaged') return this.#isAwaited(source, undefined);
    const begun = parseInstant(chain.header.begunAt);
    const isBroken = !chain.end || chain.end.drift !== undefined;
    if (isBroken && begun !== undefined && Math.abs(this.roots.now - begun) <= RECENT) return true;
    return this.#isAwaited(source, chain.header.begunAt);
  }

  /** Whether a response of that wall-clock time stays although no version used it. */
  #isAwaited(source: SourceName, at: string | undefined): boolean {
    const lastEnd = this.roots.swept.get(source);
    if (lastEnd === undefined) return true;
    const instant = at === undefined ? undefined : parseInstant(at);
    if (instant === undefined) return false;
    return instant > lastEnd && this.roots.now - instant <= RECENT;
  }

  async bodies(paths: readonly string[]): Promise<void> {
    if (this.damaged.length > 0) return;
    for (const path of paths) {
      const sha256 = /^([0-9a-f]{64})(\.gz)?$/.exec(basename(path))?.[1];
      if (sha256 === undefined) await this.leftover(path);
      else if (!this.#named.has(sha256)) this.removals.push(await removal('body', path));
    }
  }

  /** Removes the temporary file of a process that was killed; under the lock nothing else leaves one. */
  async leftover(path: string): Promise<void> {
    const isPartial = path.startsWith(join(this.dir, 'partial'));
    if (!this.roots.isShared && (isPartial || LEFTOVER.test(basename(path))))
      this.removals.push(await removal('leftover', path));
  }

  #below(path: string): string {
    return path.slice(this.dir.length + 1);
  }

  async #read(path: string): Promise<string | undefined> {
    return (await readOrUndefined(this.files, path))?.toString('utf8');
  }
}
