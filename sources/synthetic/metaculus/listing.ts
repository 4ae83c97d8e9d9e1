import type { SyntheticRequest, SyntheticResponse } from '../part.js';
import { drifted } from './drift.js';
import { readFilter } from './filters.js';
import { type Order, readOrder } from './order.js';
import type { PostPlan } from './plan.js';
import { makePost } from './posts.js';
import { json } from './replies.js';
import { countOf, switchOf } from './switches.js';
import { type PostView, wirePost } from './wire-post.js';
import type { World } from './world.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const GROUP_CUTOFF = 3;
/** Rows of the next page that a repeated page brings early. */
const REPEATED_ROWS = 3;

/** Who asks, in which language. */
export type Reader = Pick<PostView, 'restricted' | 'language'>;

/** Answers GET /api/posts/. Sorted listings are kept for the queries that came last, since paging repeats them. */
export class PostListing {
  private readonly sorted = new Map<string, { plans: readonly PostPlan[]; order: Order }>();

  /** @param linkOrigin scheme and host of the links between pages; those that the client used where absent */
  constructor(
    private readonly world: World,
    private readonly linkOrigin?: string,
  ) {}

  answer(request: SyntheticRequest, reader: Reader): SyntheticResponse {
    const found = this.find(request.query);
    if ('status' in found) return found;
    const limit = Math.min(countOf(request.query, 'limit', DEFAULT_LIMIT) || DEFAULT_LIMIT, MAX_LIMIT);
    const offset = countOf(request.query, 'offset', 0);
    const page = cutPage(found.plans, offset, limit, found.order, request.fault);
    const view = listView(request.query, reader);
    const withPredictions = view.predictions !== 'none' && !reader.restricted;
    const results = page.map((plan) => wirePost(plan, makePost(this.world, plan, withPredictions), view));
    const linked = { ...request, origin: this.linkOrigin ?? request.origin };
    const body = {
      next: pageUrl(linked, offset + limit, limit),
      previous: offset > 0 ? pageUrl(linked, Math.max(0, offset - limit), limit) : null,
      results,
    };
    return json(200, request.fault === 'drift' ? drifted(body, String(request.query)) : body);
  }

  private find(query: URLSearchParams): { plans: readonly PostPlan[]; order: Order } | SyntheticResponse {
    const filter = readFilter(query, (plan) => makePost(this.world, plan, false).title);
    if ('refused' in filter) return filter.refused;
    const key = withoutPaging(query);
    const known = this.sorted.get(key);
    if (known) return known;
    const order = readOrder(query);
    const chosen = this.world.plans.filter((plan) => order.admits(plan) && filter.test(plan));
    const found = { plans: listedAgain(sortedBy(chosen, order)), order };
    if (this.sorted.size >= 4) this.sorted.clear();
    this.sorted.set(key, found);
    return found;
  }
}

function sortedBy(plans: readonly PostPlan[], { key, descending }: Order): PostPlan[] {
  const sign = descending ? -1 : 1;
  return [...plans].sort((a, b) => sign * (key(a) - key(b)) || a.index - b.index);
}

/** Adds the posts that stand in the listing twice. */
function listedAgain(plans: readonly PostPlan[]): PostPlan[] {
  const out = [...plans];
  for (const plan of plans) {
    const after = plan.planted?.trap.listedAgainAfter;
    if (after !== undefined) out.splice(out.indexOf(plan) + after, 0, plan);
  }
  return out;
}

/**
 * The rows of a page. A repeated page also holds the first rows of the next one, a shifted page has rows that tie in
 * reverse: whoever goes on by the limit, by `next` or by the rows received misses none.
 */
function cutPage(
  plans: readonly PostPlan[],
  offset: number,
  limit: number,
  { key }: Order,
  fault: SyntheticRequest['fault'],
): PostPlan[] {
  const page = plans.slice(offset, offset + limit + (fault === 'repeat' ? REPEATED_ROWS : 0));
  if (fault !== 'shift') return page;
  const runs: PostPlan[][] = [];
  for (const plan of page) {
    const run = runs.at(-1);
    if (run?.[0] && key(run[0]) === key(plan)) run.unshift(plan);
    else runs.push([plan]);
  }
  return runs.flat();
}

function listView(query: URLSearchParams, reader: Reader): PostView {
  const predictions = switchOf(query, 'include_cp_history', false) ? 'history' : 'newest';
  return {
    ...reader,
    predictions: switchOf(query, 'with_cp', false) ? predictions : 'none',
    descriptions: switchOf(query, 'include_descriptions', true),
    groupCutoff: Math.min(GROUP_CUTOFF, countOf(query, 'group_cutoff', GROUP_CUTOFF) || GROUP_CUTOFF),
  };
}

/** A link to another page. The site never counts its posts, so there is always a next page. */
function pageUrl({ origin, query }: SyntheticRequest, offset: number, limit: number): string {
  const next = new URLSearchParams(query);
  next.set('limit', String(limit));
  if (offset > 0) next.set('offset', String(offset));
  else next.delete('offset');
  return `${origin}/metaculus/api/posts/?${next}`;
}

function withoutPaging(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete('limit');
  rest.delete('offset');
  return String(rest);
}
