import { type InstantMicros, parseInstant } from '../../common/time.js';
import type { SourceName } from '../../sources/types.js';
import type { Dataset } from '../dataset.js';
import type { StoredUses } from '../stages/uses.js';
import type { VersionChoice } from './versions.js';

/** What a prune has to know of a dataset. */
export type PrunedDataset = Pick<Dataset, 'name' | 'sources'>;

/** What may be removed of one dataset's responses and caches, and what may not. */
export interface DatasetRoots {
  dataset: string;
  sources: readonly SourceName[];
  /** Why nothing of them may be removed; undefined where it is known what every kept version rests on. */
  unknown: string | undefined;
  caches: ReadonlySet<string>;
  /** When its last build ended well: what was fetched since may be the start of the next one. */
  lastRecordedAt: InstantMicros | undefined;
}

/** What the kept versions of all output directories rest on. */
export interface Roots {
  records: ReadonlySet<string>;
  walks: ReadonlySet<string>;
  datasets: readonly DatasetRoots[];
  /** Lists of this output directory that no kept version needs. */
  staleLists: readonly string[];
}

/**
 * Sorts the lists of what versions rest on. Lists of other output directories count whatever is in them: only a prune
 * there knows which of its versions are gone. `checked` lists count for the latest version alone.
 * @param selected datasets that may be swept
 * @param choices of every dataset
 */
export function findRoots(
  lists: readonly StoredUses[],
  ownOut: string,
  choices: readonly VersionChoice[],
  datasets: readonly PrunedDataset[],
  selected: readonly PrunedDataset[],
): Roots {
  const isOwn = ({ header }: StoredUses) => header?.out === ownOut;
  const counted = lists.filter((list) => !isOwn(list) || isNeeded(list, choices));
  return {
    records: new Set(counted.flatMap(({ uses }) => [...(uses?.records ?? [])])),
    walks: new Set(counted.flatMap(({ uses }) => [...(uses?.walks ?? [])])),
    datasets: datasets.map(({ name, sources }) => {
      const own = lists.filter((list) => datasetOf(list) === name);
      const choice = choices.find(({ dataset }) => dataset === name);
      return {
        dataset: name,
        sources,
        unknown: selected.some((one) => one.name === name)
          ? whyUnknown(
              own.filter((list) => counted.includes(list)),
              ownOut,
              choice,
            )
          : `${name} was not named`,
        caches: new Set(own.filter((list) => counted.includes(list) && isOwn(list)).flatMap(cachesOf)),
        lastRecordedAt: newest(own),
      };
    }),
    staleLists: lists.filter((list) => !counted.includes(list)).map(({ path }) => path),
  };
}

function isNeeded({ header }: StoredUses, choices: readonly VersionChoice[]): boolean {
  const choice = choices.find(({ dataset }) => dataset === header?.dataset);
  if (header === undefined || choice === undefined || !choice.kept.includes(header.version)) return false;
  return header.kind === 'published' || header.version === choice.latest;
}

/** A list whose header is damaged still lies in the directory of its dataset. */
function datasetOf({ header, path }: StoredUses): string | undefined {
  return header?.dataset ?? path.split(/[\\/]/).at(-2);
}

function whyUnknown(
  lists: readonly StoredUses[],
  ownOut: string,
  choice: VersionChoice | undefined,
): string | undefined {
  const damaged = lists.find(({ uses }) => uses === undefined);
  if (damaged) return `${damaged.path} is damaged`;
  const listed = lists.flatMap(({ header }) =>
    header?.out === ownOut && header.kind === 'published' ? [header.version] : [],
  );
  const missing = choice?.kept.find((version) => !listed.includes(version));
  if (missing !== undefined) return `there is no list of what ${choice?.dataset} ${missing} rests on`;
  return lists.length === 0 ? `no version of ${choice?.dataset} was published yet` : undefined;
}

function cachesOf({ uses }: StoredUses): string[] {
  return [...(uses?.caches ?? [])];
}

function newest(lists: readonly StoredUses[]): InstantMicros | undefined {
  const instants = lists.flatMap(({ header }) => {
    const instant = header && parseInstant(header.recorded_at);
    return instant === undefined ? [] : [instant];
  });
  return instants.length === 0 ? undefined : Math.max(...instants);
}
