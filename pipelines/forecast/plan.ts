import type { PlanEstimate } from '../dataset.js';
import type { ForecastContext } from './assess.js';
import { lastSummary } from './store.js';

/** Posts on a page beyond the one that joins it to the page before. */
const POSTS_A_PAGE = 99;
/** The account request, and the pages that show the end of the list. */
const FIXED_REQUESTS = 3;
/** Growth of the list since the last walk that is allowed for. */
const GROWTH = 1.1;
/** Bytes of a post with its history: a new one, and one with a full history of 400 entries. */
const POST_BYTES = [5_000, 120_000] as const;
/** Resolved posts that Metaculus has, roughly, where no walk tells. */
const UNKNOWN_POSTS = [5_000, 25_000] as const;

/** What a build would ask Metaculus for, from the last walk where there is one. */
export async function planForecast(context: ForecastContext): Promise<readonly PlanEstimate[]> {
  const last = await lastSummary(context);
  if (last === undefined)
    return [estimate(UNKNOWN_POSTS, [0, 3_000], 'no walk yet: the size of the site, roughly')];
  const posts = [last.posts, Math.ceil(last.posts * GROWTH)] as const;
  // Unchanged groups are not asked for again.
  const extra = [0, Math.ceil(last.groups * GROWTH)] as const;
  return [estimate(posts, extra, `the last walk: ${last.posts} posts, ${last.groups} of them groups`)];
}

type Range = readonly [low: number, high: number];

function estimate(posts: Range, extra: Range, basis: string): PlanEstimate {
  const pages = ([low, high]: Range): Range => [
    Math.ceil(low / POSTS_A_PAGE),
    Math.ceil(high / POSTS_A_PAGE),
  ];
  const [few, many] = pages(posts);
  return {
    source: 'metaculus',
    requests: [few + FIXED_REQUESTS + extra[0], many + FIXED_REQUESTS + extra[1]],
    bytes: [posts[0] * POST_BYTES[0], (posts[1] + extra[1]) * POST_BYTES[1]],
    basis,
  };
}
