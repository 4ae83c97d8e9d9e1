import type { SourceName } from '../types.js';

/** One documented limit: at most `limit` requests in `seconds`, for the routes of a source that it covers. */
interface HostLimit {
  source: SourceName;
  name: string;
  covers(path: string): boolean;
  limit: number;
  seconds: number;
  /** `fixed` windows start again at their multiples, as the Hub's do; the others slide. */
  window: 'sliding' | 'fixed';
}

const all = (): boolean => true;
const below =
  (prefix: string) =>
  (path: string): boolean =>
    path === prefix || path.startsWith(`${prefix}/`);

/** The limits that the hosts publish, or that were observed where they publish none (Metaculus). */
const HOST_LIMITS: readonly HostLimit[] = [
  { source: 'metaculus', name: 'all', covers: all, limit: 8, seconds: 10, window: 'sliding' },
  { source: 'gamma', name: 'markets', covers: below('/markets'), limit: 300, seconds: 10, window: 'sliding' },
  { source: 'gamma', name: 'events', covers: below('/events'), limit: 500, seconds: 10, window: 'sliding' },
  { source: 'gamma', name: 'all', covers: all, limit: 4000, seconds: 10, window: 'sliding' },
  {
    source: 'clob',
    name: 'prices',
    covers: below('/prices-history'),
    limit: 1000,
    seconds: 10,
    window: 'sliding',
  },
  { source: 'clob', name: 'all', covers: all, limit: 9000, seconds: 10, window: 'sliding' },
  {
    source: 'data',
    name: 'v2 trades',
    covers: below('/v2/trades'),
    limit: 300,
    seconds: 10,
    window: 'sliding',
  },
  { source: 'data', name: 'v1 trades', covers: below('/trades'), limit: 200, seconds: 10, window: 'sliding' },
  { source: 'data', name: 'all', covers: all, limit: 800, seconds: 10, window: 'sliding' },
  { source: 'hf', name: 'api', covers: below('/api'), limit: 1000, seconds: 300, window: 'fixed' },
  {
    source: 'hf',
    name: 'files',
    covers: (path) => !below('/api')(path),
    limit: 5000,
    seconds: 300,
    window: 'fixed',
  },
];

/** Counts requests against the hosts' limits. */
export interface Limiter {
  /** Counts the request; whole seconds to wait where it exceeds a limit, else undefined. */
  admit(source: SourceName, path: string): number | undefined;
}

/** A limiter that knows the real hosts' limits; `nowMs` is its clock, in milliseconds. */
export function createLimiter(nowMs: () => number): Limiter {
  const taken = new Map<HostLimit, number[]>();
  return {
    admit(source, path) {
      const now = nowMs();
      const rules = HOST_LIMITS.filter((rule) => rule.source === source && rule.covers(path));
      const waits = rules.map((rule) => waitFor(rule, inWindow(rule, taken.get(rule) ?? [], now), now));
      const wait = Math.max(0, ...waits);
      if (wait > 0) return Math.ceil(wait / 1000);
      for (const rule of rules) taken.set(rule, [...inWindow(rule, taken.get(rule) ?? [], now), now]);
      return undefined;
    },
  };
}

function inWindow(rule: HostLimit, times: readonly number[], now: number): readonly number[] {
  const span = rule.seconds * 1000;
  const from = rule.window === 'fixed' ? Math.floor(now / span) * span : now - span + 1;
  const first = times.findIndex((time) => time >= from);
  return first < 0 ? [] : times.slice(first);
}

function waitFor(rule: HostLimit, times: readonly number[], now: number): number {
  if (times.length < rule.limit) return 0;
  const span = rule.seconds * 1000;
  const free = rule.window === 'fixed' ? (Math.floor(now / span) + 1) * span : (times[0] ?? now) + span;
  return free - now;
}
