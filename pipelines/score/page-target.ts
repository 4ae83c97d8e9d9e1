import { constants, type Stats } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { UsageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { errorCode } from '../../common/node-files.js';

const REMEDY = 'Name another file with --html, in a directory that exists.';

/** System errors that another path mends. */
const OF_THE_PATH = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];

/** What a page must not be written over: the file that is read, and a published version. */
export interface Protected {
  /** Undefined for the standard input. */
  predictions: string | undefined;
  versionDir: string;
}

/**
 * The absolute path of a page to be written. UsageError where it cannot be written or must not: no path, a directory, no
 * ordinary file, the predictions themselves, within the version, or a directory that is missing or may not be written to.
 */
export async function pageTarget(path: string, { predictions, versionDir }: Protected): Promise<string> {
  if (path === '') throw refusal('no file is named');
  const target = resolve(path);
  const directory = await directoryOf(target);
  const there = await statOf(target);
  if (there?.isDirectory() === true) throw refusal(`${target} is a directory`);
  if (there?.isFile() === false) throw refusal(`${target} is no ordinary file`);
  const read = predictions === undefined ? undefined : await statOf(predictions);
  if (there !== undefined && there.dev === read?.dev && there.ino === read.ino)
    throw refusal(`${target} is the file of predictions`);
  if (`${join(directory, basename(target))}`.startsWith(`${versionDir}${sep}`))
    throw refusal(`${target} lies in a published version, which is never changed`);
  return target;
}

/** The directory of a page, links resolved, in which files can be made. */
async function directoryOf(target: string): Promise<string> {
  const directory = dirname(target);
  const there = await statOf(directory);
  if (there === undefined) throw refusal(`the directory ${directory} is missing`);
  if (!there.isDirectory()) throw refusal(`${directory} is no directory`);
  try {
    await access(directory, constants.W_OK | constants.X_OK);
    return await realpath(directory);
  } catch (error) {
    throw pathError(error, target);
  }
}

/** Writes a page. UsageError where the directory is gone or refuses it, StorageError where the disk does. */
export async function writePage(files: Files, target: string, content: string): Promise<void> {
  try {
    await files.writeAtomic(target, content);
  } catch (error) {
    const isWrapped = error instanceof Error && error.cause !== undefined;
    throw pathError(isWrapped ? error.cause : error, target, error);
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw pathError(error, path);
  }
}

/** UsageError where the path is to blame; `otherwise` for any other error. */
function pathError(cause: unknown, target: string, otherwise: unknown = cause): unknown {
  const code = errorCode(cause);
  if (code === undefined || !OF_THE_PATH.includes(code)) return otherwise;
  return refusal(`cannot write ${basename(target)} in ${dirname(target)}: ${code}`, cause);
}

function refusal(problem: string, cause?: unknown): UsageError {
  return new UsageError(`--html: ${problem}`, REMEDY, { cause });
}
