import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import type { FileSink, Files } from '../../common/files.js';
import { hashFile } from '../../common/hash.js';
import type { HttpClient } from '../http/client.js';
import type { FileTarget } from '../http/download.js';
import { IntegrityError, nameOf } from '../http/errors.js';
import type { Headers } from '../http/headers.js';
import type { DownloadOptions, StoredResponse, UpstreamRequest } from '../types.js';
import { partPathOf } from './paths.js';
import type { RawStore } from './store.js';

/** What a download needs to reach the host and the store. */
export interface DownloadContext {
  dir: string;
  files: Files;
  store: RawStore;
  client: HttpClient;
}

/** A file that does not have its hash is fetched this many times: a page in between may have cut it. */
const FETCHES = 3;

/** Fetches a file into the store. IntegrityError where it never has the size and hashes that were announced. */
export async function storeDownload(
  context: DownloadContext,
  request: UpstreamRequest,
  wanted: DownloadOptions,
): Promise<StoredResponse> {
  const part = partPathOf(context.dir, request, wanted.tag);
  await context.files.mkdir(dirname(part));
  for (let fetches = 1; ; fetches += 1) {
    const response = await fetchInto(part, context, request, wanted);
    const file = await hashFile(part);
    const fault = await faultOf(part, file, wanted, response.headers);
    if (fault === undefined) {
      await context.store.bodies.adopt(part, file.sha256);
      const stored = context.store.describe(request, wanted.tag, response, file);
      await context.store.putRecord(stored);
      return stored;
    }
    await context.files.remove(part);
    if (fetches === FETCHES) throw new IntegrityError(`${nameOf(request)}: ${fault}, ${FETCHES} times`);
  }
}

/** What has arrived stays where the download breaks off, and the next build asks for the rest, if a hash tells it is one. */
async function fetchInto(
  part: string,
  { files, client }: DownloadContext,
  request: UpstreamRequest,
  { size, sha256, gitSha1 }: DownloadOptions,
): Promise<{ status: number; headers: Headers }> {
  const isHashed = sha256 !== undefined || gitSha1 !== undefined;
  const target = new PartTarget(files, part, await (isHashed ? files.resume(part) : files.create(part)));
  try {
    const response = await client.download(request, target, size);
    await target.close();
    return response;
  } catch (error) {
    await target.close().catch(() => undefined);
    if (!isHashed || target.bytes === 0) await files.remove(part).catch(() => undefined);
    throw error;
  }
}

/** The unfinished file of a download. */
class PartTarget implements FileTarget {
  constructor(
    private readonly files: Files,
    private readonly path: string,
    private sink: FileSink,
  ) {}

  get bytes(): number {
    return this.sink.bytes;
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.sink.write(chunk);
  }

  async restart(): Promise<void> {
    await this.sink.close();
    this.sink = await this.files.create(this.path);
  }

  close(): Promise<void> {
    return this.sink.close();
  }
}

/** What is wrong with a received file, in words; undefined where it is the announced one. */
async function faultOf(
  path: string,
  file: { bytes: number; sha256: string },
  wanted: DownloadOptions,
  headers: Headers,
): Promise<string | undefined> {
  if (wanted.size !== undefined && wanted.size !== file.bytes) {
    return `has ${file.bytes} bytes instead of ${wanted.size}`;
  }
  const sha256 = wanted.sha256 ?? linkedHash(headers);
  if (sha256 !== undefined && sha256 !== file.sha256) return `has sha256 ${file.sha256} instead of ${sha256}`;
  for (const [name, value] of Object.entries(wanted.announced ?? {})) {
    if (headers[name] !== value)
      return `comes with ${name} ${headers[name] ?? 'missing'} instead of ${value}`;
  }
  if (wanted.gitSha1 === undefined) return undefined;
  const gitSha1 = await gitBlobSha1(path, file.bytes);
  return gitSha1 === wanted.gitSha1 ? undefined : `has git sha1 ${gitSha1} instead of ${wanted.gitSha1}`;
}

/** The sha256 that the Hub names for large files. */
function linkedHash(headers: Headers): string | undefined {
  return /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(headers['x-linked-etag'] ?? '')?.[1];
}

/** git's hash of a file: over `blob`, the size and the content. */
async function gitBlobSha1(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha1').update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
