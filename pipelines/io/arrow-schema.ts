import {
  Bool,
  type DataType,
  DateDay,
  Field,
  Float64,
  Int64,
  List,
  Schema,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';
import type { ColumnType, Table } from '../../schemas/table.js';
import type { LeafKind } from './stored.js';

const LEAVES: Readonly<Record<LeafKind, () => DataType>> = {
  text: () => new Utf8(),
  enum: () => new Utf8(),
  integer: () => new Int64(),
  double: () => new Float64(),
  boolean: () => new Bool(),
  instant: () => new TimestampMicrosecond('UTC'),
  day: () => new DateDay(),
};

/** The Arrow type of a column. */
export function arrowType(type: ColumnType): DataType {
  return type.kind === 'list' ? new List(new Field('item', LEAVES[type.of](), false)) : LEAVES[type.kind]();
}

/** The Arrow schema of a table: plain UTF-8, no dictionaries, instants in microseconds with UTC. */
export function arrowSchema(table: Table): Schema {
  return new Schema(
    Object.entries(table.columns).map(
      ([name, { type, nullable }]) => new Field(name, arrowType(type), nullable),
    ),
  );
}
