import pRetry from 'p-retry';
import type { Effects } from '../../common/effects.js';
import { RateLimitedError, SchemaDriftError, TransportError, UnreachableError } from './errors.js';
import type { HttpLimits } from './limits.js';
import type { MonotonicClock } from './monotonic.js';
import type { Pacer, Turn } from './pacing.js';

/** What happens after a failed attempt. */
export type Decision =
  | { retry: false }
  | {
      retry: true;
      /** Whether the failure uses up one of the attempts. */
      counts: boolean;
      /** Milliseconds before the next attempt of this request. */
      delayMs: number;
      /** Milliseconds during which no request of the source is sent. */
      pauseMs: number;
    };

const BACKOFF = { firstMs: 200, factor: 2, maxMs: 5_000 };
const THROTTLED_BACKOFF = { firstMs: 300, factor: 3, maxMs: 15_000 };

/** Waits grow from try to try and are spread at random over their upper half, so that jobs do not return in step. */
function backoffMs(backoff: typeof BACKOFF, failures: number, random: number): number {
  const full = Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** (failures - 1));
  return full * (0.5 + random / 2);
}

/** Decides from the class of the error; keeps count for one request. */
export function createRetryPolicy(limits: HttpLimits, random: () => number) {
  let failures = 0;
  let pauses = 0;
  let drifts = 0;
  /** `spentMs`: time since the first attempt without the pauses that the host asked for. */
  return (error: unknown, spentMs: number): Decision => {
    if (error instanceof RateLimitedError && error.waitMs !== undefined) {
      if (error.waitMs > limits.maxPauseMs) return { retry: false };
      pauses += 1;
      if (pauses <= limits.freePauses) return pause(error.waitMs, false);
    }
    failures += 1;
    if (failures >= limits.minAttempts && spentMs >= limits.budgetMs) return { retry: false };
    if (error instanceof RateLimitedError) {
      return pause(error.waitMs ?? backoffMs(THROTTLED_BACKOFF, failures, random()), true);
    }
    if (error instanceof SchemaDriftError) drifts += 1;
    const passing = error instanceof TransportError || error instanceof SchemaDriftError;
    if (!passing || drifts >= limits.driftAttempts) return { retry: false };
    return { retry: true, counts: true, delayMs: backoffMs(BACKOFF, failures, random()), pauseMs: 0 };
  };
}

function pause(pauseMs: number, counts: boolean): Decision {
  return { retry: true, counts, delayMs: 0, pauseMs };
}

/** What the attempts of one request share with the other requests of their source. */
export interface RetryContext {
  name: string;
  limits: HttpLimits;
  effects: Effects;
  clock: MonotonicClock;
  pacer: Pacer;
  signal: AbortSignal | undefined;
  onRetry(error: Error, decision: Decision & { retry: true }): void;
}

/**
 * Runs attempts until one succeeds. `attempt` reports each turn that it took, so that pauses are not held against it.
 * A last error that further attempts might have mended becomes UnreachableError; every other one passes unchanged.
 */
export async function withRetries<T>(
  attempt: (tookTurn: (turn: Turn) => void) => Promise<T>,
  context: RetryContext,
): Promise<T> {
  const { limits, effects, clock, signal } = context;
  const decide = createRetryPolicy(limits, effects.random);
  const started = clock.now();
  let pausedMs = 0;
  let made = 0;
  let decision: Decision = { retry: false };
  const run = (): Promise<T> => {
    made += 1;
    return attempt((turn) => {
      pausedMs += turn.pausedMs;
    });
  };
  try {
    return await pRetry(run, {
      retries: limits.attempts - 1,
      minTimeout: 0,
      maxTimeout: 0,
      ...(signal ? { signal } : {}),
      onFailedAttempt: ({ error }) => {
        decision = decide(error, clock.now() - started - pausedMs);
      },
      shouldConsumeRetry: () => !decision.retry || decision.counts,
      shouldRetry: async ({ error }) => {
        if (!decision.retry) return false;
        context.onRetry(error, decision);
        context.pacer.pause(decision.pauseMs);
        await clock.sleepUntil(clock.now() + decision.delayMs, signal);
        return true;
      },
    });
  } catch (error) {
    if (!(error instanceof TransportError || error instanceof RateLimitedError)) throw error;
    const seconds = Math.round((clock.now() - started) / 1000);
    throw new UnreachableError(
      `gave up after ${made} attempts in ${seconds} s: ${error.message}`,
      error.remedy,
    );
  }
}
