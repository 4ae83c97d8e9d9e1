import type { InstantMicros } from '../../common/time.js';
import type { SourceName } from '../types.js';
import { RateLimitedError, RefusedError, TransportError } from './errors.js';
import { excerpt, printable } from './excerpt.js';
import { announcedWaitMs, type Headers, isHtml } from './headers.js';
import { PROFILES } from './profiles.js';

/** An answer as it came, before it is known what it means. */
export interface Answer {
  source: SourceName;
  /** How messages name the request. */
  name: string;
  path: string;
  tokenSent: boolean;
  /** Whether it came from another host than the source's own, by a redirect. */
  foreign: boolean;
  status: number;
  headers: Headers;
  /** The body, or the start of it. */
  body: Uint8Array;
}

const TRANSIENT = new Set([408, 425]);

/** Returns where the status is wanted; else throws the error whose class says what happens next. */
export function judgeStatus(answer: Answer, wanted: readonly number[], now: InstantMicros): void {
  const { status, headers, body, name } = answer;
  const said = `${name}: answered ${status}${whatItSays(answer)}`;
  if (status === 403 && isHtml(headers, body)) {
    throw new RateLimitedError(
      said,
      announcedWaitMs(headers, now),
      'The page in front of the host blocks this client: wait some hours, lower --rate and --jobs, or use another network.',
    );
  }
  if (wanted.includes(status)) return;
  const waitMs = announcedWaitMs(headers, now);
  if (status === 429 || (status >= 500 && waitMs !== undefined)) throw new RateLimitedError(said, waitMs);
  // The address behind a redirect is signed and expires: the next attempt asks for a new one.
  const expired = answer.foreign && (status === 401 || status === 403);
  if (status >= 500 || TRANSIENT.has(status) || expired) throw new TransportError(said);
  throw new RefusedError(said, PROFILES[answer.source].remedy(answer), status);
}

function whatItSays({ headers, body }: Answer): string {
  const header = [headers['x-error-code'], headers['x-error-message']].filter(Boolean).join(': ');
  const text = excerpt(body);
  return `${header === '' ? '' : ` (${printable(header)})`}${text === '' ? '' : `: ${text}`}`;
}

/** TransportError where the body is not the JSON that was announced: an HTML page, a part of a document, nothing. */
export function judgeJson(answer: Answer): void {
  try {
    JSON.parse(Buffer.from(answer.body).toString('utf8'));
  } catch {
    const kind = isHtml(answer.headers, answer.body) ? 'an HTML page' : 'no whole JSON document';
    throw new TransportError(
      `${answer.name}: answered ${answer.status} with ${kind} (${answer.body.length} bytes): ${excerpt(answer.body)}`,
    );
  }
}
