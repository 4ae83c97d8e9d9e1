import { sha256OfJson } from '../../common/hash.js';
import type { Row, Table } from '../../schemas/table.js';

/** A row of a version by its key, as text. */
export type RowKey = string;

export interface ChangedRow {
  key: RowKey;
  /** Columns whose values differ, in schema order. */
  fields: readonly string[];
  before: Row;
  after: Row;
}

/** What happened to the rows of one table between two versions. Keys are in the order of the version they stand in. */
export interface TableDiff {
  table: string;
  added: readonly RowKey[];
  removed: readonly { key: RowKey; row: Row }[];
  changed: readonly ChangedRow[];
  /** Changed rows per column. */
  fields: Readonly<Record<string, number>>;
}

/** Changed rows kept whole at a time: bounds the memory of a diff in which everything changed. */
const CHUNK = 5_000;

/** The key columns joined; a table's key is unique. */
export function keyOf(table: Table, row: Row): RowKey {
  return table.key.map((column) => String(row[column])).join(' ');
}

/**
 * Compares two versions of a table row by row. Columns that only one of them has count as changed in every row. Both
 * streams are read more than once. Removed and changed rows of `detail` columns are kept; memory holds one hash a row
 * and, at a time, at most 5,000 whole rows beyond those that are returned.
 */
export async function diffTable(
  table: Table,
  before: () => AsyncIterable<Row>,
  after: () => AsyncIterable<Row>,
): Promise<TableDiff> {
  const old = new Map<RowKey, string>();
  for await (const row of before()) old.set(keyOf(table, row), sha256OfJson(row));
  const added: RowKey[] = [];
  const changedKeys: RowKey[] = [];
  for await (const row of after()) {
    const key = keyOf(table, row);
    const hash = old.get(key);
    if (hash === undefined) added.push(key);
    else if (hash !== sha256OfJson(row)) changedKeys.push(key);
    old.delete(key);
  }
  const changed = await changedRows(table, changedKeys, before, after);
  return {
    table: table.name,
    added,
    removed: await rowsOf(table, new Set(old.keys()), before),
    changed,
    fields: countFields(table, changed),
  };
}

async function changedRows(
  table: Table,
  keys: readonly RowKey[],
  before: () => AsyncIterable<Row>,
  after: () => AsyncIterable<Row>,
): Promise<ChangedRow[]> {
  const changed: ChangedRow[] = [];
  for (let start = 0; start < keys.length; start += CHUNK) {
    const wanted = new Set(keys.slice(start, start + CHUNK));
    const olds = new Map((await rowsOf(table, wanted, before)).map(({ key, row }) => [key, row]));
    for await (const row of after()) {
      const key = keyOf(table, row);
      const earlier = wanted.has(key) ? olds.get(key) : undefined;
      if (earlier) changed.push(changeOf(key, earlier, row));
    }
  }
  return changed;
}

/** Only the columns that differ are kept, so that a version in which everything changed stays small. */
function changeOf(key: RowKey, before: Row, after: Row): ChangedRow {
  const columns = new Set([...Object.keys(before), ...Object.keys(after)]);
  const fields = [...columns].filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  const only = (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field]]));
  return { key, fields, before: only(before), after: only(after) };
}

async function rowsOf(
  table: Table,
  keys: ReadonlySet<RowKey>,
  rows: () => AsyncIterable<Row>,
): Promise<{ key: RowKey; row: Row }[]> {
  const found: { key: RowKey; row: Row }[] = [];
  if (keys.size === 0) return found;
  for await (const row of rows()) {
    const key = keyOf(table, row);
    if (keys.has(key)) found.push({ key, row });
  }
  return found;
}

function countFields(table: Table, changed: readonly ChangedRow[]): Record<string, number> {
  const counts = new Map<string, number>(Object.keys(table.columns).map((column) => [column, 0]));
  for (const { fields } of changed)
    for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}
