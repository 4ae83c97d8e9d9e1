import { dirname, join } from 'node:path';
import type { Files } from '../../common/files.js';
import { sha256 } from '../../common/hash.js';
import { jsonSchema, type Row, rowCheck, type Table } from '../../schemas/table.js';
import type { Dataset, Derivation, PublishedVersion } from '../dataset.js';
import { HashedSink } from '../io/hashed-sink.js';
import { createTableWriter, type FileEntry, type TableWriter } from '../io/table-writer.js';
import { wellFormedRow } from '../io/well-formed.js';

/** A file of a version; `rows` for those that hold records. */
export type VersionFile = Omit<FileEntry, 'rows'> & { rows?: number };

/** What was seen while the tables were written, for the gates and the comparison with the previous version. */
export interface Written {
  files: VersionFile[];
  /** Rows of the main table per split and type. */
  types: Map<string, Map<string, number>>;
  /** Split of every kept row, by id. */
  splits: Map<string, string>;
  /** Rule of every dropped candidate that was published before, by id. */
  droppedBefore: Map<string, string>;
  /** Evidence of kept rows and of candidates that were published before, by id. */
  evidence: Map<string, string>;
  /** Findings of audit.jsonl per check. */
  audit: Map<string, number>;
  invalidRows: string[];
  movedIds: string[];
  straddlingUnits: string[];
}

export interface WriteInput {
  dataset: Dataset;
  tables: readonly Table[];
  derivation: Derivation;
  files: Files;
  /** Temporary directory of the version. */
  dir: string;
  previous: PublishedVersion | undefined;
}

/** Writes the tables, the ledgers and the schema of a version, streaming, and counts what the gates ask for. */
export async function writeVersion(input: WriteInput): Promise<Written> {
  const before = await splitsOf(input.previous, input.dataset);
  const written: Written = {
    files: [],
    types: new Map(),
    splits: new Map(),
    droppedBefore: new Map(),
    evidence: new Map(),
    audit: new Map(),
    invalidRows: [],
    movedIds: [],
    straddlingUnits: [],
  };
  const units = new Map<string, string>();
  for (const table of input.tables)
    await writeTable(input, table, written, (row) => {
      if (table.name === input.dataset.mainTable) noteRow(input.dataset, row, before, units, written);
    });
  written.files.push(await writeDropped(input, before, written));
  written.files.push(await writeAudit(input, written));
  written.files.push(await writeEvidence(input, before, written));
  written.files.push(await writeSchema(input));
  if (input.derivation.extraFiles)
    for await (const { path, content } of input.derivation.extraFiles())
      written.files.push(await writeText(input, path, content));
  return written;
}

/** Writes a text file of the version and describes it for the manifest. */
export async function writeText(
  target: { files: Files; dir: string },
  path: string,
  content: string,
): Promise<VersionFile> {
  const place = join(target.dir, path);
  await target.files.mkdir(dirname(place));
  await target.files.writeAtomic(place, content);
  return { path, bytes: Buffer.byteLength(content), sha256: sha256(content) };
}

/** JSON Schema of every table, keyed by table. */
export function schemaJson(tables: readonly Table[]): string {
  const schemas = Object.fromEntries(tables.map((table) => [table.name, jsonSchema(table)]));
  return `${JSON.stringify(schemas, null, 2)}\n`;
}

async function splitsOf(
  previous: PublishedVersion | undefined,
  dataset: Dataset,
): Promise<Map<string, string>> {
  const splits = new Map<string, string>();
  if (!previous) return splits;
  for await (const row of previous.rows(dataset.mainTable))
    splits.set(String(row[dataset.idColumn]), String(row.split));
  return splits;
}

async function writeTable(
  input: WriteInput,
  table: Table,
  written: Written,
  note: (row: Row) => void,
): Promise<void> {
  const writers = new Map<string, TableWriter>();
  try {
    for await (const row of validRows(input, table, written)) {
      note(row);
      const split = String(row.split);
      const writer = writers.get(split) ?? createTableWriter(input.files, input.dir, table, split);
      writers.set(split, writer);
      await writer.append(row);
    }
    for (const split of input.derivation.splits) {
      const writer = writers.get(split);
      if (writer) written.files.push(...(await writer.close()));
    }
  } catch (error) {
    for (const writer of writers.values()) await writer.abandon();
    throw error;
  }
}

/** The rows that their schema allows; the others are left to the gate of valid rows. */
async function* validRows(input: WriteInput, table: Table, written: Written): AsyncGenerator<Row> {
  const check = rowCheck(table);
  for await (const raw of input.derivation.rows(table.name)) {
    const row = wellFormedRow(table, raw);
    const issue = check.safeParse(row).error?.issues[0];
    if (issue === undefined) {
      yield row;
      continue;
    }
    const key = table.key.map((column) => String(row[column])).join(' ');
    written.invalidRows.push(`${table.name} ${key}: ${issue.path.join('.')} ${issue.message}`);
  }
}

function noteRow(
  dataset: Dataset,
  row: Row,
  before: ReadonlyMap<string, string>,
  units: Map<string, string>,
  written: Written,
): void {
  const id = String(row[dataset.idColumn]);
  const split = String(row.split);
  written.splits.set(id, split);
  noteType(dataset, row, split, written);
  const earlier = before.get(id);
  if (earlier !== undefined && earlier !== split) written.movedIds.push(`${id}: ${earlier} -> ${split}`);
  for (const unit of dataset.unitsOf(row)) {
    const other = units.get(unit);
    if (other !== undefined && other !== split)
      written.straddlingUnits.push(`${unit}: ${other} and ${split}`);
    units.set(unit, split);
  }
}

function noteType(dataset: Dataset, row: Row, split: string, written: Written): void {
  if (dataset.typeColumn === undefined) return;
  const types = written.types.get(split) ?? new Map<string, number>();
  const type = String(row[dataset.typeColumn]);
  types.set(type, (types.get(type) ?? 0) + 1);
  written.types.set(split, types);
}

async function writeDropped(
  input: WriteInput,
  before: ReadonlyMap<string, string>,
  written: Written,
): Promise<VersionFile> {
  return writeLines(input, 'dropped.jsonl', input.derivation.dropped(), ({ id, rule, detail }) => {
    if (before.has(id)) written.droppedBefore.set(id, rule);
    return { id, rule, detail: detail.toWellFormed() };
  });
}

async function writeAudit(input: WriteInput, written: Written): Promise<VersionFile> {
  return writeLines(input, 'audit.jsonl', input.derivation.audit(), (finding) => {
    written.audit.set(finding.check, (written.audit.get(finding.check) ?? 0) + 1);
    return finding;
  });
}

/** evidence.jsonl: the hash of the upstream records behind each row, in id order of the tables. */
async function writeEvidence(
  input: WriteInput,
  before: ReadonlyMap<string, string>,
  written: Written,
): Promise<VersionFile> {
  for await (const { id, sha256: hash } of input.derivation.evidence())
    if (written.splits.has(id) || before.has(id)) written.evidence.set(id, hash);
  async function* kept() {
    for (const id of written.splits.keys()) yield id;
  }
  return writeLines(input, 'evidence.jsonl', kept(), (id) => ({ id, sha256: written.evidence.get(id) }));
}

async function writeSchema(input: WriteInput): Promise<VersionFile> {
  return writeText(input, 'schema.json', schemaJson(input.tables));
}

async function writeLines<T>(
  input: WriteInput,
  path: string,
  items: AsyncIterable<T>,
  toRecord: (item: T) => object,
): Promise<VersionFile> {
  const sink = await HashedSink.create(input.files, join(input.dir, path));
  let rows = 0;
  try {
    for await (const item of items) {
      await sink.write(`${JSON.stringify(toRecord(item))}\n`);
      rows += 1;
    }
    return { path, ...(await sink.close()), rows };
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}
