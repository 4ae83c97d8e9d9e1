import { constants, gunzipSync } from 'node:zlib';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import { abandonable, refuseStrayColumns } from '../../common/parquet-guard.js';
import { textReader } from '../../common/text-reader.js';
import { dayOfNumber } from '../../common/time.js';
import type { Row } from '../../schemas/table.js';

/** Values as the column language has them in memory. */
const PARSERS = {
  timestampFromMicroseconds: Number,
  dateFromDays: dayOfNumber,
  stringFromBytes: textReader(),
};

/** A chunk that takes the whole output and one byte more: zlib then neither grows nor joins chunks. */
const COMPRESSORS: Compressors = {
  GZIP: (input, length) => gunzipSync(input, { chunkSize: Math.max(length + 1, constants.Z_MIN_CHUNK) }),
};

/** A published Parquet file, opened with hyparquet: a reader that shares no code with the writer. */
export class ParquetFile {
  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
  ) {}

  /** Opens the file and reads its footer. Rejects where it is no Parquet file, or its footer contradicts itself. */
  static async open(path: string): Promise<ParquetFile> {
    const file = abandonable(await asyncBufferFromFile(path));
    const metadata = await parquetMetadataAsync(file);
    refuseStrayColumns(metadata);
    return new ParquetFile(file, metadata);
  }

  /** The columns as the file declares them. */
  get schema(): FileMetaData['schema'] {
    return this.metadata.schema;
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
