import thrift from 'parquetjs-lite/gen-nodejs/parquet_types.js';
import util from 'parquetjs-lite/lib/util.js';
import type { Column, Table } from '../../schemas/table.js';
import type { LeafKind } from './stored.js';

const MAGIC = 'PAR1';
const { Type, ConvertedType, FieldRepetitionType } = thrift;

/** Type and annotation of a leaf as they stand in the file; the old and the new annotation together. */
function leafType(kind: LeafKind): object {
  const string = {
    type: Type.BYTE_ARRAY,
    converted_type: ConvertedType.UTF8,
    logicalType: logical('STRING'),
  };
  const leaves: Readonly<Record<LeafKind, object>> = {
    text: string,
    enum: string,
    integer: { type: Type.INT64 },
    double: { type: Type.DOUBLE },
    boolean: { type: Type.BOOLEAN },
    day: { type: Type.INT32, converted_type: ConvertedType.DATE, logicalType: logical('DATE') },
    instant: {
      type: Type.INT64,
      converted_type: ConvertedType.TIMESTAMP_MICROS,
      logicalType: logical('TIMESTAMP'),
    },
  };
  return leaves[kind];
}

/** Without the logical type with its zone, DuckDB and polars read a converted timestamp as local time. */
function logical(name: 'STRING' | 'LIST' | 'DATE' | 'TIMESTAMP'): object {
  const micros = () => new thrift.TimeUnit({ MICROS: new thrift.MicroSeconds() });
  const makers = {
    STRING: () => new thrift.StringType(),
    LIST: () => new thrift.ListType(),
    DATE: () => new thrift.DateType(),
    TIMESTAMP: () => new thrift.TimestampType({ isAdjustedToUTC: true, unit: micros() }),
  };
  return new thrift.LogicalType({ [name]: makers[name]() });
}

function element(name: string, repetition: keyof typeof FieldRepetitionType, rest: object): object {
  return new thrift.SchemaElement({ name, repetition_type: FieldRepetitionType[repetition], ...rest });
}

function columnElements(name: string, { type, nullable }: Column): object[] {
  const repetition = nullable ? 'OPTIONAL' : 'REQUIRED';
  if (type.kind !== 'list') return [element(name, repetition, leafType(type.kind))];
  return [
    element(name, repetition, {
      num_children: 1,
      converted_type: ConvertedType.LIST,
      logicalType: logical('LIST'),
    }),
    element('list', 'REPEATED', { num_children: 1 }),
    element('element', 'OPTIONAL', leafType(type.of)),
  ];
}

/** The end of a Parquet file: metadata with the declared types, its length, the magic word. */
export function parquetFooter(table: Table, rows: number, rowGroups: readonly object[]): Buffer {
  const columns = Object.entries(table.columns);
  const root = new thrift.SchemaElement({ name: 'root', num_children: columns.length });
  const metadata = util.serializeThrift(
    new thrift.FileMetaData({
      version: 1,
      schema: [root, ...columns.flatMap(([name, column]) => columnElements(name, column))],
      num_rows: rows,
      row_groups: rowGroups,
      created_by: 'parquetjs-lite',
    }),
  );
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(metadata.length, 0);
  tail.write(MAGIC, 4, 'latin1');
  return Buffer.concat([metadata, tail]);
}
