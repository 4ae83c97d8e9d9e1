import { join } from 'node:path';
import { UsageError } from '../../common/errors.js';
import { isVersionName, versionDirectory } from '../../reader/version-directory.js';
import type { Dataset } from '../dataset.js';
import { chooseDatasets } from '../datasets.js';

/**
 * Directory of a version, links resolved, `latest` included. UsageError for what is no version name, WrongVersionError
 * where the dataset does not have it, IncompleteDataError where it has no `latest`.
 */
export async function publishedDir(outDir: string, dataset: string, version: string): Promise<string> {
  refuseNoVersion(version);
  return versionDirectory(join(outDir, dataset), version);
}

function refuseNoVersion(version: string): void {
  if (version !== 'latest' && !isVersionName(version))
    throw new UsageError(`${version} is not a version`, 'See `npx forecast-datasets versions`.');
}

/** `DATASET` or `DATASET@VERSION`; the version is `latest` where none is named. UsageError for anything else. */
export function datasetAndVersion(text: string): { name: string; version: string } {
  const [name = '', version = 'latest', ...more] = text.split('@');
  if (more.length > 0)
    throw new UsageError(`${text} names more than one version`, 'Write DATASET or DATASET@VERSION.');
  refuseNoVersion(version);
  return { name, version };
}

/** The dataset of that name; UsageError where there is none. */
export function oneDataset(name: string): Dataset {
  const [dataset] = chooseDatasets([name]);
  if (!dataset) throw new UsageError(`there is no dataset ${name}`, 'See `npx forecast-datasets versions`.');
  return dataset;
}
