import { type Data, type DataType, makeData, RecordBatch, type Schema, Struct } from 'apache-arrow';
import type { Column, Row, Table } from '../../schemas/table.js';
import { arrowType } from './arrow-schema.js';
import { type LeafKind, refusal, storedValue } from './stored.js';

/**
 * Rows as one Arrow record batch. Lone surrogates become U+FFFD, since UTF-8 cannot hold them. TypeError, naming the
 * column, where a value does not fit.
 */
export function encodeBatch(table: Table, schema: Schema, rows: readonly Row[]): RecordBatch {
  const children = Object.entries(table.columns).map(([name, column]) =>
    encodeColumn(
      name,
      column,
      rows.map((row) => row[name]),
    ),
  );
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length: rows.length, nullCount: 0, children }),
  );
}

function encodeColumn(name: string, column: Column, values: readonly unknown[]): Data {
  const { type, nullable } = column;
  const validity = nullable ? validityOf(values) : { nullCount: 0 };
  if (type.kind !== 'list') return encodeLeaf(name, type.kind, arrowType(type), values, nullable, validity);
  const offsets = new Int32Array(values.length + 1);
  const items: unknown[] = [];
  for (const [index, value] of values.entries()) {
    if (Array.isArray(value)) for (const item of value) items.push(item);
    else if (value !== null || !nullable) throw refusal(name, 'list', value);
    offsets[index + 1] = items.length;
  }
  const child = encodeLeaf(name, type.of, arrowType({ kind: type.of }), items, false, { nullCount: 0 });
  const shape = { type: arrowType(type), length: values.length, valueOffsets: offsets, child };
  return makeData({ ...shape, ...validity } as Parameters<typeof makeData>[0]);
}

interface Validity {
  nullCount: number;
  nullBitmap?: Uint8Array;
}

function validityOf(values: readonly unknown[]): Validity {
  const nullBitmap = bits(values.map((value) => value !== null));
  return { nullCount: values.filter((value) => value === null).length, nullBitmap };
}

function bits(flags: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(flags.length / 64) * 8);
  for (const [index, flag] of flags.entries())
    if (flag) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  return bytes;
}

function encodeLeaf(
  name: string,
  kind: LeafKind,
  type: DataType,
  values: readonly unknown[],
  nullable: boolean,
  validity: Validity,
): Data {
  const stored = values.map((value) =>
    nullable && value === null ? undefined : storedValue(name, kind, value),
  );
  const shape = { type, length: values.length, ...validity, ...buffersOf(kind, stored) };
  return makeData(shape as Parameters<typeof makeData>[0]);
}

function buffersOf(kind: LeafKind, stored: readonly unknown[]): object {
  if (kind === 'text' || kind === 'enum') return textBuffers(stored);
  if (kind === 'boolean') return { data: bits(stored.map((value) => value === true)) };
  if (kind === 'double') return { data: filled(new Float64Array(stored.length), stored, numeric) };
  if (kind === 'day') return { data: filled(new Int32Array(stored.length), stored, numeric) };
  const bigint = (value: unknown) => BigInt(numeric(value));
  return { data: filled(new BigInt64Array(stored.length), stored, bigint) };
}

/** Typed arrays' own `from` is several times slower with a conversion. */
function filled<V, A extends { [index: number]: V }>(
  target: A,
  stored: readonly unknown[],
  convert: (value: unknown) => V,
): A {
  for (let index = 0; index < stored.length; index += 1) target[index] = convert(stored[index]);
  return target;
}

/** What stands in a null's place does not matter, but is always the same. */
function numeric(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Writes all texts into one buffer: one for each would cost more than the encoding. */
function textBuffers(stored: readonly unknown[]): { valueOffsets: Int32Array; data: Uint8Array } {
  const texts = stored.map((value) => (typeof value === 'string' ? value : ''));
  const data = Buffer.allocUnsafe(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0));
  const valueOffsets = new Int32Array(texts.length + 1);
  let end = 0;
  for (const [index, text] of texts.entries()) {
    end += data.write(text, end, 'utf8');
    valueOffsets[index + 1] = end;
  }
  return { valueOffsets, data };
}
