import { type HubFile, hubInfo } from '../schemas/wire/hub.js';
import { UnreachableError } from './http/errors.js';
import { parseJson } from './hub/json.js';
import { filesOf, treePaginator } from './hub/tree.js';
import type { Paginator, StoredResponse, Upstream, Walk } from './types.js';

/** A dataset repository of the Hub, pinned: everything after the first call names the commit. */
export interface PinnedRepository {
  /** `namespace/name`. */
  id: string;
  /** What the user asked for. */
  revision: string;
  /** The commit that the revision stood for when it was asked. */
  commit: string;
  files: readonly HubFile[];
  /** The walks that say so: the revision, then the tree. */
  walks: readonly Walk[];
}

/**
 * Resolves a revision (branch, tag, commit) to its commit with one call and lists the files of that commit. A tree that
 * was listed before is not asked for again: a commit does not change. RefusedError where the
 * repository, the revision or the access to it is not there; its remedy says which.
 */
export async function pinRepository(
  upstream: Upstream,
  id: string,
  revision: string,
): Promise<PinnedRepository> {
  const info = await whole(upstream.walk('hf', infoWalk(id, revision)));
  const commit = parseJson(hubInfo, await onlyPage(upstream, info), 'info').sha;
  const tree = await whole(
    upstream.walk('hf', {
      name: `tree/${id}@${commit}`,
      paginator: () => treePaginator(id, commit),
      reuse: { tag: commit },
    }),
  );
  const pages = await Promise.all(tree.pages.map(({ sha256 }) => upstream.body(sha256)));
  return { id, revision, commit, files: filesOf(pages), walks: [info, tree] };
}

/**
 * Fetches a file of a pinned repository to disk. The bytes have the hash that the tree announces (sha256 of large
 * files, git blob sha1 of small ones) and come from the pinned commit; IntegrityError otherwise.
 */
export async function downloadFile(
  upstream: Upstream,
  { id, commit }: PinnedRepository,
  file: HubFile,
): Promise<StoredResponse> {
  const path = `/datasets/${id}/resolve/${commit}/${file.path.split('/').map(encodeURIComponent).join('/')}`;
  const content = file.lfs
    ? { sha256: file.lfs.oid, size: file.lfs.size }
    : { gitSha1: file.oid, size: file.size };
  return upstream.download(
    { source: 'hf', path, query: [] },
    { tag: commit, announced: { 'x-repo-commit': commit }, ...content },
  );
}

function infoWalk(id: string, revision: string): { name: string; paginator: () => Paginator } {
  const path = `/api/datasets/${id}/revision/${encodeURIComponent(revision)}`;
  return {
    name: `info/${id}@${revision}`,
    paginator: () => ({
      first: () => ({ source: 'hf', path, query: [] }),
      read: (body) => {
        parseJson(hubInfo, body, 'info');
        return { count: 1, cursorOut: null, next: { end: 'complete' } };
      },
    }),
  };
}

async function whole(walking: Promise<Walk>): Promise<Walk> {
  const walk = await walking;
  if (walk.status === 'complete') return walk;
  throw new UnreachableError(
    `the walk ${walk.name} ended ${walk.status}: ${walk.reason ?? 'no reason given'}`,
  );
}

async function onlyPage(upstream: Upstream, walk: Walk): Promise<Uint8Array> {
  const [page] = walk.pages;
  if (page === undefined) throw new TypeError(`the walk ${walk.name} has no page`);
  return upstream.body(page.sha256);
}
