import type { InstantMicros } from '../../common/time.js';

/** Lower-case names; several values of one name are joined by a comma. */
export type Headers = Readonly<Record<string, string>>;

/**
 * The headers worth keeping. A list of what to keep, as hosts invent new ones: cookies, authorization material and
 * signed, expiring addresses (`location`) must not reach a file.
 */
const KEPT = new Set([
  'accept-ranges',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-error-code',
  'x-error-message',
  'x-linked-etag',
  'x-linked-size',
  'x-repo-commit',
]);

/** The headers of a response that may be stored. */
export function keptHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT.has(name)));
}

/** Joins Node's header values. */
export function plainHeaders(headers: Record<string, string | string[] | undefined>): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}

/**
 * Milliseconds that a response asks to wait: the Hub's `RateLimit: "api";r=0;t=55` (t seconds to the reset, and one for
 * its rounding), else Retry-After in seconds or as an HTTP date. Undefined where none is given or readable.
 */
export function announcedWaitMs(headers: Headers, now: InstantMicros): number | undefined {
  const reset = /(?:^|[;,\s])t=(\d{1,9})/.exec(headers.ratelimit ?? '');
  if (reset) return (Number(reset[1]) + 1) * 1000;
  const text = headers['retry-after']?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now / 1000);
}

/** Whether a body is an HTML page, by its announced type or its first characters. */
export function isHtml(headers: Headers, body: Uint8Array): boolean {
  if (/^\s*text\/html\b/i.test(headers['content-type'] ?? '')) return true;
  const start = Buffer.from(body.subarray(0, 64)).toString('latin1').trimStart().toLowerCase();
  return start.startsWith('<!doctype html') || start.startsWith('<html');
}
