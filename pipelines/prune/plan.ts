import { join } from 'node:path';
import type { Files } from '../../common/files.js';
import type { InstantMicros } from '../../common/time.js';
import type { SourceName } from '../../sources/types.js';
import { outName, readAllUses } from '../stages/uses.js';
import { unusedCaches } from './caches.js';
import { REMOVAL_KINDS, type Removal, removal } from './removal.js';
import { unusedResponses } from './responses.js';
import { type DatasetRoots, findRoots, type PrunedDataset } from './roots.js';
import { chooseVersions, type VersionChoice } from './versions.js';

/** What a prune is asked for. */
export interface PruneRequest {
  outDir: string;
  snapshotsDir: string;
  /** Newest versions that stay, of each selected dataset. */
  keep: number;
  selected: readonly PrunedDataset[];
  /** All of the product's. */
  datasets: readonly PrunedDataset[];
  /** Wall clock. */
  now: InstantMicros;
}

export interface PrunePlan {
  /** Of the selected datasets. */
  versions: readonly VersionChoice[];
  /** In the order of removal. */
  removals: readonly Removal[];
  /** Why more than the kept versions need stays, in words. */
  notes: readonly string[];
}

/** Works out what goes. The caller holds the lock. */
export async function planPrune(files: Files, request: PruneRequest): Promise<PrunePlan> {
  const { outDir, snapshotsDir, keep, selected, datasets, now } = request;
  const isSelected = (name: string) => selected.some((dataset) => dataset.name === name);
  const choices: VersionChoice[] = [];
  for (const { name } of datasets)
    choices.push(await chooseVersions(files, outDir, name, isSelected(name) ? keep : 'all'));
  const lists = await readAllUses(files, snapshotsDir);
  const own = outName(snapshotsDir, outDir);
  const roots = findRoots(lists, own, choices, datasets, selected);
  const { removals, damaged } = await unusedResponses(files, snapshotsDir, {
    ...roots,
    swept: sweptSources(roots.datasets),
    now,
    isShared: lists.some(({ header }) => header?.out !== own),
  });
  const versions = choices.filter(({ dataset }) => isSelected(dataset));
  const all = [
    ...(await versionRemovals(outDir, versions)),
    ...(await Promise.all(roots.staleLists.map((path) => removal('list', path)))),
    ...removals,
    ...(await cacheRemovals(outDir, roots.datasets)),
  ];
  return {
    versions,
    removals: REMOVAL_KINDS.flatMap((kind) => all.filter((one) => one.kind === kind)),
    notes: [
      ...roots.datasets
        .filter(({ dataset, unknown }) => unknown !== undefined && isSelected(dataset))
        .map(({ dataset, unknown }) => `raw responses of ${dataset} all stay: ${unknown}`),
      ...damaged.map((path) => `bodies all stay: ${path} is damaged and may name any of them`),
    ],
  };
}

function sweptSources(datasets: readonly DatasetRoots[]): Map<SourceName, InstantMicros> {
  return new Map(
    datasets.flatMap(({ sources, unknown, lastRecordedAt }) =>
      unknown !== undefined || lastRecordedAt === undefined
        ? []
        : sources.map((source) => [source, lastRecordedAt] as const),
    ),
  );
}

function versionRemovals(outDir: string, choices: readonly VersionChoice[]): Promise<Removal[]> {
  const paths = choices.flatMap(({ dataset, removed }) =>
    removed.map((version) => join(outDir, dataset, version)),
  );
  return Promise.all(paths.map((path) => removal('version', path)));
}

async function cacheRemovals(outDir: string, datasets: readonly DatasetRoots[]): Promise<Removal[]> {
  const removals: Removal[] = [];
  for (const { dataset, unknown, caches } of datasets)
    if (unknown === undefined)
      removals.push(...(await unusedCaches(join(outDir, 'normalized', dataset), caches)));
  return removals;
}
