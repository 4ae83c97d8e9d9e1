import { SITE_NOW } from './clock.js';
import type { PostPlan } from './plan.js';

/** An order of a listing: its key, its direction, and the posts that it leaves out. */
export interface Order {
  key(plan: PostPlan): number;
  descending: boolean;
  admits(plan: PostPlan): boolean;
}

const all = (): boolean => true;
const ORDERS: Readonly<Record<string, Omit<Order, 'descending'>>> = {
  published_at: { key: (plan) => plan.schedule.publishedAt, admits: all },
  open_time: { key: (plan) => plan.schedule.openAt, admits: all },
  vote_score: { key: (plan) => plan.votes, admits: all },
  comment_count: { key: (plan) => plan.comments, admits: all },
  forecasts_count: { key: (plan) => plan.forecasts, admits: all },
  forecasters_count: { key: (plan) => plan.forecasters, admits: all },
  hotness: { key: (plan) => plan.votes + plan.comments, admits: all },
  scheduled_close_time: { key: (plan) => plan.schedule.scheduledCloseAt, admits: all },
  // the site adds resolved=False here: ordering resolved posts this way gives none
  scheduled_resolve_time: {
    key: (plan) => plan.schedule.scheduledResolveAt,
    admits: (plan) => plan.state !== 'resolved',
  },
  cp_reveal_time: {
    key: (plan) => plan.schedule.revealAt,
    admits: (plan) => plan.schedule.revealAt > SITE_NOW,
  },
};
const DEFAULT: Omit<Order, 'descending'> = { key: (plan) => plan.schedule.createdAt, admits: all };

/** The order that a query asks for; an unknown one is dropped without a word for the newest first. */
export function readOrder(query: URLSearchParams): Order {
  const text = query.get('order_by') ?? '';
  const name = text.replace(/^-/, '');
  const known = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined;
  return known ? { ...known, descending: text.startsWith('-') } : { ...DEFAULT, descending: true };
}
