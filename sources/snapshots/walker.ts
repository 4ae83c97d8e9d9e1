import { dirname } from 'node:path';
import type { Effects, Log } from '../../common/effects.js';
import { startSha256 } from '../../common/hash.js';
import { formatInstant, parseInstant } from '../../common/time.js';
import type { HttpClient } from '../http/client.js';
import { SchemaDriftError } from '../http/errors.js';
import type { PageStep, UpstreamRequest, Walk, WalkOptions } from '../types.js';
import {
  type Chain,
  type ChainHeader,
  type ChainPage,
  formatEnd,
  formatHeader,
  formatPage,
} from './chain.js';
import {
  type ChainEntry,
  listChains,
  nextChainPath,
  readChain,
  type StoredChain,
  walkOf,
} from './library.js';
import { stampOf, type WalkIdentity } from './paths.js';
import { advance, isEnd, type Position, replayPages, startPosition } from './position.js';
import { describeWalk, type ReplayContext } from './replay.js';

/** What a walk needs to send requests and to store what comes back. */
export interface WalkContext extends ReplayContext {
  get: HttpClient['get'];
  effects: Effects;
  log: Log;
}

/** A walk that was broken off is taken up again within this time: after it the list has changed too much. */
const RESUME_HOURS = 24;

/**
 * Makes a walk, or takes up one that was broken off, or returns one that is there already: of the same build clock, or
 * under the same tag. Each page's bytes are durable before its line in the chain, so that a build that is killed at any
 * moment goes on after the last line.
 */
export async function liveWalk(
  context: WalkContext,
  identity: WalkIdentity,
  options: WalkOptions,
): Promise<Walk> {
  const entries = await listChains(context.files, context.dir, identity);
  const finished = await findFinished(context, identity, entries);
  if (finished) return walkOf(finished);
  const broken = await findBroken(context, entries);
  const position = broken
    ? await replayPages(options.paginator(), broken.chain.pages, context.store.bodies)
    : undefined;
  const asOf = formatInstant(context.asOf);
  const begunAt = position && broken ? broken.chain.header.begunAt : formatInstant(context.effects.now());
  const header: ChainHeader = { ...identity, asOf, begunAt };
  const path = nextChainPath(context.dir, identity, entries, context.asOf);
  if (position)
    context.log.info('walk.resumed', { walk: describeWalk(identity), pages: position.pages.length });
  const run = new WalkRun(context, options, header, position ?? startPosition(options.paginator()), path);
  return walkOf(await run.finish(position ? broken?.entry : undefined));
}

/** A finished walk of this clock or tag whose pages are all in the store; a page that is not is fetched again. */
async function findFinished(
  context: WalkContext,
  identity: WalkIdentity,
  entries: readonly ChainEntry[],
): Promise<Chain | undefined> {
  const ours = stampOf(context.asOf);
  for (const entry of entries) {
    if (identity.tag === undefined && entry.stamp !== ours) continue;
    const chain = await readChain(context.files, entry);
    if (chain === 'damaged') context.log.warn('walk.damaged', { path: entry.path });
    else if (chain?.end && chain.end.status !== 'unknown' && (await heal(context, chain))) return chain;
  }
  return undefined;
}

/** Fetches pages again whose bytes were lost; false where the answer is another one now. */
async function heal({ store, get, log }: WalkContext, chain: Chain): Promise<boolean> {
  for (const { request, sha256 } of chain.pages) {
    if (await store.bodies.holds(sha256)) continue;
    log.warn('snapshot.healed', { sha256, path: request.path });
    const response = await get(request, {});
    if ((await store.bodies.put(response.body, 'gzip')) !== sha256) return false;
  }
  return true;
}

/** The newest walk not after this clock, where it was broken off not long ago, by a drift too. */
async function findBroken(
  { files, asOf, effects, log }: WalkContext,
  entries: readonly ChainEntry[],
): Promise<StoredChain | undefined> {
  const ours = stampOf(asOf);
  const entry = entries.find(({ stamp }) => stamp <= ours);
  if (entry === undefined) return undefined;
  const chain = await readChain(files, entry);
  if (chain === 'damaged') log.warn('walk.damaged', { path: entry.path });
  if (chain === 'damaged' || chain === undefined || (chain.end && !chain.end.drift)) return undefined;
  const begun = parseInstant(chain.header.begunAt);
  if (begun === undefined) return undefined;
  // The clock may have been set back since: a begin in the future is as far away as one in the past.
  const hours = Math.abs(effects.now() - begun) / 3_600_000_000;
  return hours <= RESUME_HOURS ? { entry, chain } : undefined;
}

/** One walk under way and the file that its chain is written to. */
class WalkRun {
  private readonly lines = startSha256();

  constructor(
    private readonly context: WalkContext,
    private readonly options: WalkOptions,
    private readonly header: ChainHeader,
    private readonly position: Position,
    private readonly path: string,
  ) {}

  /** Walks to the end. `replaces` is the chain that this one carries on, which goes when this one stands. */
  async finish(replaces: ChainEntry | undefined): Promise<Chain> {
    const { files } = this.context;
    const { header, position } = this;
    const text = formatHeader(header) + position.pages.map(formatPage).join('');
    await files.mkdir(dirname(this.path));
    await files.writeAtomic(this.path, text);
    this.lines.update(text);
    if (replaces) await files.remove(replaces.path);
    while (!isEnd(position.next)) await this.readOrEnd(position.next);
    await files.append(this.path, formatEnd(position.next, this.lines.digest()));
    return { header, pages: position.pages, end: position.next };
  }

  /** A drift that lasts is an answer too: it ends the chain, so that a replay meets it. */
  private async readOrEnd(request: UpstreamRequest): Promise<void> {
    try {
      await this.readPage(request);
    } catch (error) {
      if (!(error instanceof SchemaDriftError)) throw error;
      const { message: reason, field, detail } = error;
      const end = { status: 'unknown', reason, drift: { field, detail } } as const;
      await this.context.files.append(this.path, formatEnd(end, this.lines.digest()));
      throw error;
    }
  }

  private async readPage(request: UpstreamRequest): Promise<void> {
    const { context, position } = this;
    const { response, step } = await this.ask(request);
    const sha256 = await context.store.bodies.put(response.body, 'gzip');
    const {
      tag: _,
      request: __,
      ...answer
    } = context.store.describe(request, '', response, {
      sha256,
      bytes: response.body.length,
    });
    const cursorIn = position.pages.at(-1)?.cursorOut ?? null;
    const page: ChainPage = {
      request,
      cursorIn,
      cursorOut: step.cursorOut,
      count: step.count,
      sha256,
      answer,
    };
    const text = formatPage(page);
    await context.files.append(this.path, text);
    this.lines.update(text);
    advance(position, page, step);
    this.report();
  }

  /** A page that does not have the known shape spoils the paginator's state, so it starts again from the stored pages. */
  private async ask(request: UpstreamRequest) {
    const { context, options, position } = this;
    let step: PageStep | undefined;
    const response = await context.get(request, {
      check: async (body, headers) => {
        try {
          step = position.paginator.read(body, request, headers);
        } catch (error) {
          const fresh = await replayPages(options.paginator(), position.pages, context.store.bodies);
          if (fresh) position.paginator = fresh.paginator;
          throw error;
        }
      },
    });
    if (step === undefined) throw new TypeError('the page was not read');
    return { response, step };
  }

  /** Walks of one record each, whose names have a slash, are too many to be shown: their caller counts records. */
  private report(): void {
    const { source, name } = this.header;
    if (name.includes('/')) return;
    const done = this.position.pages.reduce((sum, page) => sum + page.count, 0);
    this.context.log.progress(`${source} ${name}`, done, this.options.total);
  }
}
