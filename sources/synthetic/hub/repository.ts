import type { SyntheticResponse } from '../part.js';
import { digest, hubError } from './answers.js';

/** A file of a repository. Content and hashes are made at the first use. */
export interface HubContent {
  path: string;
  /** Whether it is kept apart from git: parquet and other big files. */
  isLarge: boolean;
  bytes(): Uint8Array;
  /** sha256 of the content. */
  sha256(): string;
  /** Git blob sha1: of the content, or of the pointer to it. */
  oid(): string;
  /** What is served under the hash, where that is not the content: a damaged file. */
  served?(): Uint8Array;
}

/** A dataset repository of the invented Hub. */
export interface HubRepository {
  /** `namespace/name`. */
  id: string;
  access: 'public' | 'gated' | 'private' | 'disabled';
  /** Branch or tag to commit. */
  branches: Readonly<Record<string, string>>;
  /** The files of each commit, by path. */
  commits: Readonly<Record<string, readonly HubContent[]>>;
  /** What the header of a resolved file says, where that is not the commit that was asked for. */
  claimedCommit?: string;
}

/** A file whose bytes are made once, when they are first needed. */
export function content(path: string, make: () => Uint8Array): HubContent {
  const isLarge = path.endsWith('.parquet');
  const bytes = once(make);
  const sha256 = once(() => digest('sha256', bytes()));
  const oid = once(() => {
    const blob = isLarge ? Buffer.from(pointerTo(sha256(), bytes().length)) : bytes();
    return digest('sha1', `blob ${blob.length}\0`, blob);
  });
  return { path, isLarge, bytes, sha256, oid };
}

/** A repository with the given files on each branch; its commits depend on the names and the salt alone. */
export function repository(
  id: string,
  access: HubRepository['access'],
  byBranch: Readonly<Record<string, readonly HubContent[]>>,
  salt = '',
): HubRepository {
  const commits = Object.entries(byBranch).map(
    ([branch, files]) => [branch, digest('sha1', id, branch, salt), sorted(files)] as const,
  );
  return {
    id,
    access,
    branches: Object.fromEntries(commits.map(([branch, commit]) => [branch, commit])),
    commits: Object.fromEntries(commits.map(([, commit, files]) => [commit, files])),
  };
}

function sorted(files: readonly HubContent[]): HubContent[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What git keeps of a large file. */
export function pointerTo(sha256: string, size: number): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The tokens of the invented Hub: an account, and one that may read the gated and the private repository. */
export interface HubTokens {
  plain: string;
  granted: string;
}

/** The answer that keeps a request out of a repository, in the manner of the Hub; undefined where it may enter. */
export function refusal(
  repository: HubRepository | undefined,
  authorization: string | undefined,
  { plain, granted }: HubTokens,
): SyntheticResponse | undefined {
  const token = authorization?.replace(/^Bearer /, '');
  if (token !== undefined && token !== plain && token !== granted) {
    return hubError(401, undefined, 'Invalid credentials in Authorization header');
  }
  if (repository === undefined || (repository.access === 'private' && token !== granted)) {
    return token === undefined
      ? hubError(401, 'RepoNotFound', 'Invalid username or password.')
      : hubError(404, 'RepoNotFound', 'Repository not found');
  }
  if (repository.access === 'disabled') {
    return hubError(403, undefined, 'Access to this resource is disabled.');
  }
  if (repository.access !== 'gated' || token === granted) return undefined;
  const message = `Access to dataset ${repository.id} is restricted.`;
  return hubError(token === undefined ? 401 : 403, 'GatedRepo', message);
}

/** The commit that a revision stands for; undefined where there is none. */
export function commitOf({ branches, commits }: HubRepository, revision: string): string | undefined {
  if (Object.hasOwn(branches, revision)) return branches[revision];
  return Object.hasOwn(commits, revision) ? revision : undefined;
}
