import type { SchemaElement } from 'hyparquet';
import type { Column, Table } from '../../schemas/table.js';
import { PHYSICAL } from './parquet-schema.js';
import type { LeafKind } from './stored.js';

const CONVERTED: Readonly<Record<LeafKind, string | undefined>> = {
  text: 'UTF8',
  enum: 'UTF8',
  integer: undefined,
  double: undefined,
  boolean: undefined,
  day: 'DATE',
  instant: 'TIMESTAMP_MICROS',
};

/**
 * How the columns that a Parquet file declares differ from those of its table, in words; undefined where they do not.
 * Names, order, types and whether null is allowed are those of parquetFooter.
 */
export function columnsProblem(table: Table, [, ...elements]: readonly SchemaElement[]): string | undefined {
  const expected = Object.entries(table.columns).flatMap(([name, column]) => declared(name, column));
  const found = elements.map(described);
  const index = expected.findIndex((element, place) => element !== found[place]);
  if (index !== -1)
    return `has other columns than ${table.name}: ${found[index] ?? 'nothing'} in the place of ${expected[index]}`;
  return found.length > expected.length
    ? `has other columns than ${table.name}: ${found[expected.length]} is too many`
    : undefined;
}

function declared(name: string, { type, nullable }: Column): string[] {
  const repetition = nullable ? 'OPTIONAL' : 'REQUIRED';
  if (type.kind !== 'list') return [leaf(name, repetition, type.kind)];
  return [
    describe(name, repetition, undefined, 'LIST'),
    describe('list', 'REPEATED', undefined, undefined),
    leaf('element', 'OPTIONAL', type.of),
  ];
}

function leaf(name: string, repetition: string, kind: LeafKind): string {
  const physical = PHYSICAL[kind];
  return describe(name, repetition, physical === 'UTF8' ? 'BYTE_ARRAY' : physical, CONVERTED[kind]);
}

function described({ name, repetition_type, type, converted_type }: SchemaElement): string {
  return describe(name, repetition_type, type, converted_type);
}

function describe(
  name: string,
  repetition: string | undefined,
  type: string | undefined,
  converted: string | undefined,
): string {
  return [name, repetition, type, converted].filter((part) => part !== undefined).join(' ');
}
