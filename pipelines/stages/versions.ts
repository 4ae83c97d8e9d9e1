import { join } from 'node:path';
import { UsageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { formatInstant, type InstantMicros, parseInstant, utcDay } from '../../common/time.js';
import { isPresent, refuseIrregular } from '../../reader/access.js';
import { manifestOf } from '../../reader/integrity.js';
import type { Manifest } from '../../schemas/manifest.js';
import { tableNamed } from '../../schemas/table.js';
import type { Dataset, PublishedVersion } from '../dataset.js';
import { readPublishedTable } from '../io/read-table.js';
import { resolveParameters } from '../parameters.js';

const VERSION_NAME = /^(\d{4}-\d{2}-\d{2})(?:\.(\d+))?$/;

/** Version names of a dataset, oldest first. Anything else in the directory is passed over. */
export async function listVersions(files: Files, datasetDir: string): Promise<string[]> {
  const names = (await files.list(datasetDir)).filter((name) => VERSION_NAME.test(name));
  return names.sort(compareVersions);
}

/** By day, then by the number of that day. */
export function compareVersions(a: string, b: string): number {
  const [dayA = '', numberA = '1'] =
    VERSION_NAME.exec(a)
      ?.slice(1)
      .map((part) => part ?? '1') ?? [];
  const [dayB = '', numberB = '1'] =
    VERSION_NAME.exec(b)
      ?.slice(1)
      .map((part) => part ?? '1') ?? [];
  return dayA < dayB ? -1 : dayA > dayB ? 1 : Number(numberA) - Number(numberB);
}

/** `2026-11-30`, then `2026-11-30.2` for the second of that day. */
export function nextVersionName(existing: readonly string[], asOf: InstantMicros): string {
  const day = utcDay(asOf);
  const ofDay = existing.filter((name) => VERSION_NAME.exec(name)?.[1] === day);
  const last = ofDay.sort(compareVersions).at(-1);
  if (last === undefined) return day;
  return `${day}.${Number(VERSION_NAME.exec(last)?.[2] ?? '1') + 1}`;
}

/** The version that `latest` points at, or undefined where nothing is published. */
export async function openLatest(
  files: Files,
  outDir: string,
  dataset: Dataset,
): Promise<PublishedVersion | undefined> {
  const latest = join(outDir, dataset.name, 'latest');
  if (!(await isPresent(join(latest, 'manifest.json')))) return undefined;
  return openVersion(files, latest, dataset);
}

/** Opens a version directory. UsageError where it is of another dataset; errors as readManifest. */
export async function openVersion(files: Files, dir: string, dataset: Dataset): Promise<PublishedVersion> {
  const manifest = await readManifest(files, dir);
  if (manifest.dataset !== dataset.name)
    throw new UsageError(
      `${dir} holds a version of ${manifest.dataset}, not of ${dataset.name}`,
      `Name a directory that holds a version of ${dataset.name}.`,
    );
  const splits = Object.keys(manifest.splits);
  const tables = dataset.tables(resolveParameters(dataset, new Map(), manifest.parameters).dataset);
  return {
    version: manifest.version,
    dir,
    manifest,
    rows: (name) => readPublishedTable(dir, tableNamed(tables, name), splits),
  };
}

/** manifest.json of a version, checked. IncompleteDataError where it is missing, AlteredDataError where it is none. */
export async function readManifest(files: Files, dir: string): Promise<Manifest> {
  const path = join(dir, 'manifest.json');
  await refuseIrregular(path);
  return manifestOf(path, await files.read(path));
}

/** UsageError where the build's clock is before that of the version it would follow. */
export function refuseEarlierClock(asOf: InstantMicros, latest: PublishedVersion): void {
  const published = parseInstant(latest.manifest.as_of);
  if (published !== undefined && asOf < published)
    throw new UsageError(
      `--as-of ${formatInstant(asOf)} is earlier than that of the latest version, ${latest.version} (${latest.manifest.as_of})`,
      'Give a later --as-of, or another --out.',
    );
}
