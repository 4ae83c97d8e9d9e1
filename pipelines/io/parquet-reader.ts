import { gunzipSync } from 'node:zlib';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import { dayOfNumber } from '../../common/time.js';
import type { Row } from '../../schemas/table.js';

/** Values as the column language has them in memory. Texts keep a leading byte order mark, which TextDecoder drops. */
const PARSERS = {
  timestampFromMicroseconds: Number,
  dateFromDays: dayOfNumber,
  stringFromBytes: (bytes: Uint8Array | undefined) =>
    bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'),
};

const COMPRESSORS: Compressors = { GZIP: (input) => gunzipSync(input) };

/** A published Parquet file, opened with hyparquet: a reader that shares no code with the writer. */
export class ParquetFile {
  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
  ) {}

  /** Opens the file and reads its footer. Rejects where it is no Parquet file. */
  static async open(path: string): Promise<ParquetFile> {
    const file = await asyncBufferFromFile(path);
    return new ParquetFile(file, await parquetMetadataAsync(file));
  }

  get rows(): number {
    return Number(this.metadata.num_rows);
  }

  /** All rows in order; memory holds one row group at a time. */
  async *stream(): AsyncGenerator<Row, void> {
    let start = 0;
    for (const group of this.metadata.row_groups) {
      const end = start + Number(group.num_rows);
      yield* await this.range(start, end);
      start = end;
    }
  }

  /** The rows from `start` up to, not including, `end`. */
  async range(start: number, end: number): Promise<Row[]> {
    const rows = await parquetReadObjects({
      file: this.file,
      metadata: this.metadata,
      rowStart: start,
      rowEnd: end,
      compressors: COMPRESSORS,
      parsers: PARSERS,
    });
    return rows.map(inMemory);
  }
}

/** The column language's integers are safe ones, checked on writing; absent values are null. */
function inMemory(row: Row): Row {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'bigint') row[name] = Number(value);
    else if (value === undefined) row[name] = null;
  }
  return row;
}
