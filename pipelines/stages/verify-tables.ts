import { join, relative } from 'node:path';
import { FORMATS, type Format, rowsOfFile } from '../../reader/rows.js';
import type { Manifest } from '../../schemas/manifest.js';
import { type Row, rowCheck, rowProblem, type Table } from '../../schemas/table.js';
import type { Dataset, Violation } from '../dataset.js';
import { shardPaths } from '../io/read-table.js';
import { readBack } from '../io/readback.js';
import { jsonlPath } from '../io/table-paths.js';
import { attempted, onDamaged } from './verify-attempt.js';

/**
 * Every row of a table against its columns, in both formats, and the formats against each other; in the main table the
 * rows of each split against the manifest, and units against splits.
 */
export async function* verifyTable(
  dir: string,
  table: Table,
  manifest: Manifest,
  dataset: Dataset,
): AsyncGenerator<Violation> {
  const rows = new TableRows(table, dataset);
  for (const split of Object.keys(manifest.splits)) yield* verifySplit(dir, table, split, rows);
  if (table.name !== dataset.mainTable) return;
  for (const [split, { rows: announced }] of Object.entries(manifest.splits)) {
    const found = rows.count(split);
    if (found !== announced)
      yield { check: 'split_rows', id: split, detail: `${found} rows, the manifest says ${announced}` };
  }
}

async function* verifySplit(
  dir: string,
  table: Table,
  split: string,
  rows: TableRows,
): AsyncGenerator<Violation> {
  let isReadable = true;
  for (const format of FORMATS)
    for (const path of await pathsOf(dir, table, split, format)) {
      const findings: Violation[] = [];
      const read = await attempted('decodable', path, async () => {
        for await (const row of rowsOfFile(table, join(dir, path), format, undefined))
          if (format === 'parquet') findings.push(...rows.add(row));
      });
      yield* findings;
      if ('value' in read) continue;
      isReadable = false;
      yield read.violation;
    }
  if (!isReadable) return;
  const compared = await onDamaged('formats_agree', table.name, () => readBack(dir, table, split));
  if ('violation' in compared) yield compared.violation;
}

/** The files of a split in a format, relative to the version. */
async function pathsOf(dir: string, table: Table, split: string, format: Format): Promise<string[]> {
  if (format === 'jsonl') return [jsonlPath(table, split)];
  return (await shardPaths(dir, table, split)).map((path) => relative(dir, path));
}

/** What is known of the rows of a table so far. */
class TableRows {
  readonly #check: ReturnType<typeof rowCheck>;
  readonly #counts = new Map<string, number>();
  readonly #units = new Map<string, string>();

  constructor(
    private readonly table: Table,
    private readonly dataset: Dataset,
  ) {
    this.#check = rowCheck(table);
  }

  /** Rows that say of themselves that they are of a split. */
  count(split: string): number {
    const count = this.#counts.get(split);
    return count === undefined ? 0 : count;
  }

  *add(row: Row): Generator<Violation> {
    const valid = this.#check.safeParse(row);
    if (!valid.success) {
      const id = this.table.key.map((column) => String(row[column])).join(' ');
      yield { check: 'row_schema', id, detail: rowProblem(valid.error) };
    }
    const split = String(row.split);
    this.#counts.set(split, this.count(split) + 1);
    if (valid.success && this.table.name === this.dataset.mainTable) yield* this.#addUnits(row, split);
  }

  *#addUnits(row: Row, split: string): Generator<Violation> {
    for (const unit of this.dataset.unitsOf(row)) {
      const other = this.#units.get(unit);
      if (other !== undefined && other !== split)
        yield { check: 'units_in_one_split', id: unit, detail: `stands in ${other} and in ${split}` };
      this.#units.set(unit, split);
    }
  }
}
