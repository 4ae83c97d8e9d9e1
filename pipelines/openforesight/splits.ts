import { compareCodePoints } from '../../common/order.js';

/**
 * Splits from the one whose copy of a question is kept to the one whose copy gives way: validation, test, the other
 * held-out splits by name, train.
 */
export function splitsByPrecedence(splits: readonly string[]): string[] {
  return ranked(splits, ['validation', 'test'], ['train']);
}

/** Splits as the card lists them: train, validation, test, then the others by name. */
export function splitsInCardOrder(splits: readonly string[]): string[] {
  return ranked(splits, ['train', 'validation', 'test'], []);
}

/** The named ones first and last, in the order given; between them the others by code point. */
function ranked(splits: readonly string[], first: readonly string[], last: readonly string[]): string[] {
  const rank = (split: string): number => {
    const fromStart = first.indexOf(split);
    if (fromStart >= 0) return fromStart;
    return first.length + 1 + last.indexOf(split);
  };
  return [...splits].sort((a, b) => rank(a) - rank(b) || compareCodePoints(a, b));
}

/** A split of the upstream files: its published name and its shards in order. */
export interface SplitFiles<F> {
  /** Upstream's name with every character outside `\w` as `_`, which is what `load_dataset` accepts. */
  name: string;
  upstreamName: string;
  files: readonly F[];
}

export interface SplitLayout<F> {
  splits: readonly SplitFiles<F>[];
  /** What does not fit: Parquet files that belong to no split, shards that are not there. */
  problems: readonly { kind: 'unclaimed' | 'missing_shard'; path: string }[];
}

const SHARD = /^(?:data\/)?([^/]+?)-(\d{5})-of-(\d{5})(?:-[0-9a-f]{16})?\.parquet$/;

/**
 * The splits of a repository after its file names, `data/{split}-00000-of-00002.parquet` (the folder and the hash that
 * older uploads append are optional). Names that are no words are made words; where two would become one, the later by
 * code point gets `_2`, `_3`, ...
 */
export function splitLayout<F extends { path: string }>(files: readonly F[]): SplitLayout<F> {
  const problems: { kind: 'unclaimed' | 'missing_shard'; path: string }[] = [];
  const shards = new Map<string, Map<string, F>>();
  const sorted = [...files].sort((a, b) => compareCodePoints(a.path, b.path));
  for (const file of sorted.filter(({ path }) => path.endsWith('.parquet'))) {
    const [, split, index, total] = SHARD.exec(file.path) ?? [];
    if (split === undefined || index === undefined || total === undefined) {
      problems.push({ kind: 'unclaimed', path: file.path });
      continue;
    }
    const group = shards.get(split) ?? new Map<string, F>();
    shards.set(split, group.set(`${index}-of-${total}`, file));
  }
  for (const [split, group] of shards) problems.push(...missingShards(split, group));
  return { splits: named(shards), problems };
}

function missingShards<F>(
  split: string,
  group: ReadonlyMap<string, F>,
): { kind: 'missing_shard'; path: string }[] {
  const totals = [...new Set([...group.keys()].map((key) => key.slice(-5)))];
  return totals.flatMap((total) =>
    Array.from({ length: Number(total) }, (_, at) => `${String(at).padStart(5, '0')}-of-${total}`)
      .filter((key) => !group.has(key))
      .map((key) => ({ kind: 'missing_shard', path: `${split}-${key}.parquet` }) as const),
  );
}

function named<F>(shards: ReadonlyMap<string, ReadonlyMap<string, F>>): SplitFiles<F>[] {
  const taken = new Set([...shards.keys()].filter((name) => /^\w+$/.test(name)));
  return [...shards].map(([upstreamName, group]) => {
    const name = /^\w+$/.test(upstreamName) ? upstreamName : freeName(upstreamName, taken);
    taken.add(name);
    return { name, upstreamName, files: [...group.values()] };
  });
}

function freeName(upstreamName: string, taken: ReadonlySet<string>): string {
  const word = upstreamName.replace(/\W/g, '_');
  let name = word;
  for (let number = 2; taken.has(name); number++) name = `${word}_${number}`;
  return name;
}
