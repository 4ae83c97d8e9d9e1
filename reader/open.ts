import { join } from 'node:path';
import type { DatasetName } from '../pipelines/dataset.js';
import { AlteredDataError, UsageError, WrongVersionError } from './errors.js';
import { readManifestFile } from './integrity.js';
import { choice, refuseUnknownOptions, shown } from './options.js';
import { DATASET_NAMES, isDatasetName } from './tables.js';
import { DatasetVersion } from './version.js';
import { isVersionName, versionDirectory } from './version-directory.js';

/** When files are compared with the manifest. */
const VERIFY = ['lazily', 'whole'] as const;

const OPTIONS = ['dataset', 'version', 'manifestSha256', 'verify'];
const SHA256 = /^[0-9a-f]{64}$/;

export interface OpenOptions<N extends DatasetName> {
  /** The dataset that must be there; gives the rows their types. */
  dataset?: N;
  /** The version that must be there, for example `2026-11-30`. Default: the one at the path, or `latest` under it. */
  version?: string;
  /** sha256 that manifest.json must have: pins every byte of the version, wherever it was copied from. */
  manifestSha256?: string;
  /**
   * `lazily` (default) compares each file with the manifest before it is first read; `whole` compares all of them
   * before openDataset returns.
   */
  verify?: (typeof VERIFY)[number];
}

/**
 * Opens a published version: `path` is the directory of a version, or of a dataset with its versions.
 *
 * IncompleteDataError where a version or a file of it is missing or not listed, AlteredDataError where a file or the
 * pinned manifest differs, WrongVersionError where another dataset or version is there, SchemaMismatchError where its
 * columns are not those of this release, UnknownNameError where the path is a file, UsageError for an unknown option or a
 * value that an option does not have.
 */
export async function openDataset<N extends DatasetName = DatasetName>(
  path: string,
  options: OpenOptions<N> = {},
): Promise<DatasetVersion<N>> {
  checkOptions(options);
  const dir = await versionDirectory(path, options.version);
  const { manifest, sha256 } = await readManifestFile(dir);
  const { dataset = manifest.dataset, version = manifest.version } = options;
  if (manifest.dataset !== dataset || manifest.version !== version)
    throw new WrongVersionError(
      `${path} holds ${manifest.dataset} ${manifest.version}, not ${dataset} ${version}`,
      'Name the directory of the version that you mean.',
    );
  if (options.manifestSha256 !== undefined && sha256 !== options.manifestSha256)
    throw new AlteredDataError(
      `${join(dir, 'manifest.json')} has sha256 ${sha256}, pinned is ${options.manifestSha256}`,
      'Restore the version from where it was published, or pin this one.',
    );
  if (!isNamed<N>(manifest.dataset))
    throw new WrongVersionError(`${manifest.dataset} is no dataset of this release`, 'Use a later release.');
  const opened = await DatasetVersion.of(manifest.dataset, { dir, manifest, manifestSha256: sha256 });
  if (options.verify === 'whole') await opened.verify();
  return opened;
}

/** What the types say of the options: JavaScript, or an unset variable, may bring anything. */
function checkOptions(options: OpenOptions<DatasetName>): void {
  refuseUnknownOptions(options, OPTIONS);
  const { dataset, version, manifestSha256, verify } = options;
  if (dataset !== undefined) choice('dataset', dataset, DATASET_NAMES);
  if (verify !== undefined) choice('verify', verify, VERIFY);
  if (version !== undefined && !isVersionName(version))
    throw new UsageError(
      `version cannot be ${shown(version)}`,
      'Name one, for example 2026-11-30, or leave it out for the latest.',
    );
  if (manifestSha256 !== undefined && !(typeof manifestSha256 === 'string' && SHA256.test(manifestSha256)))
    throw new UsageError(
      `manifestSha256 cannot be ${shown(manifestSha256)}`,
      'Give the 64 lower-case hexadecimal digits of manifestSha256 of an opened version.',
    );
}

/** The name was compared with the one that was asked for, so it is N. */
function isNamed<N extends DatasetName>(name: string): name is N {
  return isDatasetName(name);
}
