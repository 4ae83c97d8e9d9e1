import { mapConcurrently } from '../../common/concurrent.js';
import { groupState } from '../../sources/metaculus/listed-group.js';
import { resultsOf } from '../../sources/metaculus/posts-paginator.js';
import { fetchPost, RECORDS_AT_ONCE } from '../../sources/metaculus.js';
import type { StoredResponse, Upstream, Walk } from '../../sources/types.js';
import { isObject } from './entries.js';
import type { Place } from './normalize.js';

/** A post, unchecked, and where it stands. */
export interface RawPost {
  post: unknown;
  place: Place;
  /** The answer about the group's detail, where it was asked for, whatever it said. */
  detail?: StoredResponse;
}

/**
 * The posts of a walk, each once, in the order of the list; groups as their detail shows them, because the list hides
 * the predictions of all members but the first three.
 */
export async function* postsOf(upstream: Upstream, walk: Walk): AsyncGenerator<RawPost> {
  const seen = new Set<number>();
  for (const page of walk.pages) {
    const results = resultsOf(await upstream.body(page.sha256));
    const listed = results
      .map((post, index) => ({ post, place: { sha256: page.sha256, pointer: `/results/${index}` } }))
      .filter(({ post }) => isNew(post, seen));
    const detailed = mapConcurrently(listed, RECORDS_AT_ONCE, async (raw) => ({
      raw,
      detail: await detailOf(upstream, raw.post),
    }));
    for await (const { raw, detail } of detailed) yield await whole(upstream, raw, detail);
  }
}

function isNew(post: unknown, seen: Set<number>): boolean {
  const id = isObject(post) ? post.id : undefined;
  if (typeof id !== 'number') return true;
  return !seen.has(id) && seen.add(id) !== undefined;
}

/** The stored detail of a listed group; undefined for any other post. */
async function detailOf(upstream: Upstream, post: unknown): Promise<StoredResponse | undefined> {
  const state = groupState(post);
  const id = isObject(post) ? post.id : undefined;
  return state === undefined || !Number.isSafeInteger(id)
    ? undefined
    : fetchPost(upstream, Number(id), state);
}

/** The detail where there is one that may be seen, else the post as listed. */
async function whole(upstream: Upstream, raw: RawPost, detail: StoredResponse | undefined): Promise<RawPost> {
  if (detail === undefined) return raw;
  if (detail.status !== 200) return { ...raw, detail };
  return {
    post: await jsonOf(upstream, detail.sha256),
    place: { sha256: detail.sha256, pointer: '' },
    detail,
  };
}

/** The JSON of a stored body. */
export async function jsonOf(upstream: Upstream, sha256: string): Promise<unknown> {
  return JSON.parse(Buffer.from(await upstream.body(sha256)).toString('utf8'));
}
