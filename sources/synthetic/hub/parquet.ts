import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { COLUMNS, type HubRecord } from './record.js';

/** How a file is written: writers differ in these. */
export interface ParquetStyle {
  codec: 'UNCOMPRESSED' | 'SNAPPY' | 'GZIP' | 'ZSTD';
  /** Rows of a row group. */
  rowGroup: number;
}

const PAGE_BYTES = 1 << 16;
const ZSTD_BLOCK = 1 << 17;

type Schema = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>;

const SCHEMA: Schema = [
  { name: 'schema', num_children: COLUMNS.length },
  ...COLUMNS.map((name): Schema[number] => ({
    name,
    type: 'BYTE_ARRAY',
    converted_type: 'UTF8',
    logical_type: { type: 'STRING' },
    repetition_type: 'OPTIONAL',
  })),
];

/** Records as the bytes of a Parquet file, with dictionaries where values repeat. */
export function encodeRecords(records: readonly HubRecord[], { codec, rowGroup }: ParquetStyle): Uint8Array {
  const buffer = parquetWriteBuffer({
    schema: SCHEMA,
    columnData: COLUMNS.map((name) => ({ name, data: records.map((record) => record[name]) })),
    codec,
    compressors: { GZIP: (bytes) => gzipSync(bytes, { level: 1 }), ZSTD: storedZstd },
    statistics: false,
    rowGroupSize: rowGroup,
    pageSize: PAGE_BYTES,
    createdBy: 'synthetic',
  });
  return new Uint8Array(buffer);
}

/** A Zstandard frame (RFC 8878) of raw blocks: valid for every decoder, without compression. */
function storedZstd(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / ZSTD_BLOCK));
  const frame = Buffer.alloc(9 + 3 * blocks + bytes.length);
  frame.writeUInt32LE(0xfd2fb528, 0);
  // Single segment, content size in four bytes, no checksum.
  frame.writeUInt8(0b1010_0000, 4);
  frame.writeUInt32LE(bytes.length, 5);
  let at = 9;
  for (let block = 0; block < blocks; block++) {
    const content = bytes.subarray(block * ZSTD_BLOCK, (block + 1) * ZSTD_BLOCK);
    const isLast = block === blocks - 1;
    frame.writeUIntLE((content.length << 3) | Number(isLast), at, 3);
    frame.set(content, at + 3);
    at += 3 + content.length;
  }
  return frame;
}
