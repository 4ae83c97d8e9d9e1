import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import thrift from 'parquetjs-lite/gen-nodejs/parquet_types.js';
import plain from 'parquetjs-lite/lib/codec/plain.js';
import rle from 'parquetjs-lite/lib/codec/rle.js';
import util from 'parquetjs-lite/lib/util.js';
import type { ParquetColumn } from './parquet-column.js';
import { PHYSICAL } from './parquet-schema.js';

const compress = promisify<Buffer, ZlibOptions, Buffer>(gzip);
/**
 * Each chunk of output is a trip to the thread pool: few large ones. None larger than what it can hold, because all
 * columns of a row group have theirs at once, and most columns are small.
 */
const CHUNK_BYTES = { least: 1024, most: 1024 * 1024 };

/** A data page with its header, and what both would take uncompressed. */
export interface Page {
  bytes: Buffer;
  places: number;
  uncompressedBytes: number;
}

/**
 * One version 1 data page of all values of a column: repetition levels, definition levels, plain values, compressed
 * with GZIP in the thread pool, so that columns compress side by side while further rows are taken.
 */
export async function encodePage(column: ParquetColumn): Promise<Page> {
  const places = column.places;
  const body = pageBody(column);
  const compressed = await compress(body, { chunkSize: chunkSize(body.length) });
  const header = util.serializeThrift(
    new thrift.PageHeader({
      type: thrift.PageType.DATA_PAGE,
      uncompressed_page_size: body.length,
      compressed_page_size: compressed.length,
      data_page_header: new thrift.DataPageHeader({
        num_values: places,
        encoding: thrift.Encoding.PLAIN,
        definition_level_encoding: thrift.Encoding.RLE,
        repetition_level_encoding: thrift.Encoding.RLE,
      }),
    }),
  );
  return {
    bytes: Buffer.concat([header, compressed]),
    places,
    uncompressedBytes: header.length + body.length,
  };
}

function chunkSize(bodyBytes: number): number {
  return Math.min(CHUNK_BYTES.most, Math.max(CHUNK_BYTES.least, bodyBytes));
}

function pageBody(column: ParquetColumn): Buffer {
  const physical = PHYSICAL[column.kind];
  const parts = [plain.encodeValues(physical === 'UTF8' ? 'BYTE_ARRAY' : physical, column.values)];
  if (column.maxDefinition > 0) parts.unshift(levels(column.definitions, column.maxDefinition));
  if (column.isList) parts.unshift(levels(column.repetitions, 1));
  return Buffer.concat(parts);
}

function levels(values: number[], highest: number): Buffer {
  return rle.encodeValues('INT32', values, { bitWidth: highest > 1 ? 2 : 1 });
}
