import { createHash } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageError } from './errors.js';
import type { FileSink, Files } from './files.js';

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC:
    'Free space on that file system, or choose another directory with --out; then run the command again.',
  EDQUOT: 'Free space within the quota, or choose another directory with --out; then run the command again.',
  EROFS: 'The file system is read-only: choose a writable directory with --out.',
  EACCES: 'Give this user access to the path, or choose another directory with --out.',
  EPERM: 'Give this user access to the path, or choose another directory with --out.',
  EISDIR: 'A directory stands where a file belongs: move it away and run the command again.',
  ENOTDIR: 'A file stands where a directory belongs: move it away and run the command again.',
};

/** The real file system. Refusals that a user can mend become StorageError; ENOENT and EEXIST stay as they are. */
export const nodeFiles: Files = {
  read: (path) => guard(path, () => readFile(path)),
  list: (path) => guard(path, () => list(path)),
  exists: (path) => guard(path, () => exists(path)),
  mkdir: (path) => guard(path, () => makeDirectory(path)),
  writeAtomic: (path, data) => guard(path, () => writeAtomic(path, data)),
  append: (path, data) => guard(path, () => append(path, data)),
  create: (path) => guard(path, () => createSink(path)),
  rename: (from, to) => guard(to, () => renameDurably(from, to)),
  link: (target, path) => guard(path, () => linkByRename(target, path)),
  remove: (path) => guard(path, () => removeDurably(path)),
  createExclusive: (path, data) => guard(path, () => createExclusive(path, data)),
};

async function guard<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw asStorageError(error, path);
  }
}

/** StorageError naming path and remedy where the code has one; any other error unchanged. */
export function asStorageError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  const remedy = code === undefined ? undefined : REMEDIES[code];
  if (remedy === undefined) return error;
  return new StorageError(`${code}: cannot access ${path}`, remedy, { cause: error });
}

/** The system error code, for example `ENOENT`; undefined where the value is no system error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

async function list(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Makes creations, renames and removals in a directory durable. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

let temporaries = 0;

/**
 * A name beside the target that no other writer uses. Targets may have long names, and names end at 255 bytes: so the
 * target enters as a hash.
 */
function temporaryName(path: string): string {
  temporaries += 1;
  const target = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return `${dirname(path)}/.tmp-${target}-${process.pid}-${temporaries}`;
}

/** Runs `make` on a temporary name, then `place`; leaves no temporary behind where either fails. */
async function viaTemporary(
  path: string,
  make: (temporary: string) => Promise<void>,
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = temporaryName(path);
  try {
    await make(temporary);
    await place(temporary);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function writeSynced(path: string, flags: 'a' | 'wx', data: string | Uint8Array): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAtomic(path: string, data: string | Uint8Array): Promise<void> {
  await viaTemporary(
    path,
    (temporary) => writeSynced(temporary, 'wx', data),
    (temporary) => rename(temporary, path),
  );
}

async function append(path: string, data: string): Promise<void> {
  const fresh = !(await exists(path));
  await writeSynced(path, 'a', data);
  if (fresh) await syncDirectory(dirname(path));
}

async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDirectory(dirname(to));
  if (dirname(from) !== dirname(to)) await syncDirectory(dirname(from));
}

async function linkByRename(target: string, path: string): Promise<void> {
  await viaTemporary(
    path,
    (temporary) => symlink(target, temporary),
    (temporary) => rename(temporary, path),
  );
}

async function removeDurably(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await syncDirectory(dirname(path)).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

/** A hard link appears with its content, so that no reader sees the file empty. */
async function createExclusive(path: string, data: string): Promise<void> {
  await viaTemporary(
    path,
    (temporary) => writeSynced(temporary, 'wx', data),
    async (temporary) => {
      await link(temporary, path);
      await rm(temporary);
    },
  );
}

async function createSink(path: string): Promise<FileSink> {
  return new NodeSink(path, await open(path, 'w'));
}

/** Awaiting `write` is the backpressure: it resolves when the system has taken the bytes. */
class NodeSink implements FileSink {
  bytes = 0;

  constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  async write(data: string | Uint8Array): Promise<void> {
    const chunk = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
    await guard(this.path, () => this.handle.writeFile(chunk));
    this.bytes += chunk.length;
  }

  async close(): Promise<void> {
    await guard(this.path, async () => {
      try {
        await this.handle.sync();
      } finally {
        await this.handle.close();
      }
      await syncDirectory(dirname(this.path));
    });
  }
}
