import { stat } from 'node:fs/promises';
import { NamedError, StorageError } from '../common/errors.js';
import { errorCode } from '../common/node-files.js';
import { AlteredDataError, IncompleteDataError, UnknownNameError } from './errors.js';

/** What mends a version that is not what was published. */
export const RESTORE =
  'Restore the version from where it was published, or remove its directory and build again.';

const SYSTEM_CODE = /^E(?!RR_)[A-Z0-9]+$/;

/** The result of an access to a file; whatever fails comes as an error of the library that names the path. */
export async function access<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw readerError(path, error);
  }
}

/** IncompleteDataError where a file cannot be read, AlteredDataError where it is read and cannot be decoded. */
export function readerError(path: string, error: unknown): Error {
  if (error instanceof NamedError && !(error instanceof StorageError)) return error;
  const code = errorCode(error);
  if (code === undefined || !SYSTEM_CODE.test(code))
    return new AlteredDataError(
      `${path} cannot be decoded: ${error instanceof Error ? error.message : String(error)}`,
      RESTORE,
      { cause: error },
    );
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new IncompleteDataError(`${path} is missing`, RESTORE, { cause: error });
  return new IncompleteDataError(
    `${path} cannot be read: ${code}`,
    'Give this user access to it, or copy the version to where it can be read.',
    { cause: error },
  );
}

/**
 * Refuses what is no ordinary file, before it is opened: a pipe or a device has no end. AlteredDataError; errors as
 * `access` where nothing is there.
 */
export async function refuseIrregular(path: string): Promise<void> {
  const found = await access(path, () => stat(path));
  if (found.isFile()) return;
  const what = found.isDirectory() ? 'a directory and should be a file' : 'no ordinary file';
  throw new AlteredDataError(`${path} is ${what}`, RESTORE);
}

/** Whether something stands at a path, links followed. Errors as `access`. */
export async function isPresent(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw readerError(path, error);
  }
}

/** UnknownNameError where a path that should name a directory names a file, or can name nothing. */
export async function refuseFile(path: string, remedy: string): Promise<void> {
  if (typeof path !== 'string' || path === '' || path.includes('\0'))
    throw new UnknownNameError(`${JSON.stringify(path)} is no path`, remedy);
  if ((await isPresent(path)) && !(await access(path, () => stat(path))).isDirectory())
    throw new UnknownNameError(`${path} is no directory`, remedy);
}
