import {
  type AsyncBuffer,
  type FileMetaData,
  type ParquetParsers,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { abandonable, refuseStrayColumns } from '../../common/parquet-guard.js';
import { textReader } from '../../common/text-reader.js';

/** Rows decoded at a time: what one batch of wide text rows holds in memory stays below some ten megabytes. */
const BATCH_ROWS = 2_000;
const FOOTER_BYTES = 1 << 16;

/** Stands for text whose bytes are no valid UTF-8, so that the check of the row can name the field. */
export const INVALID_TEXT: unique symbol = Symbol('invalid UTF-8');

/** A Parquet file that is not what its reader was promised; `field` names the column where there is one. */
export class ParquetError extends Error {
  readonly field: string | undefined;

  constructor(message: string, options: ErrorOptions & { field?: string } = {}) {
    super(message, options);
    this.name = 'ParquetError';
    this.field = options.field;
  }
}

interface ParquetColumn {
  name: string;
  /** Whether its values are text, and not lists, numbers or bytes of another kind. */
  isText: boolean;
}

/** An opened file; nothing but its footer is in memory. */
export interface ParquetFile {
  rows: number;
  /** Top-level columns in file order. */
  columns: readonly ParquetColumn[];
  /**
   * Records with the named columns only, in file order, a batch at a time: bounded memory whatever the row groups
   * are. Text comes verbatim (a leading byte order mark included) or as INVALID_TEXT. Throws ParquetError.
   */
  batches(columns: readonly string[]): AsyncGenerator<Record<string, unknown>[]>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const readText = textReader();

/** U+FFFD is what the quick reader leaves of invalid bytes, and may be text: the strict one tells. */
function stringFromBytes(bytes: Uint8Array | undefined): string | typeof INVALID_TEXT | undefined {
  const text = readText(bytes);
  if (text === undefined || !text.includes('\ufffd')) return text;
  try {
    return utf8.decode(bytes);
  } catch {
    return INVALID_TEXT;
  }
}

/**
 * Opens a Parquet file of any writer: SNAPPY, GZIP, ZSTD, LZ4 and Brotli pages of both versions, dictionaries, delta
 * encodings, two- and three-level lists. Throws ParquetError where the footer is not to be read. `parsers` say what
 * becomes of days and instants, for which hyparquet has Date.
 */
export async function openParquet(
  file: AsyncBuffer,
  parsers: Partial<ParquetParsers> = {},
): Promise<ParquetFile> {
  const bytes = abandonable(file);
  const metadata = await readable('footer', async () => {
    const footer = await parquetMetadataAsync(bytes, { initialFetchSize: FOOTER_BYTES });
    refuseStrayColumns(footer);
    return footer;
  });
  return {
    rows: Number(metadata.num_rows),
    columns: columnsOf(metadata),
    batches: (columns) => batches(bytes, metadata, columns, { ...parsers, stringFromBytes }),
  };
}

function columnsOf(metadata: FileMetaData): ParquetColumn[] {
  return parquetSchema(metadata).children.map(({ element, children }) => ({
    name: element.name,
    isText:
      children.length === 0 &&
      element.type === 'BYTE_ARRAY' &&
      element.repetition_type !== 'REPEATED' &&
      (element.converted_type === undefined || element.converted_type === 'UTF8') &&
      (element.logical_type === undefined || element.logical_type.type === 'STRING'),
  }));
}

async function* batches(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
  parsers: Partial<ParquetParsers>,
): AsyncGenerator<Record<string, unknown>[]> {
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += BATCH_ROWS) {
      const rowEnd = Math.min(rowStart + BATCH_ROWS, groupEnd);
      yield await readable(`rows ${rowStart} to ${rowEnd}`, () =>
        parquetReadObjects({
          file,
          metadata,
          columns: [...columns],
          rowStart,
          rowEnd,
          compressors,
          useOffsetIndex: true,
          parsers,
        }),
      );
    }
    groupStart = groupEnd;
  }
}

async function readable<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new ParquetError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
