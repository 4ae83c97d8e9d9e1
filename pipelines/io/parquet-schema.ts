import parquet, { type FieldDefinition, type Physical } from 'parquetjs-lite';
import type { Column, Table } from '../../schemas/table.js';
import type { LeafKind } from './stored.js';

/**
 * How parquetjs-lite stores each kind. Instants and days are plain integers to it: its own types refuse what lies
 * before 1970, and the annotation comes from our footer (parquet-footer.ts).
 */
export const PHYSICAL: Readonly<Record<LeafKind, Physical>> = {
  text: 'UTF8',
  enum: 'UTF8',
  integer: 'INT64',
  instant: 'INT64',
  day: 'INT32',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
};

/**
 * The parquetjs-lite schema of a table: GZIP, and no statistics, because its minima and maxima compare text as UTF-16
 * and make other readers skip rows. Lists have the three levels of the format, so that null, empty and filled differ.
 */
export function parquetSchema(table: Table): InstanceType<typeof parquet.ParquetSchema> {
  const fields = Object.entries(table.columns).map(([name, column]) => [name, field(column)] as const);
  return new parquet.ParquetSchema(Object.fromEntries(fields));
}

function field({ type, nullable }: Column): FieldDefinition {
  if (type.kind !== 'list') return leaf(PHYSICAL[type.kind], nullable);
  const element = leaf(PHYSICAL[type.of], true);
  return { type: 'LIST', optional: nullable, fields: { list: { repeated: true, fields: { element } } } };
}

function leaf(type: Physical, optional: boolean): FieldDefinition {
  return { type, optional, compression: 'GZIP', statistics: false };
}
