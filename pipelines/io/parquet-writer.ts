import parquet from 'parquetjs-lite';
import type { Row, Table } from '../../schemas/table.js';
import { ParquetColumn } from './parquet-column.js';
import { parquetFooter } from './parquet-footer.js';
import { encodePage, type Page } from './parquet-page.js';
import { parquetSchema } from './parquet-schema.js';

/** Takes the bytes of a file in order. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** Where a row group ends: at this many rows, or once its rows take about this many bytes uncompressed. */
export interface RowGroupLimits {
  rows: number;
  bytes: number;
}

/**
 * Small enough for the Hub's viewer (286 MiB) and for memory: writer and readers hold a few groups at a time, and texts
 * of a group that has gone by before the garbage collector comes are not moved. Large enough to compress well: the
 * window of GZIP is 32 kB.
 */
export const ROW_GROUP: RowGroupLimits = { rows: 4_000, bytes: 2 * 1024 * 1024 };

/**
 * Writes one Parquet file, row by row, through parquetjs-lite's envelope. Await each call before the next one. While
 * one row group is compressed and written, the next one is filled: memory holds two at most.
 */
export class ParquetFileWriter {
  private readonly envelope: InstanceType<typeof parquet.ParquetEnvelopeWriter>;
  private columns: ParquetColumn[];
  private rows = 0;
  private bytes = 0;
  private started: Promise<void> | undefined;
  /** Bytes of the row groups that were complete when the last one was begun: no matter of timing. */
  settledBytes = 0;

  constructor(
    private readonly table: Table,
    write: WriteBytes,
    private readonly limits: RowGroupLimits,
  ) {
    this.columns = columnsOf(table);
    const options = { useDataPageV2: false, pageIndex: false } as const;
    this.envelope = new parquet.ParquetEnvelopeWriter(
      parquetSchema(table),
      write,
      async () => undefined,
      0,
      options,
    );
  }

  /** Adds a row of about `bytes` bytes. TypeError where a value does not fit its column. */
  async append(row: Row, bytes: number): Promise<void> {
    for (const column of this.columns) column.add(row[column.name]);
    this.rows += 1;
    this.bytes += bytes;
    if (this.rows >= this.limits.rows || this.bytes >= this.limits.bytes) await this.startGroup();
  }

  /** Ends the last row group and writes the footer. Close files with at least one row only. */
  async close(): Promise<void> {
    if (this.rows > 0) await this.startGroup();
    await this.started;
    await this.envelope.writeSection(
      parquetFooter(this.table, this.envelope.rowCount, this.envelope.rowGroups),
    );
  }

  /** Waits for the group before, then lets this one compress and be written while more rows come in. */
  private async startGroup(): Promise<void> {
    await this.started;
    this.settledBytes = this.envelope.offset;
    this.started = this.writeGroup(this.columns, this.rows);
    this.started.catch(() => undefined);
    this.columns = columnsOf(this.table);
    this.rows = 0;
    this.bytes = 0;
  }

  private async writeGroup(columns: readonly ParquetColumn[], rows: number): Promise<void> {
    const pages = await Promise.all(columns.map(encodePage));
    if (this.envelope.offset === 0) await this.envelope.writeHeader();
    const written = this.envelope.writeRowGroup({
      rowCount: rows,
      pages: Object.fromEntries(columns.map((column, index) => [column.path, pagesOf(pages[index])])),
    });
    this.stateSizes(pages);
    await written;
  }

  /** The package gives compressed sizes where the format wants uncompressed ones. */
  private stateSizes(pages: readonly Page[]): void {
    const group = this.envelope.rowGroups.at(-1);
    if (!group) return;
    group.total_byte_size = pages.reduce((sum, page) => sum + page.uncompressedBytes, 0);
    for (const [index, { meta_data }] of group.columns.entries())
      meta_data.total_uncompressed_size =
        pages[index]?.uncompressedBytes ?? meta_data.total_uncompressed_size;
  }
}

function columnsOf(table: Table): ParquetColumn[] {
  return Object.entries(table.columns).map(([name, column]) => new ParquetColumn(name, column));
}

function pagesOf(page: Page | undefined) {
  return page ? [{ page: page.bytes, num_values: page.places, first_row_index: 0 }] : [];
}
