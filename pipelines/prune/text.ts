import type { PrunePlan } from './plan.js';
import { REMOVAL_KINDS, type RemovalKind } from './removal.js';

const NAMES: Record<RemovalKind, readonly [one: string, many: string]> = {
  version: ['version', 'versions'],
  list: ['list of what a removed version rested on', 'lists of what removed versions rested on'],
  record: ['record of a response', 'records of responses'],
  walk: ['walk', 'walks'],
  body: ['response body', 'response bodies'],
  leftover: ['leftover of a killed process', 'leftovers of killed processes'],
  cache: ['file or directory of normalized records', 'files and directories of normalized records'],
};

/** What went, or would go, for people. */
export function pruneText(plan: PrunePlan, isDone: boolean): string {
  const versions = plan.versions.flatMap(({ dataset, kept, removed, latest }) => [
    `${dataset}: ${kept.length} kept, ${removed.length} removed`,
    ...kept.map((version) => `  keep    ${version}${version === latest ? ' (latest)' : ''}`),
    ...removed.map((version) => `  remove  ${version}`),
  ]);
  const sums = countsOf(plan).map(
    ({ kind, count, bytes }) => `  ${count} ${NAMES[kind][count === 1 ? 0 : 1]}, ${sizeText(bytes)}`,
  );
  const total = plan.removals.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...versions,
    `${isDone ? 'removed' : 'would be removed'}: ${sizeText(total)}`,
    ...sums,
    ...plan.notes.map((note) => `note: ${note}`),
  ].join('\n');
}

/** The same for machines. */
export function pruneReport(plan: PrunePlan, keep: number, isDone: boolean): object {
  return {
    done: isDone,
    keep,
    datasets: plan.versions.map(({ dataset, kept, removed, latest }) => ({
      dataset,
      kept,
      removed,
      latest: latest ?? null,
    })),
    removals: countsOf(plan),
    bytes: plan.removals.reduce((sum, { bytes }) => sum + bytes, 0),
    notes: plan.notes,
  };
}

function countsOf({ removals }: PrunePlan): { kind: RemovalKind; count: number; bytes: number }[] {
  return REMOVAL_KINDS.flatMap((kind) => {
    const ofKind = removals.filter((one) => one.kind === kind);
    const bytes = ofKind.reduce((sum, one) => sum + one.bytes, 0);
    return ofKind.length === 0 ? [] : [{ kind, count: ofKind.length, bytes }];
  });
}

function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
