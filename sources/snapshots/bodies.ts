import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { StorageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { hashFile, sha256 } from '../../common/hash.js';
import { type BodyEncoding, bodyPathOf } from './paths.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** Bodies are mostly read again right after they were stored or checked. */
const CACHE_BYTES = 24 * 1024 * 1024;
/** A gzip file cannot hold more than this, so that a damaged one cannot fill the memory. */
const MAX_BODY_BYTES = 1024 ** 3;
/** The field of a gzip file that holds the length of what it was made from. */
const LENGTH_BYTES = 4;
const CHUNK_BYTES = { least: 1024, most: 4 * 1024 * 1024 };

/** The bodies of the raw store, each under its sha256. */
export interface BodyStore {
  /** Stores a body unless it is there whole; returns its sha256. Durable when it resolves. */
  put(body: Uint8Array, encoding: BodyEncoding): Promise<string>;
  /** The body; undefined where it is missing or no longer has its hash. */
  find(sha256: string): Promise<Uint8Array | undefined>;
  /** The body; StorageError naming the file and what to do where it is missing or damaged. */
  body(sha256: string): Promise<Uint8Array>;
  /** Path of a body that is kept as it is, its hash checked; StorageError as `body`. */
  filePath(sha256: string): Promise<string>;
  /** Whether the body is there and whole, whatever its size. */
  holds(sha256: string): Promise<boolean>;
  /** Whether a file of the body is there; its bytes are checked where they are read. */
  exists(sha256: string): Promise<boolean>;
  /** Takes over a complete file whose hash was just computed. */
  adopt(path: string, sha256: string): Promise<void>;
  /** The file in which a body is, or would be. */
  locate(sha256: string): Promise<string>;
}

/**
 * A body store below a directory. Every read is checked against the hash. `makeParent` makes the directory that a file
 * is to be written to.
 */
export function createBodyStore(
  dir: string,
  files: Files,
  makeParent: (path: string) => Promise<void>,
): BodyStore {
  const cache = createCache();

  const readWhole = async (hash: string, encoding: BodyEncoding): Promise<Uint8Array | undefined> => {
    const stored = await readOrUndefined(files, bodyPathOf(dir, hash, encoding));
    if (stored === undefined) return undefined;
    const body = encoding === 'gzip' ? await decompressOrUndefined(stored) : stored;
    return body !== undefined && sha256(body) === hash ? body : undefined;
  };

  const find = async (hash: string): Promise<Uint8Array | undefined> => {
    const body = cache.get(hash) ?? (await readWhole(hash, 'gzip')) ?? (await readWhole(hash, 'identity'));
    if (body) cache.set(hash, body);
    return body;
  };

  const locate = async (hash: string): Promise<string> => {
    const plain = bodyPathOf(dir, hash, 'identity');
    return (await files.exists(plain)) ? plain : bodyPathOf(dir, hash, 'gzip');
  };

  const isWholeFile = async (hash: string): Promise<boolean> => {
    const path = bodyPathOf(dir, hash, 'identity');
    return (await files.exists(path)) && (await hashFile(path)).sha256 === hash;
  };

  const damaged = async (hash: string): Promise<StorageError> => {
    const path = await locate(hash);
    const state = (await files.exists(path)) ? 'does not hold the bytes that were stored' : 'is missing';
    return new StorageError(
      `${path} ${state}`,
      'Delete that file where it is there and run the same build with --upstream live: it is fetched again.',
    );
  };

  return {
    find,
    locate,
    async put(body, encoding) {
      const hash = sha256(body);
      const path = bodyPathOf(dir, hash, encoding);
      if (await readWhole(hash, encoding)) return hash;
      await makeParent(path);
      await files.writeAtomic(path, encoding === 'gzip' ? await pack(body) : body);
      cache.set(hash, body);
      return hash;
    },
    async body(hash) {
      const body = await find(hash);
      if (body === undefined) throw await damaged(hash);
      return body;
    },
    async filePath(hash) {
      if (await isWholeFile(hash)) return bodyPathOf(dir, hash, 'identity');
      throw await damaged(hash);
    },
    async holds(hash) {
      if (cache.get(hash)) return true;
      if (await files.exists(bodyPathOf(dir, hash, 'gzip'))) return (await find(hash)) !== undefined;
      return isWholeFile(hash);
    },
    async exists(hash) {
      return files.exists(await locate(hash));
    },
    async adopt(path, hash) {
      const target = bodyPathOf(dir, hash, 'identity');
      await makeParent(target);
      await files.rename(path, target);
    },
  };
}

/** Level 1: several times faster than the default at a few per cent more bytes. */
async function pack(body: Uint8Array): Promise<Uint8Array> {
  return compress(body, { level: constants.Z_BEST_SPEED });
}

async function decompressOrUndefined(stored: Buffer): Promise<Uint8Array | undefined> {
  const options = { maxOutputLength: MAX_BODY_BYTES, chunkSize: chunkSizeFor(stored) };
  return decompress(stored, options).catch(() => undefined);
}

/**
 * Room for the whole body, whose length is at the end of a gzip file. Every chunk is a turn of the event loop and a copy;
 * at the default size they cost more than the decompression. The bounds hold where the file is damaged.
 */
function chunkSizeFor(stored: Buffer): number {
  const length = stored.length < LENGTH_BYTES ? 0 : stored.readUInt32LE(stored.length - LENGTH_BYTES);
  return Math.min(Math.max(length + 1, CHUNK_BYTES.least), CHUNK_BYTES.most);
}

/** The bytes of a file; undefined where there is none. */
export async function readOrUndefined(files: Files, path: string): Promise<Buffer | undefined> {
  try {
    return await files.read(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The bodies that were used last, up to a total size. */
function createCache(): {
  get(key: string): Uint8Array | undefined;
  set(key: string, body: Uint8Array): void;
} {
  const bodies = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    get: (key) => bodies.get(key),
    set(key, body) {
      if (body.length > CACHE_BYTES / 4 || bodies.has(key)) return;
      bodies.set(key, body);
      bytes += body.length;
      for (const [oldest, old] of bodies) {
        if (bytes <= CACHE_BYTES) return;
        bodies.delete(oldest);
        bytes -= old.length;
      }
    },
  };
}
