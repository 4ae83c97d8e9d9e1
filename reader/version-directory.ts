import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { access, isPresent, RESTORE, refuseFile } from './access.js';
import { IncompleteDataError, WrongVersionError } from './errors.js';

const LATEST = 'latest';
const VERSION_NAME = /^\d{4}-\d{2}-\d{2}(\.\d+)?$/;

/** Whether a value can be the name of a version: a day, or a day with a number. */
export function isVersionName(value: unknown): value is string {
  return typeof value === 'string' && VERSION_NAME.test(value);
}

/**
 * The directory of a version, links resolved, so that it stays the same when `latest` moves: `path` itself, or the
 * version under the directory of a dataset. UnknownNameError where the path is a file, WrongVersionError where the
 * dataset does not have the version that is named, IncompleteDataError where it has none at all and none is named, or no
 * `latest`; both name those that are there.
 */
export async function versionDirectory(path: string, version: string = LATEST): Promise<string> {
  await refuseFile(path, 'Name the directory of a version, or of a dataset with its versions.');
  const dir = (await isPresent(join(path, 'manifest.json'))) ? path : join(path, version);
  if (await isPresent(dir)) return access(dir, () => realpath(dir));
  throw await missing(path, version);
}

async function missing(path: string, version: string): Promise<IncompleteDataError | WrongVersionError> {
  const name = basename(path);
  const isOfVersion = name === LATEST || VERSION_NAME.test(name);
  if (isOfVersion && (await isPresent(path)))
    return new IncompleteDataError(`${join(path, 'manifest.json')} is missing`, RESTORE);
  const dataset = isOfVersion ? dirname(path) : path;
  const wanted = isOfVersion ? name : version;
  const there = await versionsIn(dataset);
  const remedy =
    there.length === 0
      ? 'It has none: build the dataset, or name the directory of a version.'
      : `It has ${there.join(', ')}.`;
  if (wanted !== LATEST) return new WrongVersionError(`${dataset} has no version ${wanted}`, remedy);
  return there.length === 0
    ? new IncompleteDataError(`no version is published under ${dataset}`, remedy)
    : new IncompleteDataError(`${dataset} has no version ${LATEST}`, remedy);
}

/** Oldest first. */
async function versionsIn(dataset: string): Promise<string[]> {
  if (!(await isPresent(dataset))) return [];
  const names = await access(dataset, () => readdir(dataset));
  return names.filter((name) => VERSION_NAME.test(name)).sort();
}
