import { formatInstant } from '../../common/time.js';
import type { Row, Table } from '../../schemas/table.js';

/**
 * One row as its line in a JSONL file, without the line end: keys in schema order, instants as ISO 8601 with `Z`,
 * absent values null, numbers in the shortest form that reads back to the same double (-0 as 0).
 * TypeError where a column is missing or a number is not finite: JSON would leave both out in silence.
 */
export function jsonLine(table: Table, row: Row): string {
  const cells: Row = {};
  for (const name of Object.keys(table.columns)) cells[name] = cell(table, name, row[name]);
  return JSON.stringify(cells);
}

function cell(table: Table, name: string, value: unknown): unknown {
  if (value === undefined) throw new TypeError(`${table.name}.${name} is missing`);
  if (!finite(value)) throw new TypeError(`${table.name}.${name} is not finite`);
  return typeof value === 'number' && table.columns[name]?.type.kind === 'instant'
    ? formatInstant(value)
    : value;
}

function finite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return !Array.isArray(value) || typeof value[0] !== 'number' || value.every(Number.isFinite);
}
