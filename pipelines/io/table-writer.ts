import { join } from 'node:path';
import type { Files } from '../../common/files.js';
import type { Row, Table } from '../../schemas/table.js';
import { HashedSink } from './hashed-sink.js';
import { jsonLine } from './jsonl.js';
import { ParquetFileWriter, ROW_GROUP, type RowGroupLimits } from './parquet-writer.js';
import { jsonlPath, parquetPath, tableDirectory } from './table-paths.js';
import { wellFormedRow } from './well-formed.js';

/** A file of a version as the manifest lists it; `path` is relative to the version. */
export interface FileEntry {
  path: string;
  bytes: number;
  sha256: string;
  rows: number;
}

/** When a shard is full, and a row group within it. */
export interface WriterLimits {
  shardRows: number;
  shardBytes: number;
  rowGroup: RowGroupLimits;
}

/** Shards of at most 100,000 rows; a shard ends soon after it has passed 250 MB. */
export const WRITER_LIMITS: WriterLimits = {
  shardRows: 100_000,
  shardBytes: 250_000_000,
  rowGroup: ROW_GROUP,
};

interface Shard {
  sink: HashedSink;
  writer: ParquetFileWriter;
  rows: number;
}

/**
 * Starts writing one split of a table under a version directory: Parquet shards and one JSONL file from one stream of
 * rows. No file is made before the first row; a split without rows leaves none.
 */
export function createTableWriter(
  files: Files,
  dir: string,
  table: Table,
  split: string,
  limits: WriterLimits = WRITER_LIMITS,
): TableWriter {
  return new TableWriter(files, dir, table, split, limits);
}

/** Made by createTableWriter. Await each call before the next one. */
export class TableWriter {
  private readonly finished: Omit<FileEntry, 'path'>[] = [];
  private lines: HashedSink | undefined;
  private shard: Shard | undefined;
  private rows = 0;

  constructor(
    private readonly files: Files,
    private readonly dir: string,
    private readonly table: Table,
    private readonly split: string,
    private readonly limits: WriterLimits,
  ) {}

  /**
   * Writes one row to both formats, lone surrogates replaced (wellFormedRow). TypeError where a value does not fit its
   * column, StorageError where the file system refuses; after an error the writer is unusable and its files are junk.
   */
  async append(row: Row): Promise<void> {
    await this.orAbandon(async () => {
      const text = wellFormedRow(this.table, row);
      const line = `${jsonLine(this.table, text)}\n`;
      this.lines ??= await this.openLines();
      this.shard ??= await this.openShard();
      await this.shard.writer.append(text, line.length);
      await this.lines.write(line);
      this.shard.rows += 1;
      this.rows += 1;
      if (this.isFull(this.shard)) await this.closeShard(this.shard);
    });
  }

  /** Completes the files and gives the shards their names, which hold the number of shards. Parquet first, then JSONL. */
  async close(): Promise<FileEntry[]> {
    return this.orAbandon(async () => {
      if (!this.lines) return [];
      if (this.shard) await this.closeShard(this.shard);
      const lines = {
        path: jsonlPath(this.table, this.split),
        ...(await this.lines.close()),
        rows: this.rows,
      };
      return [...(await this.nameShards()), lines];
    });
  }

  /** Closes the files after a failure elsewhere; they are junk and go with their directory. */
  async abandon(): Promise<void> {
    await this.lines?.abandon();
    await this.shard?.sink.abandon();
  }

  private isFull(shard: Shard): boolean {
    return shard.rows >= this.limits.shardRows || shard.writer.settledBytes >= this.limits.shardBytes;
  }

  private async openLines(): Promise<HashedSink> {
    await this.files.mkdir(join(this.dir, tableDirectory(this.table)));
    return HashedSink.create(this.files, join(this.dir, jsonlPath(this.table, this.split)));
  }

  private async openShard(): Promise<Shard> {
    const sink = await HashedSink.create(this.files, this.unnamedShard(this.finished.length));
    const writer = new ParquetFileWriter(this.table, (bytes) => sink.write(bytes), this.limits.rowGroup);
    return { sink, writer, rows: 0 };
  }

  private async closeShard(shard: Shard): Promise<void> {
    await shard.writer.close();
    this.finished.push({ ...(await shard.sink.close()), rows: shard.rows });
    this.shard = undefined;
  }

  private unnamedShard(index: number): string {
    return join(this.dir, tableDirectory(this.table), `${this.split}.${index}.part`);
  }

  private async nameShards(): Promise<FileEntry[]> {
    const entries = this.finished.map((entry, index) => ({
      path: parquetPath(this.table, this.split, index, this.finished.length),
      ...entry,
    }));
    for (const [index, { path }] of entries.entries())
      await this.files.rename(this.unnamedShard(index), join(this.dir, path));
    return entries;
  }

  private async orAbandon<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      await this.abandon();
      throw error;
    }
  }
}
