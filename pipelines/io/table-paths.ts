import type { Table } from '../../schemas/table.js';

/** Where the files of all tables lie, and nothing else. */
export const DATA_DIRECTORY = 'data/';

/** `data/<table>`, relative to the version as every path here. */
export function tableDirectory(table: Table): string {
  return `${DATA_DIRECTORY}${table.name}`;
}

/** `data/<table>/<split>.jsonl`. TypeError where the split is no word, which `load_dataset` would refuse. */
export function jsonlPath(table: Table, split: string): string {
  return `${tableDirectory(table)}/${word(split)}.jsonl`;
}

/** `data/<table>/<split>-00000-of-00001.parquet`. */
export function parquetPath(table: Table, split: string, index: number, shards: number): string {
  return `${tableDirectory(table)}/${word(split)}-${padded(index)}-of-${padded(shards)}.parquet`;
}

/** Index and number of shards of a Parquet file's name; undefined where it is not one of the split. */
export function shardOf(name: string, split: string): { index: number; shards: number } | undefined {
  const match = /^(\w+)-(\d{5})-of-(\d{5})\.parquet$/.exec(name);
  if (match?.[1] !== split) return undefined;
  return { index: Number(match[2]), shards: Number(match[3]) };
}

function padded(count: number): string {
  return String(count).padStart(5, '0');
}

function word(split: string): string {
  if (!/^\w+$/.test(split)) throw new TypeError(`not a split name: ${split}`);
  return split;
}
