import { parseInstant } from '../common/time.js';
import type { Row, Table } from '../schemas/table.js';

/**
 * A row as it stands in JSON, in the form that the Parquet files give: instants as microseconds. What is no instant
 * stays as it is, for a check to refuse.
 */
export function rowOfJson(table: Table, json: Row): Row {
  const row: Row = {};
  for (const [name, { type }] of Object.entries(table.columns)) {
    const value = json[name];
    const instant = type.kind === 'instant' && typeof value === 'string' ? parseInstant(value) : undefined;
    row[name] = instant === undefined ? value : instant;
  }
  return row;
}
