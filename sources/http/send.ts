import type { UpstreamRequest } from '../types.js';
import { urlOf } from './base-url.js';
import { nameOf, RefusedError } from './errors.js';
import type { Headers } from './headers.js';
import type { Answer } from './judge.js';
import type { HttpLimits } from './limits.js';
import type { Turn } from './pacing.js';
import { PROFILES } from './profiles.js';
import { redirectTarget } from './redirects.js';
import { type OpenAnswer, transfer } from './transfer.js';

/** One answer with what its redirects said on the way: the Hub names hash and commit there, not at the last address. */
export interface Followed extends OpenAnswer {
  tokenSent: boolean;
  /** Whether the answer came from another host than the source's own. */
  foreign: boolean;
}

/** Sends one request and follows its redirects. */
export type Send = (
  request: UpstreamRequest,
  headers: Headers,
  file: boolean,
  tookTurn: (turn: Turn) => void,
) => Promise<Followed>;

/** Request and answer in the form that the judging functions read. */
export function describeRequest(request: UpstreamRequest, answer: Followed): Omit<Answer, 'body'> {
  const { status, headers, tokenSent, foreign } = answer;
  const { source, path } = request;
  return { source, name: nameOf(request), path, tokenSent, foreign, status, headers };
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What requests of one source have in common. */
export interface SendOptions {
  /** As parseBaseUrl returns it. */
  baseUrl: string;
  /** Sent to the origin of the base URL and to no other. */
  token?: string;
  userAgent: string;
  limits: HttpLimits;
  signal?: AbortSignal;
}

/**
 * Sends a request and follows its redirects; `turn` is awaited before each of them. The token goes to the origin of the
 * base URL alone, and no more once a redirect has left it.
 */
export async function follow(
  options: SendOptions,
  request: UpstreamRequest,
  headers: Headers,
  file: boolean,
  turn: () => Promise<void>,
): Promise<Followed> {
  const { baseUrl, token, limits, signal } = options;
  const profile = PROFILES[request.source];
  const name = nameOf(request);
  const common = { ...request.headers, ...headers, ...profile.headers, 'user-agent': options.userAgent };
  const authorization = token && profile.scheme ? { authorization: `${profile.scheme} ${token}` } : undefined;
  let url = urlOf(baseUrl, request);
  let foreign = false;
  let said: Headers = {};
  for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
    await turn();
    const sent = foreign ? common : { ...common, ...authorization };
    const answer = await transfer({ url, headers: sent, name, file, limits, ...(signal ? { signal } : {}) });
    if (!REDIRECTS.has(answer.status)) {
      const headers = { ...answer.headers, ...said };
      return { ...answer, headers, foreign, tokenSent: authorization !== undefined };
    }
    answer.cancel();
    said = { ...saidOnTheWay(answer.headers), ...said };
    url = redirectTarget({ name, url, baseUrl, profile, answer });
    foreign ||= url.origin !== new URL(baseUrl).origin;
  }
  throw new RefusedError(
    `${name}: redirected more than ${limits.maxRedirects} times`,
    'Check the base URL of this source: it seems to redirect in a circle.',
    310,
  );
}

/** The Hub's own word on a file, which its redirect carries and the storage behind it does not know. */
function saidOnTheWay(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(etag$|x-linked-|x-repo-)/.test(name)),
  );
}
