import { createHash } from 'node:crypto';
import { canonicalJson } from '../common/hash.js';
import { PostsPaginator } from './metaculus/posts-paginator.js';
import type { StoredResponse, Upstream, UpstreamRequest, WalkOptions } from './types.js';

/**
 * Single records asked for at the same time. At the allowed rate more would gain nothing, and each of them is asked for
 * again where a build is killed.
 */
export const RECORDS_AT_ONCE = 4;

/** Statuses that are answers where a record may be closed to the token, or gone. */
const MAY_BE_CLOSED = [403, 404];

/**
 * The walk over all resolved posts, of one tournament or project where given, with texts and the whole history of the
 * community prediction. By publishing time, ascending: posts that come in during the walk land behind it. There is no
 * filter by resolve time, and `order_by=scheduled_resolve_time` would leave out every resolved post.
 */
export function resolvedPostsWalk(project: string | undefined): WalkOptions {
  const query = [
    ['statuses', 'resolved'],
    ...(project === undefined ? [] : [['tournaments', project] as const]),
    ['order_by', 'published_at'],
    ['with_cp', 'true'],
    ['include_cp_history', 'true'],
    ['include_descriptions', 'true'],
  ] as const;
  return {
    name: 'posts',
    ...(project === undefined ? {} : { variant: `tournaments=${project}` }),
    paginator: () => new PostsPaginator(query),
  };
}

/** What the account of the token may see: `{api_access_tier, project_data_access}`. Asked anew under each tag. */
export function fetchAccess(upstream: Upstream, tag: string): Promise<StoredResponse> {
  const request: UpstreamRequest = {
    source: 'metaculus',
    path: '/api/users/me/',
    query: [['with_data_access', 'true']],
  };
  return upstream.fetch(request, { tag, answers: MAY_BE_CLOSED });
}

/**
 * A post with all its questions: the list shows the predictions of the first three members of a group only. 404 and 403
 * are answers. `listed` is the post as listed: while what matters in it stays the same, a stored detail is used again.
 */
export function fetchPost(upstream: Upstream, id: number, listed: unknown): Promise<StoredResponse> {
  const request: UpstreamRequest = {
    source: 'metaculus',
    path: `/api/posts/${id}/`,
    query: [['with_cp', 'true']],
  };
  return upstream.fetch(request, { tag: `post/${fingerprint(listed)}`, answers: MAY_BE_CLOSED });
}

/**
 * The history of a question with the CDF of every entry. 404 and 403 are answers: not allowed. The endpoint answers 400
 * to any field that it does not know. `state` is what the answer depends on.
 */
export function fetchAggregations(
  upstream: Upstream,
  question: { id: number; method: string },
  state: unknown,
): Promise<StoredResponse> {
  const request: UpstreamRequest = {
    source: 'metaculus',
    path: '/api/aggregation_explorer/',
    query: [
      ['question_id', String(question.id)],
      ['aggregation_methods', question.method],
    ],
  };
  return upstream.fetch(request, { tag: `aggregations/${fingerprint(state)}`, answers: MAY_BE_CLOSED });
}

/** A short hash of a JSON value, the same for the same content. */
function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 20);
}
