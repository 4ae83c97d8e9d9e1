/** The part of parquetjs-lite 0.8.7 that is used here; the package ships no types. */
declare module 'parquetjs-lite' {
  export type Physical = 'BOOLEAN' | 'INT32' | 'INT64' | 'DOUBLE' | 'UTF8';

  export interface FieldDefinition {
    type?: Physical | 'LIST';
    optional?: boolean;
    repeated?: boolean;
    compression?: 'GZIP';
    statistics?: false;
    fields?: Record<string, FieldDefinition>;
  }

  class ParquetSchema {
    constructor(fields: Record<string, FieldDefinition>);
  }

  /** The pages of a row group, by the leaf's path joined with commas. */
  export interface ShreddedRows {
    rowCount: number;
    pages: Record<string, { page: Buffer; num_values: number; first_row_index: number }[]>;
  }

  export interface RowGroupMetadata {
    total_byte_size: number;
    columns: { meta_data: { total_uncompressed_size: number } }[];
  }

  class ParquetEnvelopeWriter {
    constructor(
      schema: ParquetSchema,
      write: (bytes: Buffer) => Promise<void>,
      close: () => Promise<void>,
      offset: number,
      options: { useDataPageV2: false; pageIndex: false },
    );
    /** Bytes written so far. */
    offset: number;
    rowCount: number;
    rowGroups: RowGroupMetadata[];
    writeHeader(): Promise<void>;
    writeRowGroup(rows: ShreddedRows): Promise<void>;
    writeSection(bytes: Buffer): Promise<void>;
  }

  const parquet: {
    ParquetSchema: typeof ParquetSchema;
    ParquetEnvelopeWriter: typeof ParquetEnvelopeWriter;
  };
  export default parquet;
}

declare module 'parquetjs-lite/gen-nodejs/parquet_types.js' {
  /** A structure of parquet.thrift, made from its fields. */
  type ThriftStruct = new (fields?: object) => object;
  const thrift: {
    Type: Readonly<Record<'BOOLEAN' | 'INT32' | 'INT64' | 'DOUBLE' | 'BYTE_ARRAY', number>>;
    ConvertedType: Readonly<Record<'UTF8' | 'LIST' | 'DATE' | 'TIMESTAMP_MICROS', number>>;
    FieldRepetitionType: Readonly<Record<'REQUIRED' | 'OPTIONAL' | 'REPEATED', number>>;
    Encoding: Readonly<Record<'PLAIN' | 'RLE', number>>;
    PageType: Readonly<Record<'DATA_PAGE', number>>;
    PageHeader: ThriftStruct;
    DataPageHeader: ThriftStruct;
    SchemaElement: ThriftStruct;
    LogicalType: ThriftStruct;
    StringType: ThriftStruct;
    ListType: ThriftStruct;
    DateType: ThriftStruct;
    TimestampType: ThriftStruct;
    TimeUnit: ThriftStruct;
    MicroSeconds: ThriftStruct;
    FileMetaData: ThriftStruct;
  };
  export default thrift;
}

declare module 'parquetjs-lite/lib/codec/plain.js' {
  const plain: {
    encodeValues(type: 'BOOLEAN' | 'INT32' | 'INT64' | 'DOUBLE' | 'BYTE_ARRAY', values: unknown[]): Buffer;
  };
  export default plain;
}

declare module 'parquetjs-lite/lib/codec/rle.js' {
  const rle: { encodeValues(type: 'INT32', values: number[], options: { bitWidth: number }): Buffer };
  export default rle;
}

declare module 'parquetjs-lite/lib/util.js' {
  const util: { serializeThrift(struct: object): Buffer };
  export default util;
}
