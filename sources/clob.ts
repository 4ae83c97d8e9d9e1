import { SECONDS_PER_DAY } from '../common/time.js';
import { type PricePoint, priceHistory } from '../schemas/wire/clob.js';
import { SchemaDriftError } from './http/errors.js';
import type { Upstream } from './types.js';

/** Midnights that fit into one request: the host refuses windows above 15 days at any fidelity. */
const MIDNIGHTS_PER_WINDOW = 15;

/** Minutes between samples; the host then answers those of 00:00 UTC. */
const DAILY_FIDELITY = '1440';

/** A stretch of Unix seconds, both ends included, of less than 15 days. */
export interface PriceWindow {
  start: number;
  end: number;
  /** The midnights inside, as days since 1970-01-01. */
  firstDay: number;
  lastDay: number;
}

/**
 * The windows that cover the samples of the days' midnights and of `tolerance` seconds (below a day) after each. They
 * start anew every 15 days from the first day on, so that the same market always asks the same questions.
 */
export function priceWindows(firstDay: number, lastDay: number, tolerance: number): PriceWindow[] {
  const windows: PriceWindow[] = [];
  for (let first = firstDay; first <= lastDay; first += MIDNIGHTS_PER_WINDOW) {
    const last = Math.min(first + MIDNIGHTS_PER_WINDOW - 1, lastDay);
    windows.push({
      start: first * SECONDS_PER_DAY,
      end: last * SECONDS_PER_DAY + tolerance,
      firstDay: first,
      lastDay: last,
    });
  }
  return windows;
}

/** The samples of one token in one window, and the answer they stand in. */
export interface PriceAnswer {
  points: PricePoint[];
  sha256: string;
  bytes: number;
}

/**
 * Daily samples of a token. An empty answer is none: the host answers so for unknown tokens and for days that its
 * sampler missed, and the caller treats it as a gap, never as a price of 0.
 * SchemaDriftError where the answer has another shape or a price is no finite number.
 */
export async function fetchPrices(
  upstream: Upstream,
  token: string,
  window: PriceWindow,
  tag: string,
): Promise<PriceAnswer> {
  const stored = await upstream.fetch(
    {
      source: 'clob',
      path: '/prices-history',
      query: [
        ['market', token],
        ['startTs', String(window.start)],
        ['endTs', String(window.end)],
        ['fidelity', DAILY_FIDELITY],
      ],
    },
    { tag, check: parsePrices },
  );
  return {
    points: parsePrices(await upstream.body(stored.sha256)),
    sha256: stored.sha256,
    bytes: stored.bytes,
  };
}

function parsePrices(body: Uint8Array): PricePoint[] {
  const parsed = priceHistory.safeParse(JSON.parse(Buffer.from(body).toString()));
  if (parsed.success) return parsed.data.history;
  const issue = parsed.error.issues[0];
  throw new SchemaDriftError('clob', issue?.path.join('.') || 'body', `${issue?.message}`);
}
