import { readFile } from 'node:fs/promises';
import { Table as ArrowTable, type RecordBatch } from 'apache-arrow';
import type { DatasetName } from '../pipelines/dataset.js';
import { encodeBatch } from '../pipelines/io/arrow-encode.js';
import { arrowSchema } from '../pipelines/io/arrow-schema.js';
import { jsonlPath } from '../pipelines/io/table-paths.js';
import type { Manifest } from '../schemas/manifest.js';
import type { Row, Table } from '../schemas/table.js';
import { access } from './access.js';
import { SchemaMismatchError, UnknownNameError } from './errors.js';
import { CheckedFiles } from './integrity.js';
import { Markets } from './market.js';
import { choice, refuseUnknownOptions } from './options.js';
import { FORMATS, type Format, rowsOfFile } from './rows.js';
import { checkSplitFiles, shardsOf } from './split-files.js';
import { type MainTable, type RowOfTable, type TableName, tablesOf } from './tables.js';

/** Rows of an Arrow record batch. */
const BATCH_ROWS = 4_096;

export interface RowOptions<T extends string> {
  /** The main table by default: questions, or markets. */
  table?: T;
  /** Which of the two copies is read; both hold the same rows. Default `parquet`. */
  format?: Format;
}

/** What is known of a version when it is opened. */
export interface OpenedManifest {
  dir: string;
  manifest: Manifest;
  manifestSha256: string;
}

/**
 * An opened version of a dataset. Every file is compared with the manifest before it is first read. One of a named
 * dataset is a `DatasetVersion` of any: what is written for all datasets takes it.
 */
export class DatasetVersion<out N extends DatasetName = DatasetName> {
  readonly manifest: Manifest;
  /** sha256 of manifest.json: pins every byte of the version. */
  readonly manifestSha256: string;
  /** Absolute, links resolved: stays the same version when `latest` moves on. */
  readonly dir: string;

  private constructor(
    readonly dataset: N,
    opened: OpenedManifest,
    private readonly files: CheckedFiles,
    /** In published order, the main table first. */
    readonly tables: readonly Table[],
  ) {
    this.manifest = opened.manifest;
    this.manifestSha256 = opened.manifestSha256;
    this.dir = opened.dir;
  }

  /**
   * Made by openDataset. SchemaMismatchError where the version's columns are not those that the types declare,
   * IncompleteDataError where the manifest does not list every file of its splits.
   */
  static async of<N extends DatasetName>(dataset: N, opened: OpenedManifest): Promise<DatasetVersion<N>> {
    const files = new CheckedFiles(opened.dir, opened.manifest);
    const path = await files.path('schema.json');
    const schema: unknown = await access(path, async () => JSON.parse(await readFile(path, 'utf8')));
    const tables = tablesOf(dataset, schema);
    if (tables === undefined)
      throw new SchemaMismatchError(
        `${opened.dir} was published by ${opened.manifest.generator.version} with other columns than this release declares`,
        'Use the release that published it, or build a new version.',
      );
    checkSplitFiles(opened, files, tables);
    return new DatasetVersion(dataset, opened, files, tables);
  }

  /** The version's name, for example `2026-11-30`. */
  get version(): string {
    return this.manifest.version;
  }

  /** Splits with rows, in the order of the card. */
  get splits(): string[] {
    return Object.keys(this.manifest.splits);
  }

  /** Compares every file of the version with its manifest. IncompleteDataError, AlteredDataError. */
  async verify(): Promise<void> {
    for (const path of this.files.paths) await this.files.path(path);
  }

  /**
   * Absolute paths of the files of a split, in row order, for other readers (DuckDB, polars); checked as any other
   * file. UnknownNameError where the version has no such split or table, UsageError for an unknown format.
   */
  async paths(split: string, options: RowOptions<TableName<N>> = {}): Promise<string[]> {
    const format = formatOf(options);
    const table = this.#table(options.table);
    return Promise.all(this.#relative(table, split, format).map((path) => this.files.path(path)));
  }

  /**
   * The rows of a split in published order, streamed: memory holds one row group. Instants are whole microseconds since
   * 1970, days are `YYYY-MM-DD`, absent values null. Errors as `paths`; AlteredDataError, too, where a file no longer
   * gives the rows that the manifest announces.
   */
  rows<T extends string = MainTable<N> & TableName<N>>(
    split: string,
    options: RowOptions<T & TableName<N>> = {},
  ): AsyncGenerator<RowOfTable<N, T>, void> {
    return this.#rows(split, options) as AsyncGenerator<RowOfTable<N, T>, void>;
  }

  /**
   * A split as an Arrow table with the declared types: UTF-8, int64, float64, timestamps in UTC, days. Held in memory.
   * Errors as `rows`.
   */
  async arrow(split: string, options: { table?: TableName<N> } = {}): Promise<ArrowTable> {
    refuseUnknownOptions(options, ['table']);
    const table = this.#table(options.table);
    const schema = arrowSchema(table);
    const batches: RecordBatch[] = [];
    let rows: Row[] = [];
    for await (const row of this.#rows(split, { ...options, format: 'parquet' })) {
      rows.push(row);
      if (rows.length < BATCH_ROWS) continue;
      batches.push(encodeBatch(table, schema, rows));
      rows = [];
    }
    if (rows.length > 0 || batches.length === 0) batches.push(encodeBatch(table, schema, rows));
    return new ArrowTable(schema, batches);
  }

  /** The version's single-market files (polybench). UnknownNameError for the other datasets. */
  markets(): Markets {
    if (this.dataset !== 'polybench')
      throw new UnknownNameError(
        `${this.dataset} has no single-market files`,
        'Open a version of polybench.',
      );
    return Markets.ofVersion(this.dir, this.manifest, this.files);
  }

  async *#rows(split: string, options: RowOptions<string>): AsyncGenerator<Row, void> {
    const format = formatOf(options);
    const table = this.#table(options.table);
    for (const path of this.#relative(table, split, format))
      yield* rowsOfFile(table, await this.files.path(path), format, this.files.rows(path));
  }

  /** The files of a split within the version. */
  #relative(table: Table, split: string, format: Format): string[] {
    this.#known(split);
    return format === 'jsonl' ? [jsonlPath(table, split)] : shardsOf(this.files, table, split);
  }

  #known(split: string): void {
    if (!this.splits.includes(split))
      throw new UnknownNameError(
        `${this.dataset} ${this.version} has no split ${split}`,
        `It has ${this.splits.join(', ')}.`,
      );
  }

  #table(name: string | undefined): Table {
    const table = name === undefined ? this.tables[0] : this.tables.find((one) => one.name === name);
    if (table === undefined)
      throw new UnknownNameError(
        `${this.dataset} has no table ${name}`,
        `It has ${this.tables.map((one) => one.name).join(', ')}.`,
      );
    return table;
  }
}

/** The format that was asked for. UsageError where there is none of that name, and for an unknown option. */
function formatOf(options: RowOptions<string>): Format {
  refuseUnknownOptions(options, ['table', 'format']);
  return options.format === undefined ? 'parquet' : choice('format', options.format, FORMATS);
}
