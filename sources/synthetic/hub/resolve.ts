import type { SyntheticRequest, SyntheticResponse } from '../part.js';
import { digest, hubError } from './answers.js';
import { commitOf, type HubContent, type HubRepository, pointerTo } from './repository.js';

const EXPIRES = '1900000000';

/**
 * `GET|HEAD /datasets/{id}/resolve/{rev}/{path}`: small files at once with a weak git tag, large ones as a redirect to
 * another origin that is signed. `raw` gives the pointer of a large file instead of its content.
 */
export function resolveAnswer(
  repository: HubRepository,
  action: 'resolve' | 'raw',
  revision: string,
  path: string,
  request: SyntheticRequest,
): SyntheticResponse {
  const commit = commitOf(repository, revision);
  if (commit === undefined) return hubError(404, 'RevisionNotFound', `Invalid rev id: ${revision}`);
  const file = repository.commits[commit]?.find((one) => one.path === path);
  if (file === undefined) return hubError(404, 'EntryNotFound', 'Entry not found');
  const said = { 'x-repo-commit': repository.claimedCommit ?? commit, etag: `W/"${file.oid()}"` };
  if (!file.isLarge) return fileAnswer(file, request, said);
  if (action === 'raw') {
    const pointer = pointerTo(file.sha256(), file.bytes().length);
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8', ...said }, body: pointer };
  }
  return redirect(file, request, said);
}

function redirect(
  file: HubContent,
  { origin }: SyntheticRequest,
  said: Readonly<Record<string, string>>,
): SyntheticResponse {
  const sha256 = file.sha256();
  return {
    status: 302,
    headers: {
      ...said,
      'x-linked-etag': `"${sha256}"`,
      'x-linked-size': String(file.bytes().length),
      'x-xet-hash': digest('sha256', 'xet', sha256),
      'accept-ranges': 'bytes',
      'content-type': 'text/plain; charset=utf-8',
      location: `${otherOrigin(origin)}/hf/cdn/${sha256}?Expires=${EXPIRES}&Signature=${signature(sha256)}`,
    },
    body: 'Found. Redirecting.',
  };
}

/** The storage behind the Hub: signed addresses alone, and a token that comes along is refused. */
export function storageAnswer(
  files: readonly HubContent[],
  sha256: string,
  request: SyntheticRequest,
): SyntheticResponse {
  if (request.headers.authorization !== undefined) {
    return storageError(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  }
  const file = files.find((one) => one.isLarge && one.sha256() === sha256);
  if (file === undefined || request.query.get('Signature') !== signature(sha256)) {
    return storageError(403, 'AccessDenied', 'Access denied');
  }
  return fileAnswer(file, request, { etag: `"${sha256.slice(0, 32)}"` });
}

function fileAnswer(
  file: HubContent,
  { headers }: SyntheticRequest,
  said: Readonly<Record<string, string>>,
): SyntheticResponse {
  const bytes = file.served?.() ?? file.bytes();
  const type = file.isLarge ? 'application/octet-stream' : 'text/plain; charset=utf-8';
  const common = { ...said, 'accept-ranges': 'bytes', 'content-type': type };
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(String(headers.range)) ?? [];
  if (first === undefined || last === undefined || first + last === '') {
    return { status: 200, headers: common, body: bytes };
  }
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (start > end) {
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, body: '' };
  }
  const range = { 'content-range': `bytes ${start}-${end}/${bytes.length}` };
  return { status: 206, headers: { ...common, ...range }, body: bytes.subarray(start, end + 1) };
}

/** The same server under another name, so that a client that sends its token along is found out. */
function otherOrigin(origin: string): string {
  const url = new URL(origin);
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.origin;
}

function signature(sha256: string): string {
  return digest('sha256', 'signed', sha256).slice(0, 32);
}

function storageError(status: number, code: string, message: string): SyntheticResponse {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}
