import type { Data, RecordBatch } from 'apache-arrow';
import { dayOfNumber } from '../../common/time.js';
import type { ColumnType, Row, Table } from '../../schemas/table.js';
import type { LeafKind } from './stored.js';

/**
 * The rows of a record batch, in the column language's form. Reads the batch's typed arrays column by column: looking
 * values up through vectors is many times slower.
 */
export function decodeBatch(table: Table, batch: RecordBatch): Row[] {
  const rows: Row[] = Array.from({ length: batch.numRows }, () => ({}));
  for (const [position, [name, { type }]] of Object.entries(table.columns).entries()) {
    const data = batch.data.children[position];
    if (!data) throw new TypeError(`the batch has no column ${name}`);
    const value = columnReader(type, data);
    const { nullBitmap, nullCount } = data;
    for (const [index, row] of rows.entries())
      row[name] = nullCount > 0 && !bit(nullBitmap, index) ? null : value(index);
  }
  return rows;
}

function bit(bytes: Uint8Array, index: number): boolean {
  return ((bytes[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
}

function columnReader(type: ColumnType, data: Data): (index: number) => unknown {
  if (type.kind !== 'list') return leafReader(type.kind, data);
  const offsets = data.valueOffsets;
  const [items] = data.children;
  if (!items) throw new TypeError('a list without items');
  if (type.of === 'double')
    return (index) => Array.from(items.values.subarray(offsets[index], offsets[index + 1]));
  const item = leafReader(type.of, items);
  return (index) => {
    const start = Number(offsets[index]);
    return Array.from({ length: Number(offsets[index + 1]) - start }, (_, place) => item(start + place));
  };
}

function leafReader(kind: LeafKind, data: Data): (index: number) => unknown {
  const { values } = data;
  if (kind === 'boolean') return (index) => bit(values, index);
  if (kind === 'double') return (index) => values[index];
  if (kind === 'day') return (index) => dayOfNumber(values[index]);
  if (kind === 'integer' || kind === 'instant') return (index) => Number(values[index]);
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const offsets = data.valueOffsets;
  return (index) => bytes.toString('utf8', offsets[index], offsets[index + 1]);
}
