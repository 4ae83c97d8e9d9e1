import { RefusedError } from './errors.js';
import type { Headers } from './headers.js';
import type { SourceProfile } from './profiles.js';

/** A redirecting answer, and where it came from. */
export interface Redirect {
  name: string;
  url: URL;
  baseUrl: string;
  profile: SourceProfile;
  answer: { status: number; headers: Headers };
}

/**
 * Where a redirect leads, if it may be followed: within the host of the base URL always; to another host for sources
 * that keep their files elsewhere, and then never from https to http. RefusedError otherwise, which names the host
 * alone: the rest of such an address may be a signature.
 */
export function redirectTarget({ name, url, baseUrl, profile, answer }: Redirect): URL {
  const { status, headers } = answer;
  const { location } = headers;
  if (location === undefined || !URL.canParse(location, url.href)) {
    throw new RefusedError(`${name}: redirected (${status}) without an address`, remedyFor(baseUrl), status);
  }
  const target = new URL(location, url);
  const web = target.protocol === 'https:' || (target.protocol === 'http:' && url.protocol === 'http:');
  const home = target.origin === new URL(baseUrl).origin;
  if (web && (home || profile.followsForeignRedirects)) return target;
  throw new RefusedError(
    `${name}: redirected (${status}) to ${target.protocol}//${target.host}, which is not followed`,
    remedyFor(baseUrl),
    status,
  );
}

function remedyFor(baseUrl: string): string {
  return `Where the host has moved set the base URL of this source to its new address instead of ${baseUrl}.`;
}
