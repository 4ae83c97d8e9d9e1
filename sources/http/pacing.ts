import { UsageError } from '../../common/errors.js';
import type { SourceName } from '../types.js';
import type { MonotonicClock } from './monotonic.js';

/** At most `requests` requests, retries and redirects included, in any window of `seconds` seconds. */
export interface Rate {
  /** Whole, 1 to 100,000. */
  requests: number;
  /** Above 0, at most 86,400. */
  seconds: number;
}

/** Rates that stay at about half of what the hosts publish or were seen to bear. */
export const DEFAULT_RATES: Readonly<Record<SourceName, Rate>> = {
  metaculus: { requests: 5, seconds: 10 },
  gamma: { requests: 150, seconds: 10 },
  clob: { requests: 500, seconds: 10 },
  data: { requests: 150, seconds: 10 },
  hf: { requests: 1000, seconds: 300 },
};

/** Reads `N/SECONDS`, for example `5/10`; UsageError where it is no such rate. */
export function parseRate(text: string): Rate {
  const match = /^(\d{1,6})\/(\d{1,5}(?:\.\d{1,3})?)$/.exec(text.trim());
  const rate = { requests: Number(match?.[1]), seconds: Number(match?.[2]) };
  const valid = rate.requests >= 1 && rate.requests <= 100_000 && rate.seconds > 0 && rate.seconds <= 86_400;
  if (match && valid) return rate;
  throw new UsageError(
    `rate ${JSON.stringify(text)}: expected N/SECONDS`,
    'Write for example 5/10: at most 5 requests in any 10 seconds; N is 1 to 100000, SECONDS at most 86400.',
  );
}

/** How long a request had to wait for its turn, in milliseconds. */
export interface Turn {
  waitedMs: number;
  /** The part of it that the host asked for by a pause. */
  pausedMs: number;
}

/** Hands out the turns of one source, first come, first served. */
export interface Pacer {
  /** Resolves when the next request may be sent, which must then be sent at once; rejects when aborted. */
  take(signal?: AbortSignal): Promise<Turn>;
  /** No turn before this many milliseconds have passed; the longest of several pauses holds. */
  pause(milliseconds: number): void;
}

/** A pacer that keeps to the rate however the requests come. */
export function createPacer(rate: Rate, clock: MonotonicClock): Pacer {
  const schedule = createSchedule(rate);
  let pausedUntil = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const turn = async (arrived: number, signal?: AbortSignal): Promise<Turn> => {
    for (;;) {
      signal?.throwIfAborted();
      const now = clock.now();
      const slot = Math.max(pausedUntil, schedule.earliest());
      if (slot <= now) {
        schedule.record(now);
        const waitedMs = now - arrived;
        return { waitedMs, pausedMs: Math.min(waitedMs, Math.max(0, pausedUntil - arrived)) };
      }
      await clock.sleepUntil(slot, signal);
    }
  };

  return {
    take(signal) {
      const arrived = clock.now();
      const mine = queue.then(() => turn(arrived, signal));
      queue = mine.catch(() => undefined);
      return mine;
    },
    pause(milliseconds) {
      pausedUntil = Math.max(pausedUntil, clock.now() + milliseconds);
    },
  };
}

/** Part of the allowed rate that is used: requests reach the host a little later or sooner than they left here. */
const USED_SHARE = 0.93;
/** Turns that came late (timers, a busy process) are made up for in bursts of at most this many milliseconds. */
const MAX_CATCH_UP_MS = 50;

/**
 * Two conditions on the times of turns: N + 1 turns in a row never fall into one stretched window, whatever happened
 * before, and turns are spread evenly over it, as hosts count in windows of their own, shorter than the published one.
 */
function createSchedule(rate: Rate): { earliest(): number; record(now: number): void } {
  const windowMs = (rate.seconds * 1000) / USED_SHARE;
  const spacingMs = windowMs / rate.requests;
  const catchUpMs = Math.min(windowMs / 10, MAX_CATCH_UP_MS);
  const sent = new Float64Array(rate.requests).fill(Number.NEGATIVE_INFINITY);
  let count = 0;
  let due = Number.NEGATIVE_INFINITY;
  return {
    earliest: () => Math.max(due - catchUpMs, (sent[count % rate.requests] ?? 0) + windowMs),
    record(now) {
      sent[count % rate.requests] = now;
      count += 1;
      due = Math.max(due, now) + spacingMs;
    },
  };
}
