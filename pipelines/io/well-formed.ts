import { toUSVString } from 'node:util';
import type { Row, Table } from '../../schemas/table.js';

/**
 * The row with every lone surrogate of its texts replaced by U+FFFD. UTF-8, and so Parquet, cannot hold one; replaced
 * before anything is written, both formats publish the same text. Returns the row itself where nothing changes.
 */
export function wellFormedRow(table: Table, row: Row): Row {
  let result = row;
  for (const name of Object.keys(table.columns)) {
    const value = row[name];
    const repaired = wellFormed(value);
    if (repaired === value) continue;
    if (result === row) result = { ...row };
    result[name] = repaired;
  }
  return result;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return toUSVString(value);
  if (!Array.isArray(value) || typeof value[0] !== 'string') return value;
  const items: unknown[] = value.map(wellFormed);
  return items.every((item, index) => item === value[index]) ? value : items;
}
