import { stringify } from 'yaml';
import type { DatasetName } from '../../dataset.js';
import type { VersionFacts } from '../version-facts.js';

/** Names of the Hub's task list. */
const TASKS: Readonly<Record<DatasetName, readonly string[]>> = {
  forecast: ['question-answering'],
  polybench: ['time-series-forecasting'],
  openforesight: ['question-answering'],
};

/** Upper bounds of the Hub's size classes, in rows. */
const SIZES: readonly (readonly [number, string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
  [1e8, '10M<n<100M'],
];
const SHARD = /^data\/([^/]+)\/(.+)-\d{5}-of-\d{5}\.parquet$/;

/** Parquet rows of one table's split. */
export interface SplitFiles {
  table: string;
  split: string;
  rows: number;
  /** The shards, in order. */
  paths: readonly string[];
}

/**
 * The splits of each table for which Parquet was really written, in the order of the facts. TypeError where a split's
 * name is no word, which `load_dataset` refuses, and where a file has no rows, which breaks every other split.
 */
export function splitFiles({
  files,
  tables,
  splits,
}: Pick<VersionFacts, 'files' | 'tables' | 'splits'>): SplitFiles[] {
  const found = new Map<string, SplitFiles>();
  for (const { path, rows } of files) {
    const [, table, split] = SHARD.exec(path) ?? [];
    if (table === undefined || split === undefined) continue;
    if (!/^\w+$/.test(split)) throw new TypeError(`${path}: ${split} is no name for a split`);
    if (rows === undefined || rows === 0) throw new TypeError(`${path}: a published file without rows`);
    const known = found.get(`${table}/${split}`);
    found.set(`${table}/${split}`, {
      table,
      split,
      rows: known === undefined ? rows : known.rows + rows,
      paths: known === undefined ? [path] : [...known.paths, path],
    });
  }
  return tables.flatMap((table) =>
    splits.flatMap((split) => {
      const files = found.get(`${table.name}/${split.name}`);
      return files === undefined ? [] : [files];
    }),
  );
}

/** The Hub's size class of a number of rows. */
export function sizeCategory(rows: number): string {
  const size = SIZES.find(([bound]) => rows < bound);
  return size === undefined ? 'n>100M' : size[1];
}

function configs(files: readonly SplitFiles[]): object[] {
  const names = [...new Set(files.map(({ table }) => table))];
  return names.map((name, index) => ({
    config_name: name,
    ...(index === 0 && names.length > 1 ? { default: true } : {}),
    data_files: files
      .filter(({ table }) => table === name)
      .map(({ split }) => ({ split, path: `data/${name}/${split}-*.parquet` })),
  }));
}

/**
 * The YAML between the lines of dashes. Text is in double quotes throughout: readers of YAML 1.1 take a bare `no` for
 * false and a bare 2025_11 for a number.
 */
export function frontMatter(facts: VersionFacts): string {
  const { card } = facts;
  const files = splitFiles(facts);
  const head = {
    license: card.license,
    ...(card.licenseName === undefined ? {} : { license_name: card.licenseName }),
    language: ['en'],
    pretty_name: card.prettyName,
    tags: card.tags,
    task_categories: TASKS[facts.dataset],
    size_categories: [sizeCategory(files.reduce((sum, { rows }) => sum + rows, 0))],
    configs: configs(files),
  };
  return stringify(head, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 });
}
