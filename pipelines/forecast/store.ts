import { join } from 'node:path';
import { z } from 'zod';
import { sha256OfJson } from '../../common/hash.js';
import { compareDatasetIds } from '../../common/order.js';
import { type NormalizedQuestion, normalizedTable } from '../../schemas/forecast.js';
import type { Row } from '../../schemas/table.js';
import { storedRequest } from '../../sources/snapshots/record.js';
import type { Walk } from '../../sources/types.js';
import { walkHash } from '../../sources/upstream.js';
import type { BuildContext } from '../dataset.js';
import { readNormalized, writeNormalized } from '../io/normalized.js';
import { DriftMonitor, driftCounts, refuseDrift } from './drift.js';
import { NORMALIZER_VERSION, normalizePost } from './normalize.js';
import type { ForecastParameters } from './parameters.js';
import { postsOf, type RawPost } from './posts.js';

const summary = z.strictObject({
  asOf: z.int(),
  drift: driftCounts,
  posts: z.int(),
  groups: z.int(),
  /** Answers about groups that the records were read from, beside the pages of the walk. */
  details: z.array(z.strictObject({ request: storedRequest, tag: z.string() })),
});
export type StoreSummary = z.infer<typeof summary>;

/** The candidates of one walk on disk, in the order of their ids. */
export interface CandidateStore {
  summary: StoreSummary;
  /** May be read any number of times. */
  read(): AsyncIterable<NormalizedQuestion>;
  /** Removes the stores of other walks and clocks; for a build, which alone holds the lock. */
  prune(): Promise<void>;
}

type Context = BuildContext<ForecastParameters>;

/** Order of the ledgers: by kind of id, then numerically. */
export function byCandidateId(a: Row, b: Row): number {
  return compareDatasetIds(String(a.candidate_id), String(b.candidate_id));
}

/**
 * Normalizes the posts of a walk into Arrow files, in bounded memory; a store of the same pages, clock and normalizer
 * is used again, so that a changed parameter does not read the JSON again. SchemaDriftError where too much of the walk
 * does not parse.
 */
export async function candidateStore(context: Context, walk: Walk): Promise<CandidateStore> {
  const { files, normalizedDir } = context;
  const key = sha256OfJson([NORMALIZER_VERSION, context.asOf, walkHash(walk)]).slice(0, 20);
  const dir = join(normalizedDir, key);
  const done = join(dir, 'summary.json');
  if (!(await files.exists(done))) await write(context, walk, dir, done);
  const stored = summary.parse(JSON.parse((await files.read(done)).toString('utf8')));
  for (const detail of stored.details) context.restsOn?.(detail);
  refuseDrift(stored.drift);
  return {
    summary: stored,
    read: () =>
      readNormalized(files, dir, normalizedTable, byCandidateId) as AsyncIterable<NormalizedQuestion>,
    prune: async () => {
      for (const name of await files.list(normalizedDir))
        if (name !== key) await files.remove(join(normalizedDir, name));
    },
  };
}

/** What the newest walk held; undefined where none is stored in the form that this program writes. */
export async function lastSummary({ files, normalizedDir }: Context): Promise<StoreSummary | undefined> {
  let newest: StoreSummary | undefined;
  for (const name of await files.list(normalizedDir)) {
    const path = join(normalizedDir, name, 'summary.json');
    if (!(await files.exists(path))) continue;
    const stored = summary.safeParse(JSON.parse((await files.read(path)).toString('utf8'))).data;
    if (stored !== undefined && (newest === undefined || stored.asOf > newest.asOf)) newest = stored;
  }
  return newest;
}

async function write(context: Context, walk: Walk, dir: string, done: string): Promise<void> {
  const reading = new Reading(context, walk);
  await writeNormalized(context.files, dir, normalizedTable, reading.records(), byCandidateId);
  const { posts, groups, drift, details } = reading;
  const stored: StoreSummary = { asOf: context.asOf, drift: drift.counts, posts, groups, details };
  await context.files.writeAtomic(done, JSON.stringify(stored));
}

/** One pass over the posts of a walk, which counts as it goes. */
class Reading {
  readonly drift = new DriftMonitor();
  posts = 0;
  groups = 0;
  readonly details: StoreSummary['details'] = [];
  readonly #context: Context;
  readonly #walk: Walk;
  readonly #ids = new Set<string>();

  constructor(context: Context, walk: Walk) {
    this.#context = context;
    this.#walk = walk;
  }

  async *records(): AsyncGenerator<NormalizedQuestion> {
    const { upstream, log, asOf } = this.#context;
    const listed = this.#walk.pages.reduce((sum, { count }) => sum + count, 0);
    for await (const raw of postsOf(upstream, this.#walk)) {
      this.posts += 1;
      if (raw.place.pointer === '') this.groups += 1;
      if (raw.detail) this.details.push({ request: raw.detail.request, tag: raw.detail.tag });
      for (const record of this.#fresh(raw, asOf)) yield record;
      if (this.posts % 100 === 0) log.progress('normalize', this.posts, listed);
    }
  }

  /** The candidates of a post that did not come before under another post. */
  #fresh({ post, place }: RawPost, asOf: number): NormalizedQuestion[] {
    const fresh = normalizePost(post, place, asOf).filter(({ candidate_id: id }) => !this.#ids.has(id));
    for (const record of fresh) {
      this.#ids.add(record.candidate_id);
      this.drift.add(record);
    }
    return fresh;
  }
}
