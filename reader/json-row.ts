import { parseInstant } from '../common/time.js';
import type { Row, Table } from '../schemas/table.js';

/**
 * A row as it stands in JSON, in the form that the Parquet files give: instants as microseconds. What is no text of an
 * instant becomes NaN, which no check takes: a number would pass for microseconds. Other columns stay as they are.
 */
export function rowOfJson(table: Table, json: Row): Row {
  const row: Row = { ...json };
  for (const [name, { type }] of Object.entries(table.columns))
    if (type.kind === 'instant') row[name] = instantOf(json[name]);
  return row;
}

function instantOf(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  return instant === undefined ? Number.NaN : instant;
}
