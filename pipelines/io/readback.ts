import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Row, Table } from '../../schemas/table.js';
import { jsonLine } from './jsonl.js';
import { linesOf } from './lines.js';
import { ParquetFile } from './parquet-reader.js';
import { shardPaths } from './read-table.js';
import { checkWithDuckDb } from './readback-duckdb.js';
import { refuse } from './refusal.js';
import { jsonlPath } from './table-paths.js';

/** Rows read again by their numbers, to see that a reader which skips pages lands on the right ones. */
const RANGE_ROWS = 7;

/** What a UTF-16 code unit takes in UTF-8 at most. */
const BYTES_A_UNIT = 3;

/** What the pass over all rows has learnt. */
export interface ReadBackFacts {
  rows: number;
  /** Bytes of the longest JSONL line. */
  longestLine: number;
  /** One text beyond ASCII per column that has one: filters on these must find the rows. */
  foreignTexts: ReadonlyMap<string, string>;
}

/**
 * Reads a written split back with two independent readers and compares every value with the JSONL file, which holds
 * what was meant to be written: hyparquet row by row, by ranges of rows, then DuckDB by types and values.
 * GateError naming file, row, column and both values. A split without files has no rows. Memory holds one row group.
 */
export async function readBack(dir: string, table: Table, split: string): Promise<{ rows: number }> {
  const shards = await shardPaths(dir, table, split);
  const jsonl = join(dir, jsonlPath(table, split));
  if (shards.length === 0 && !existsSync(jsonl)) return { rows: 0 };
  const facts = await compareRows(table, shards, jsonl);
  await checkWithDuckDb({ table, shards, jsonl, facts });
  return { rows: facts.rows };
}

async function compareRows(table: Table, shards: readonly string[], jsonl: string): Promise<ReadBackFacts> {
  const lines = linesOf(jsonl);
  const foreignTexts = new Map<string, string>();
  let longestLine = 0;
  let rows = 0;
  for (const shard of shards) {
    const file = await ParquetFile.open(shard);
    const sample = new RangeSample(file.rows);
    let row = 0;
    for await (const values of file.stream()) {
      const { value: line } = await lines.next();
      compareLine(table, shard, row, values, line);
      sample.offer(row, values);
      if (line) longestLine = Math.max(longestLine, line.length);
      noteForeignTexts(table, values, foreignTexts);
      row += 1;
    }
    if (row !== file.rows) refuse(shard, row, '(rows)', row, file.rows);
    rows += row;
    await sample.compare(table, shard, file);
  }
  const { value: surplus } = await lines.next();
  if (surplus) refuse(jsonl, rows, '(rows)', surplus.toString('utf8'), undefined);
  return { rows, longestLine, foreignTexts };
}

function compareLine(table: Table, shard: string, row: number, values: Row, line: Buffer | undefined): void {
  const names = Object.keys(values);
  if (names.join() !== Object.keys(table.columns).join())
    refuse(shard, row, '(columns)', names, Object.keys(table.columns));
  const found = jsonLine(table, values);
  if (line && encodes(found, line)) return;
  const meant: Row = line ? JSON.parse(line.toString('utf8')) : {};
  const read: Row = JSON.parse(found);
  const column = names.find((name) => JSON.stringify(read[name]) !== JSON.stringify(meant[name]));
  refuse(
    shard,
    row,
    column ?? '(line)',
    column ? read[column] : found,
    column ? meant[column] : line?.toString('utf8'),
  );
}

let scratch = Buffer.alloc(0);

/** Whether bytes are the UTF-8 form of a text. Lines are too many and too long to make a buffer for each. */
function encodes(text: string, bytes: Buffer): boolean {
  const most = text.length * BYTES_A_UNIT;
  if (scratch.length < most) scratch = Buffer.allocUnsafe(2 * most);
  return bytes.equals(scratch.subarray(0, scratch.write(text, 'utf8')));
}

function noteForeignTexts(table: Table, row: Row, texts: Map<string, string>): void {
  for (const [name, { type }] of Object.entries(table.columns)) {
    const value = row[name];
    if (type.kind !== 'text' || typeof value !== 'string' || texts.has(name)) continue;
    if (/[^\0-\x7f]/.test(value)) texts.set(name, value);
  }
}

/** Remembers the rows around the middle of a file, then reads just these again. */
class RangeSample {
  private readonly start: number;
  private readonly kept: Row[] = [];

  constructor(rows: number) {
    this.start = Math.max(0, Math.floor((rows - RANGE_ROWS) / 2));
  }

  offer(row: number, values: Row): void {
    if (row >= this.start && row < this.start + RANGE_ROWS) this.kept.push(values);
  }

  async compare(table: Table, shard: string, file: ParquetFile): Promise<void> {
    const again = await file.range(this.start, this.start + this.kept.length);
    for (const [index, meant] of this.kept.entries()) {
      const found = again[index];
      const line = Buffer.from(jsonLine(table, meant), 'utf8');
      if (found) compareLine(table, shard, this.start + index, found, line);
      else refuse(shard, this.start + index, '(range read)', undefined, meant);
    }
  }
}
