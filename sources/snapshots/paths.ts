import { join } from 'node:path';
import { sha256OfJson } from '../../common/hash.js';
import { formatInstant, type InstantMicros } from '../../common/time.js';
import type { SourceName, UpstreamRequest, WalkOptions } from '../types.js';

const SLUG_LENGTH = 60;
const HASH_LENGTH = 20;

/** How a body is kept: JSON compressed, files as they are, so that readers can seek in them. */
export type BodyEncoding = 'gzip' | 'identity';

/** Path of a body below the snapshots directory. */
export function bodyPathOf(dir: string, sha256: string, encoding: BodyEncoding): string {
  return join(dir, 'bodies', sha256.slice(0, 2), `${sha256}${encoding === 'gzip' ? '.gz' : ''}`);
}

/** Path of the record of a response: readable, and unique for request and tag. */
export function recordPathOf(dir: string, request: UpstreamRequest, tag: string): string {
  const hash = sha256OfJson([requestKey(request), tag]).slice(0, HASH_LENGTH);
  return join(dir, 'records', request.source, hash.slice(0, 2), `${slug(request.path)}-${hash}.json`);
}

/** File name ending of what is stored of a drift. */
export const DRIFT_ENDING = '.drift.json';

/** Path of what is stored where an answer kept drifting, beside the place of its record. */
export function driftPathOf(dir: string, request: UpstreamRequest, tag: string): string {
  return recordPathOf(dir, request, tag).replace(/\.json$/, DRIFT_ENDING);
}

/** Path of a download that is under way. */
export function partPathOf(dir: string, request: UpstreamRequest, tag: string): string {
  return join(dir, 'partial', sha256OfJson([requestKey(request), tag]).slice(0, HASH_LENGTH));
}

/** What tells walks apart: two walks with the same identity read the same list. */
export interface WalkIdentity {
  source: SourceName;
  name: string;
  variant?: string;
  /** Of walks that stay valid while their tag does. */
  tag?: string;
}

/** The identity of a walk with these options. */
export function identityOf(
  source: SourceName,
  { name, variant, reuse = 'every-build' }: Pick<WalkOptions, 'name' | 'variant' | 'reuse'>,
): WalkIdentity {
  const tag = reuse === 'every-build' ? {} : { tag: reuse.tag };
  return { source, name, ...(variant === undefined ? {} : { variant }), ...tag };
}

/** Directory of the chains of one walk. */
export function walkDirOf(dir: string, { source, name, variant, tag }: WalkIdentity): string {
  const hash = sha256OfJson([source, name, variant ?? null, tag ?? null]).slice(0, HASH_LENGTH);
  return join(dir, 'walks', source, hash.slice(0, 2), `${slug(name)}-${hash}`);
}

/** File name of a chain, from the build clock and a number for the chains of one clock; names sort as the clocks. */
export function chainNameOf(asOf: InstantMicros, number: number): string {
  return `${stampOf(asOf)}-${String(number).padStart(4, '0')}.jsonl`;
}

/** Path of the chains of one walk under one build clock, without their numbers. */
export function chainPrefixOf(dir: string, identity: WalkIdentity, asOf: InstantMicros): string {
  return join(walkDirOf(dir, identity), stampOf(asOf));
}

/** The build clock, in the form it has in file names, and the number; undefined for foreign files. */
export function parseChainName(name: string): { stamp: string; number: number } | undefined {
  const match = /^(\d{8}T\d{12}Z)-(\d{4,})\.jsonl$/.exec(name);
  return match?.[1] && match[2] ? { stamp: match[1], number: Number(match[2]) } : undefined;
}

/** An instant as text of fixed width without characters that file systems refuse. */
export function stampOf(asOf: InstantMicros): string {
  const [whole = '', fraction = ''] = formatInstant(asOf).slice(0, -1).split('.');
  return `${whole.replaceAll('-', '').replaceAll(':', '')}${fraction.padEnd(6, '0')}Z`;
}

/** One text for equal requests: what is sent, without what only sorts or decorates it. */
export function requestKey({ source, path, query, headers }: UpstreamRequest): string {
  return JSON.stringify([source, path, query, Object.entries(headers ?? {}).sort()]);
}

function slug(text: string): string {
  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return plain.slice(0, SLUG_LENGTH).replace(/^-+|-+$/g, '') || 'root';
}
