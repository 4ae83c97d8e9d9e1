import { type HubEntry, type HubFile, hubTreePage } from '../../schemas/wire/hub.js';
import { SchemaDriftError } from '../http/errors.js';
import type { PageStep, Paginator, UpstreamRequest } from '../types.js';
import { parseJson } from './json.js';

/** The query of a tree listing: every folder, without the slow commit of each file. */
const QUERY = [
  ['recursive', 'true'],
  ['expand', 'false'],
] as const;

/**
 * The files of a dataset repository at a commit, page by page: the next page is in the header
 * `Link: <...cursor=...>; rel="next"`, and the page without one is the last. Only the query of the link is followed,
 * never its host. A cursor that comes back ends the walk as `unknown`.
 */
export function treePaginator(id: string, commit: string): Paginator {
  const path = `/api/datasets/${id}/tree/${commit}`;
  const seen = new Set<string>();
  return {
    first: () => ({ source: 'hf', path, query: QUERY }),
    read: (body, _request, headers): PageStep => {
      const count = readTreePage(body).length;
      const query = nextQuery(headers.link, path);
      if (query === undefined) return { count, cursorOut: null, next: { end: 'complete' } };
      const cursorOut = JSON.stringify(query);
      if (seen.has(cursorOut)) {
        return {
          count,
          cursorOut,
          next: { end: 'unknown', reason: 'the next page is one that was read before' },
        };
      }
      seen.add(cursorOut);
      const next: UpstreamRequest = { source: 'hf', path, query };
      return { count, cursorOut, next };
    },
  };
}

/** The entries of one tree page; SchemaDriftError where one has another shape. */
export function readTreePage(body: Uint8Array): HubEntry[] {
  return parseJson(hubTreePage, body, 'tree');
}

/**
 * The files on all pages, by path. An entry that a page repeats counts once; SchemaDriftError where a path is listed
 * with two contents.
 */
export function filesOf(pages: readonly Uint8Array[]): HubFile[] {
  const files = new Map<string, HubFile>();
  for (const entry of pages.flatMap(readTreePage)) {
    if (entry.type !== 'file') continue;
    const before = files.get(entry.path);
    if (before !== undefined && before.oid !== entry.oid) {
      throw new SchemaDriftError('hf', `tree[].oid of ${entry.path}`, 'one commit lists two contents of it');
    }
    files.set(entry.path, entry);
  }
  return [...files.values()];
}

function nextQuery(link: string | undefined, path: string): [string, string][] | undefined {
  const next = link === undefined ? undefined : /<([^>]*)>[^,<]*;\s*rel="?next"?/.exec(link)?.[1];
  if (next === undefined) return undefined;
  const url = new URL(next, 'http://hub.invalid');
  if (!decodeURIComponent(url.pathname).endsWith(path)) {
    throw new SchemaDriftError('hf', 'header link', `the next page of ${path} has the path ${url.pathname}`);
  }
  return [...url.searchParams];
}
