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

/**
 * The real file system. Refusals that a user can mend become StorageError; ENOENT and EEXIST stay as they are.
 * Without `sync` nothing waits for the disk: a killed process loses nothing, a power cut may. That is enough for what
 * can be invented again.
 */
export function createNodeFiles({ sync }: { sync: boolean }): Files {
  const disk = sync ? SYNCED : UNSYNCED;
  return {
    read: (path) => guard(path, () => readFile(path)),
    list: (path) => guard(path, () => list(path)),
    exists: (path) => guard(path, () => exists(path)),
    mkdir: (path) => guard(path, () => makeDirectory(disk, path)),
    writeAtomic: (path, data) => guard(path, () => writeAtomic(disk, path, data)),
    append: (path, data) => guard(path, () => append(disk, path, data)),
    create: (path) => guard(path, () => openSink(disk, path, 'w')),
    resume: (path) => guard(path, () => openSink(disk, path, 'a')),
    rename: (from, to) => guard(to, () => renameDurably(disk, from, to)),
    link: (target, path) => guard(path, () => linkByRename(disk, target, path)),
    remove: (path) => guard(path, () => removeDurably(disk, path)),
    createExclusive: (path, data) => guard(path, () => createExclusive(disk, path, data)),
  };
}

/** What makes a file's bytes, and a directory's names, durable. */
interface Disk {
  file(handle: FileHandle): Promise<void>;
  directory(path: string): Promise<void>;
}

const SYNCED: Disk = { file: (handle) => handle.sync(), directory: syncDirectory };
const UNSYNCED: Disk = { file: async () => undefined, directory: async () => undefined };

/** The real file system, durable. */
export const nodeFiles: Files = createNodeFiles({ sync: true });

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

async function makeDirectory(disk: Disk, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made))
    await disk.directory(dirname(made));
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
  disk: Disk,
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
  await disk.directory(dirname(path));
}

async function writeSynced(
  disk: Disk,
  path: string,
  flags: 'a' | 'wx',
  data: string | Uint8Array,
): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.writeFile(data);
    await disk.file(handle);
  } finally {
    await handle.close();
  }
}

async function writeAtomic(disk: Disk, path: string, data: string | Uint8Array): Promise<void> {
  await viaTemporary(
    disk,
    path,
    (temporary) => writeSynced(disk, temporary, 'wx', data),
    (temporary) => rename(temporary, path),
  );
}

async function append(disk: Disk, path: string, data: string): Promise<void> {
  const fresh = !(await exists(path));
  await writeSynced(disk, path, 'a', data);
  if (fresh) await disk.directory(dirname(path));
}

async function renameDurably(disk: Disk, from: string, to: string): Promise<void> {
  await rename(from, to);
  await disk.directory(dirname(to));
  if (dirname(from) !== dirname(to)) await disk.directory(dirname(from));
}

async function linkByRename(disk: Disk, target: string, path: string): Promise<void> {
  await viaTemporary(
    disk,
    path,
    (temporary) => symlink(target, temporary),
    (temporary) => rename(temporary, path),
  );
}

async function removeDurably(disk: Disk, path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await disk.directory(dirname(path)).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

/** A hard link appears with its content, so that no reader sees the file empty. */
async function createExclusive(disk: Disk, path: string, data: string): Promise<void> {
  await viaTemporary(
    disk,
    path,
    (temporary) => writeSynced(disk, temporary, 'wx', data),
    async (temporary) => {
      await link(temporary, path);
      await rm(temporary);
    },
  );
}

async function openSink(disk: Disk, path: string, flags: 'w' | 'a'): Promise<FileSink> {
  const handle = await open(path, flags);
  return new NodeSink(disk, path, handle, (await handle.stat()).size);
}

/** Awaiting `write` is the backpressure: it resolves when the system has taken the bytes. */
class NodeSink implements FileSink {
  constructor(
    private readonly disk: Disk,
    private readonly path: string,
    private readonly handle: FileHandle,
    public bytes: number,
  ) {}

  async write(data: string | Uint8Array): Promise<void> {
    const chunk = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
    await guard(this.path, () => this.handle.writeFile(chunk));
    this.bytes += chunk.length;
  }

  async close(): Promise<void> {
    await guard(this.path, async () => {
      try {
        await this.disk.file(this.handle);
      } finally {
        await this.handle.close();
      }
      await this.disk.directory(dirname(this.path));
    });
  }
}
