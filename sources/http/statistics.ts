import type { Rate, Turn } from './pacing.js';

/** What a source cost so far, for the run record. */
export interface SourceStatistics {
  /** Requests sent, retries and redirects included. */
  requests: number;
  /** Attempts that were made again. */
  retries: number;
  /** Bytes of bodies received, decoded. */
  bytes: number;
  /** Milliseconds that requests waited for their turn, summed over all of them. */
  waitedMs: number;
  /** The part of it that the host asked for. */
  pausedMs: number;
  /** Requests per second between the first and the last one; null below two requests. */
  achievedPerSecond: number | null;
  /** The rate that was allowed, in requests per second. */
  allowedPerSecond: number;
}

/** Counts what one source costs. */
export class StatisticsCounter {
  requests = 0;
  retries = 0;
  bytes = 0;
  private waitedMs = 0;
  private pausedMs = 0;
  private firstAt: number | undefined;
  private lastAt = 0;

  constructor(private readonly rate: Rate) {}

  /** A request is sent, `now` in milliseconds of a monotonic clock. */
  sent(turn: Turn, now: number): void {
    this.requests += 1;
    this.waitedMs += turn.waitedMs;
    this.pausedMs += turn.pausedMs;
    this.firstAt ??= now;
    this.lastAt = now;
  }

  snapshot(): SourceStatistics {
    const { requests, retries, bytes, waitedMs, pausedMs, rate } = this;
    const spanMs = this.firstAt === undefined ? 0 : this.lastAt - this.firstAt;
    return {
      requests,
      retries,
      bytes,
      waitedMs: Math.round(waitedMs),
      pausedMs: Math.round(pausedMs),
      achievedPerSecond: spanMs > 0 ? ((requests - 1) * 1000) / spanMs : null,
      allowedPerSecond: rate.requests / rate.seconds,
    };
  }
}
