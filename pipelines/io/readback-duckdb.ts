import type { DuckDBConnection } from '@duckdb/node-api';
import { GateError } from '../../common/errors.js';
import type { Table } from '../../schemas/table.js';
import { identifier, jsonlSource, parquetSource, sqlType, withDuckDb } from './duckdb.js';
import type { ReadBackFacts } from './readback.js';
import { refuse } from './refusal.js';

/** What DuckDB is to compare. */
export interface DuckDbCheck {
  table: Table;
  shards: readonly string[];
  jsonl: string;
  facts: ReadBackFacts;
}

interface Sources {
  parquet: string;
  json: string;
}

/**
 * DuckDB's view of the Parquet files against its view of the JSONL file: names and types of the columns, number of
 * rows, all values row by row, and filters on texts beyond ASCII. GateError where they differ or DuckDB cannot read.
 */
export async function checkWithDuckDb(check: DuckDbCheck): Promise<void> {
  if (check.shards.length === 0) return;
  const sources = {
    parquet: parquetSource(check.shards),
    json: jsonlSource(check.jsonl, check.table, check.facts.longestLine),
  };
  await withDuckDb(async (connection) => {
    // Rows are compared in order, by one thread: a second would only hold more of the files.
    await connection.run('SET threads = 1');
    await checkTypes(connection, check, sources);
    await checkValues(connection, check, sources);
  }).catch((error: unknown) => {
    if (error instanceof GateError) throw error;
    throw new GateError(`DuckDB cannot read ${name(check)}: ${String(error)}`, 'Nothing was published.', {
      cause: error,
    });
  });
}

function name(check: DuckDbCheck): string {
  return check.shards[0] ?? check.jsonl;
}

async function rowsOf(connection: DuckDBConnection, sql: string, values: string[] = []) {
  return (await connection.runAndReadAll(sql, values)).getRows();
}

async function checkTypes(
  connection: DuckDBConnection,
  check: DuckDbCheck,
  { parquet }: Sources,
): Promise<void> {
  const found = (await rowsOf(connection, `DESCRIBE FROM ${parquet}`)).map(
    ([column, type]) => `${column} ${type}`,
  );
  const meant = Object.entries(check.table.columns).map(([column, { type }]) => `${column} ${sqlType(type)}`);
  for (let index = 0; index < Math.max(found.length, meant.length); index += 1)
    if (found[index] !== meant[index]) refuse(name(check), 0, '(type)', found[index], meant[index]);
}

/**
 * One pass over each file, as the JSONL file takes long to parse: rows, rows that differ, rows that a filter is to find.
 * Rows are told apart by 64-bit hashes: joined whole, DuckDB holds 2,048 of them twice, however long their texts are.
 */
async function checkValues(
  connection: DuckDBConnection,
  check: DuckDbCheck,
  sources: Sources,
): Promise<void> {
  const { rows, foreignTexts } = check.facts;
  const filters = [...foreignTexts.keys()].map(
    (column, at) => `${identifier(column)} = $${at + 1} AS f${at}`,
  );
  const hashed = `hash(${hashedCells(check.table).join(', ')}) AS h`;
  const meant = `SELECT ${[hashed, ...filters].join(', ')} FROM ${sources.json}`;
  const counted = ['p.h IS DISTINCT FROM j.h', ...filters.map((_, at) => `j.f${at}`)];
  const counts = counted.map((where) => `count(*) FILTER (WHERE ${where})::DOUBLE`);
  const [[found, wrong, ...matches] = []] = await rowsOf(
    connection,
    `SELECT count(*)::DOUBLE, ${counts.join(', ')}
     FROM (SELECT ${hashed} FROM ${sources.parquet}) p POSITIONAL JOIN (${meant}) j`,
    [...foreignTexts.values()],
  );
  if (found !== rows) refuse(name(check), 0, '(rows)', found, rows);
  if (wrong !== 0) await reportFirst(connection, check, sources);
  await checkFilters(connection, check, sources.parquet, matches);
}

/** Lists with their length: null, empty and a list of a null have one hash. */
function hashedCells({ columns }: Table): string[] {
  return Object.entries(columns).flatMap(([column, { type }]) =>
    type.kind === 'list' ? [identifier(column), `len(${identifier(column)})`] : [identifier(column)],
  );
}

async function reportFirst(
  connection: DuckDBConnection,
  check: DuckDbCheck,
  { parquet, json }: Sources,
): Promise<never> {
  const joined = `FROM ${parquet} p POSITIONAL JOIN ${json} j`;
  for (const column of Object.keys(check.table.columns)) {
    const [found, meant] = [`p.${identifier(column)}`, `j.${identifier(column)}`];
    const numbered = `SELECT row_number() OVER () - 1 AS i, ${found} AS found, ${meant} AS meant ${joined}`;
    const different = `SELECT i::DOUBLE, found::VARCHAR, meant::VARCHAR FROM (${numbered}) WHERE found IS DISTINCT FROM meant`;
    const [first] = await rowsOf(connection, `${different} ORDER BY i LIMIT 1`);
    if (first) refuse(name(check), Number(first[0]), column, first[1], first[2]);
  }
  return refuse(name(check), 0, '(row)', 'a difference', 'none');
}

/** A filter lets DuckDB skip what the statistics of the file rule out: it has to find as many rows as a full pass. */
async function checkFilters(
  connection: DuckDBConnection,
  check: DuckDbCheck,
  parquet: string,
  matches: readonly unknown[],
): Promise<void> {
  for (const [at, [column, text]] of [...check.facts.foreignTexts].entries()) {
    // As a parameter: a NUL character would end the text of an SQL statement.
    const counted = `SELECT count(*)::DOUBLE FROM ${parquet} WHERE ${identifier(column)} = $1`;
    const [[found] = []] = await rowsOf(connection, counted, [text]);
    if (found !== matches[at]) refuse(name(check), 0, `${column} = ${text}`, found, matches[at]);
  }
}
