import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** A sha256 that is fed piece by piece. */
export interface Sha256 {
  update(data: string | Uint8Array): void;
  /** Lower-case hex, 64 characters; may be called once, after the last update. */
  digest(): string;
}

/** Starts a sha256 over pieces; text counts as its UTF-8 bytes. */
export function startSha256(): Sha256 {
  const running = createHash('sha256');
  return {
    update: (data) => {
      running.update(data);
    },
    digest: () => running.digest('hex'),
  };
}

/** sha256 of bytes, or of the UTF-8 bytes of a text, as lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** Size and sha256 of a file, read as a stream. Rejects with the file system's error where it cannot be read. */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const running = startSha256();
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    running.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: running.digest() };
}

/**
 * One text for equal JSON values, whatever the order of their keys: keys sorted by code unit, no blanks, numbers and
 * texts as JSON.stringify writes them (RFC 8785). Properties that are undefined are left out. Throws TypeError on what
 * JSON cannot hold (NaN, infinities, functions, BigInt), so that two different values never hash alike.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return canonicalObject(value);
  throw new TypeError(`not a JSON value: ${String(value)}`);
}

function canonicalObject(value: object): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** sha256 of the canonical JSON of a value. */
export function sha256OfJson(value: unknown): string {
  return sha256(canonicalJson(value));
}
