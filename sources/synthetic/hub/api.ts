import type { SyntheticRequest, SyntheticResponse } from '../part.js';
import { digest, hubError, json } from './answers.js';
import { commitOf, type HubContent, type HubRepository, pointerTo } from './repository.js';

/** Entries of a tree page where the client names no limit: few, so that every listing has pages. */
const PAGE_ENTRIES = 3;
const MOST_ENTRIES = 1000;
const CREATED = '2026-01-06T12:00:00.000Z';
const MODIFIED = '2026-09-30T12:00:00.000Z';

/** `GET /api/datasets/{id}` and `/revision/{rev}`; with `expand` the named fields alone. */
export function infoAnswer(
  repository: HubRepository,
  revision: string,
  { query, fault }: SyntheticRequest,
): SyntheticResponse {
  const commit = commitOf(repository, revision);
  if (commit === undefined) return hubError(404, 'RevisionNotFound', `Invalid rev id: ${revision}`);
  const info: Record<string, unknown> = {
    _id: digest('sha1', repository.id).slice(0, 24),
    id: repository.id,
    author: repository.id.split('/')[0],
    [fault === 'drift' ? 'commit' : 'sha']: commit,
    lastModified: MODIFIED,
    private: repository.access === 'private',
    gated: repository.access === 'gated' ? 'manual' : false,
    disabled: false,
    downloads: 0,
    likes: 0,
    tags: [],
    createdAt: CREATED,
    siblings: filesAt(repository, commit).map(({ path }) => ({ rfilename: path })),
  };
  const expand = [...query.getAll('expand'), ...query.getAll('expand[]')];
  if (expand.length === 0) return json(200, info);
  const named = Object.entries(info).filter(([name]) => ['_id', 'id', ...expand].includes(name));
  return json(200, Object.fromEntries(named));
}

/** `GET /api/datasets/{id}/tree/{rev}[/{folder}]`, paged by the header `Link`. */
export function treeAnswer(
  repository: HubRepository,
  revision: string,
  folder: readonly string[],
  request: SyntheticRequest,
): SyntheticResponse {
  const commit = commitOf(repository, revision);
  if (commit === undefined) return hubError(404, 'RevisionNotFound', `Invalid rev id: ${revision}`);
  const inner = folder.filter((segment) => segment !== '').join('/');
  const entries = treeEntries(filesAt(repository, commit), inner, request);
  if (entries.length === 0) return hubError(404, 'EntryNotFound', `${inner} does not exist on "${revision}"`);
  const { query, fault } = request;
  const start = cursorPlace(query.get('cursor'));
  const end = start + pageLength(query.get('limit'));
  const page = entries.slice(fault === 'repeat' ? Math.max(0, start - 1) : start, end);
  return json(200, fault === 'shift' ? page.reverse() : page, nextPage(request, end, entries.length));
}

function treeEntries(
  files: readonly HubContent[],
  inner: string,
  { query, fault }: SyntheticRequest,
): object[] {
  const isDeep = /^(true|1)$/i.test(String(query.get('recursive')));
  const entries = new Map<string, object>();
  const prefix = inner === '' ? '' : `${inner}/`;
  for (const file of files.filter(({ path }) => path.startsWith(prefix))) {
    const below = file.path.slice(prefix.length).split('/');
    for (let depth = 1; depth < (isDeep ? below.length : Math.min(2, below.length)); depth++) {
      const path = `${prefix}${below.slice(0, depth).join('/')}`;
      entries.set(path, { type: 'directory', oid: digest('sha1', path), size: 0, path });
    }
    if (isDeep || below.length === 1) entries.set(file.path, fileEntry(file, fault === 'drift'));
  }
  return [...entries.values()];
}

function fileEntry(file: HubContent, hasDrifted: boolean): object {
  const size = file.bytes().length;
  const oid = file.oid();
  return {
    type: 'file',
    ...(hasDrifted ? { blobId: oid } : { oid }),
    size,
    path: file.path,
    ...(file.isLarge ? largeEntry(file.sha256(), size) : {}),
  };
}

function largeEntry(sha256: string, size: number): object {
  const lfs = { oid: sha256, size, pointerSize: pointerTo(sha256, size).length };
  return { lfs, xetHash: digest('sha256', 'xet', sha256) };
}

function nextPage(
  { origin, segments, query }: SyntheticRequest,
  end: number,
  total: number,
): Record<string, string> {
  if (end >= total) return {};
  const next = new URLSearchParams(query);
  next.set('cursor', Buffer.from(String(end)).toString('base64url'));
  const path = segments.map(encodeURIComponent).join('/');
  return { link: `<${origin}/hf/${path}?${next}>; rel="next"` };
}

function cursorPlace(cursor: string | null): number {
  const place = Number(Buffer.from(String(cursor), 'base64url').toString());
  return cursor !== null && Number.isSafeInteger(place) && place > 0 ? place : 0;
}

function pageLength(limit: string | null): number {
  const length = Number(limit);
  return limit !== null && Number.isSafeInteger(length) && length > 0
    ? Math.min(length, MOST_ENTRIES)
    : PAGE_ENTRIES;
}

function filesAt({ commits }: HubRepository, commit: string): readonly HubContent[] {
  return commits[commit] ?? [];
}
