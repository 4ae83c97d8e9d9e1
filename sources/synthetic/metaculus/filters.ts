import { parseInstant } from '../../../common/time.js';
import type { SyntheticResponse } from '../part.js';
import { authorOf, type PostPlan } from './plan.js';
import { CATEGORIES, TOURNAMENTS } from './projects.js';
import { denied, invalid } from './replies.js';
import { isTrue, list } from './switches.js';

/** A query refused, or the test that its filters make. */
export type Filter = { refused: SyntheticResponse } | { test(plan: PostPlan): boolean };

const CURATION = ['draft', 'pending', 'rejected', 'approved', 'deleted'];
const STATUSES = ['upcoming', 'open', 'closed', 'resolved', 'pending_resolution', ...CURATION];
const TYPES = [
  'binary',
  'numeric',
  'date',
  'discrete',
  'multiple_choice',
  'conditional',
  'group_of_questions',
  'notebook',
];
const OWN_ACCOUNT_ID = '1';
const DATE_FIELDS = {
  open_time: (plan: PostPlan) => plan.schedule.openAt,
  published_at: (plan: PostPlan) => plan.schedule.publishedAt,
  scheduled_close_time: (plan: PostPlan) => plan.schedule.scheduledCloseAt,
  scheduled_resolve_time: (plan: PostPlan) => plan.schedule.scheduledResolveAt,
};
const COMPARISONS = {
  gt: (a: number, b: number) => a > b,
  gte: (a: number, b: number) => a >= b,
  lt: (a: number, b: number) => a < b,
  lte: (a: number, b: number) => a <= b,
};

/**
 * The filters of a listing. Statuses, types, slugs and dates are checked; a parameter that the site does not know is
 * ignored without a word, as the site does.
 */
export function readFilter(query: URLSearchParams, titleOf: (plan: PostPlan) => string): Filter {
  const checks: readonly Filter[] = [
    ...[...query.entries()].map(([name, value]) => dateFilter(name, value)),
    personalFilter(query),
    choiceFilter(query.getAll('statuses').filter(Boolean), 'statuses', STATUSES, hasStatus),
    choiceFilter(list(query, 'forecast_type'), 'forecast_type', TYPES, (plan, type) => plan.kind === type),
    slugFilter(query, 'categories', CATEGORIES, (plan) => plan.categories),
    slugFilter(query, 'tournaments', TOURNAMENTS, (plan) => (plan.tournament ? [plan.tournament] : [])),
    ...['topic', 'community', 'leaderboard_tags'].map((name) => slugFilter(query, name, [], () => [])),
    ...plainFilters(query, titleOf),
  ];
  const tests: ((plan: PostPlan) => boolean)[] = [];
  for (const check of checks) {
    if ('refused' in check) return check;
    tests.push(check.test);
  }
  return { test: (plan) => tests.every((test) => test(plan)) };
}

const everything: Filter = { test: () => true };

/** `resolved` means that at least one question of the post has a resolution. */
function hasStatus(plan: PostPlan, status: string): boolean {
  if (CURATION.includes(status)) return status === 'approved';
  if (plan.kind === 'notebook') return status === 'open';
  return status === 'pending_resolution' ? plan.state === 'closed' : plan.state === status;
}

function choiceFilter(
  wanted: readonly string[],
  name: string,
  known: readonly string[],
  holds: (plan: PostPlan, value: string) => boolean,
): Filter {
  const at = wanted.findIndex((value) => !known.includes(value));
  if (at >= 0) return { refused: invalid({ [name]: { [at]: [`"${wanted[at]}" is not a valid choice.`] } }) };
  return wanted.length === 0 ? everything : { test: (plan) => wanted.some((value) => holds(plan, value)) };
}

function slugFilter(
  query: URLSearchParams,
  name: string,
  known: readonly { id: number; slug: string }[],
  of: (plan: PostPlan) => readonly { id: number; slug: string }[],
): Filter {
  const wanted = query.getAll(name).filter(Boolean);
  const matches = (one: { id: number; slug: string }, text: string): boolean =>
    one.slug === text || String(one.id) === text;
  const unknown = wanted.find((text) => !known.some((one) => matches(one, text)));
  if (unknown !== undefined) return { refused: invalid({ [name]: [`Slug ${unknown} does not exist`] }) };
  if (wanted.length === 0) return everything;
  return { test: (plan) => of(plan).some((one) => wanted.some((text) => matches(one, text))) };
}

function dateFilter(name: string, value: string): Filter {
  const [field, comparison] = name.split('__');
  const read = Object.entries(DATE_FIELDS).find(([known]) => known === field)?.[1];
  const compare = Object.entries(COMPARISONS).find(([known]) => known === comparison)?.[1];
  if (!read || comparison === undefined || value === '') return everything;
  if (!compare) return { refused: invalid({ [name]: ['Not a valid field key lookup'] }) };
  const limit = parseInstant(value);
  if (limit === undefined) return { refused: invalid({ [name]: ['Enter a valid date/time.'] }) };
  return { test: (plan) => compare(read(plan), limit) };
}

/** Filters by account answer for one's own account only, and that account has predicted and followed nothing. */
function personalFilter(query: URLSearchParams): Filter {
  if (isTrue(query.get('is_staff'))) return { refused: denied() };
  const accounts = ['forecaster_id', 'commented_by', 'not_forecaster_id'].flatMap((name) =>
    query.getAll(name),
  );
  if (accounts.some((id) => id !== OWN_ACCOUNT_ID)) return { refused: denied() };
  const own = ['forecaster_id', 'commented_by', 'upvoted_by'].some((name) => query.has(name));
  const none = own || ['following', 'withdrawn'].some((name) => isTrue(query.get(name)));
  return none || (query.get('access') ?? 'public') !== 'public' ? { test: () => false } : everything;
}

function plainFilters(query: URLSearchParams, titleOf: (plan: PostPlan) => string): Filter[] {
  const ids = new Set(query.getAll('ids').filter(Boolean));
  const words = query.get('search')?.toLowerCase();
  const authors = query.getAll('usernames').filter(Boolean);
  const home = query.get('default_project_id');
  return [
    ids.size === 0 ? everything : { test: (plan) => ids.has(String(plan.id)) },
    words ? { test: (plan) => titleOf(plan).toLowerCase().includes(words) } : everything,
    authors.length === 0 ? everything : { test: (plan) => authors.includes(authorOf(plan)) },
    home ? { test: (plan) => String(plan.tournament?.id ?? 144) === home } : everything,
  ];
}
