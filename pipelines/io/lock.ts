import { join } from 'node:path';
import { LockedError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { errorCode } from '../../common/node-files.js';
import { removeStaleBuilds } from './atomic-dir.js';
import { isAlive, type LockHolder, parseHolder, thisProcess } from './lock-holder.js';

/** The lock of an output directory, until it is released or its process ends. */
export interface Lock {
  release(): Promise<void>;
}

interface LockFile {
  path: string;
  number: number;
  holder: LockHolder | undefined;
}

const LOCK_NAME = /^\.lock\.(\d+)$/;
/** Attempts against contenders that come and go; each attempt fails only where another process took a step. */
const ATTEMPTS = 20;

/**
 * Takes the lock of `outDir` for this process; `command` says to others what holds it. LockedError, naming the process
 * and since when, where a live process has it; the lock of a dead one is taken over, and what that one was building is
 * removed.
 *
 * Lock files are numbered, each made exclusively and with its content whole. A dead holder's file is never replaced,
 * which two contenders could do to each other: the next number is taken, which only one of them gets. Whoever sees a
 * live holder beside itself withdraws, so that two never hold the lock, whatever they saw before.
 */
export async function acquireLock(files: Files, outDir: string, command: string): Promise<Lock> {
  await files.mkdir(outDir);
  const self = await thisProcess(command);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const taken = await tryLock(files, outDir, self);
    if (!taken) continue;
    await removeDead(files, outDir);
    await removeStaleBuilds(files, outDir);
    return { release: () => files.remove(taken) };
  }
  throw new LockedError(
    `other builds keep taking the lock of ${outDir}`,
    'Wait until they have ended, or choose another --out.',
  );
}

/** The live process that holds the lock of `outDir`; undefined where none does. */
export async function lockHolder(files: Files, outDir: string): Promise<LockHolder | undefined> {
  return (await live(await lockFiles(files, outDir)))?.holder;
}

/** The lock file's path where this attempt took the lock; undefined where another process came in between. */
async function tryLock(files: Files, outDir: string, self: LockHolder): Promise<string | undefined> {
  const before = await lockFiles(files, outDir);
  await refuseLive(before, outDir);
  const number = Math.max(0, ...before.map((lock) => lock.number)) + 1;
  const path = join(outDir, `.lock.${number}`);
  try {
    await files.createExclusive(path, `${JSON.stringify(self)}\n`);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  const others = (await lockFiles(files, outDir)).filter((lock) => lock.path !== path);
  if ((await live(others)) === undefined) return path;
  await files.remove(path);
  return undefined;
}

async function refuseLive(locks: readonly LockFile[], outDir: string): Promise<void> {
  const holding = await live(locks);
  if (!holding?.holder) return;
  const { pid, host, since, command } = holding.holder;
  throw new LockedError(
    `${outDir} is locked by process ${pid} on ${host} (${command}), running since ${since}`,
    `Wait until it has ended, or choose another --out. If it does not run any more on ${host}, remove ${holding.path}.`,
  );
}

async function live(locks: readonly LockFile[]): Promise<LockFile | undefined> {
  for (const lock of locks) if (lock.holder && (await isAlive(lock.holder))) return lock;
  return undefined;
}

/** Files of live contenders stay: each of them sees this lock and withdraws. */
async function removeDead(files: Files, outDir: string): Promise<void> {
  for (const lock of await lockFiles(files, outDir))
    if (!lock.holder || !(await isAlive(lock.holder))) await files.remove(lock.path);
}

async function lockFiles(files: Files, outDir: string): Promise<LockFile[]> {
  const locks: LockFile[] = [];
  for (const name of await files.list(outDir)) {
    const number = LOCK_NAME.exec(name)?.[1];
    if (number === undefined) continue;
    const path = join(outDir, name);
    const text = await readIfThere(files, path);
    if (text !== undefined) locks.push({ path, number: Number(number), holder: parseHolder(text) });
  }
  return locks;
}

async function readIfThere(files: Files, path: string): Promise<string | undefined> {
  try {
    return (await files.read(path)).toString('utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
