import {
  DATE,
  DOUBLE,
  type DuckDBAppender,
  DuckDBDateValue,
  DuckDBTimestampTZValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import { numberOfDay } from '../../common/time.js';
import { identifier, sqlType, withDuckDb } from '../../pipelines/io/duckdb.js';
import type { ColumnType, Row, Table } from '../../schemas/table.js';
import { type Cost, costOf } from './cost.js';

/** What handing the rows to DuckDB cost, and COPY ... (FORMAT parquet, COMPRESSION zstd) of what it then has. */
export interface BaselineCosts {
  append: Cost;
  copy: Cost;
}

/** Writes rows to one ZSTD Parquet file with DuckDB. */
export async function copyWithDuckDb(
  table: Table,
  rows: readonly Row[],
  path: string,
): Promise<BaselineCosts> {
  return withDuckDb(async (connection) => {
    await connection.run("SET memory_limit = '4GB'");
    const columns = Object.entries(table.columns);
    const declared = columns.map(([name, { type }]) => `${identifier(name)} ${sqlType(type)}`);
    await connection.run(`CREATE TABLE rows (${declared.join(', ')})`);
    const append = await costOf(async () => {
      const appender = await connection.createAppender('rows');
      for (const row of rows) {
        for (const [name, { type }] of columns) appendValue(appender, type, row[name]);
        appender.endRow();
      }
      appender.closeSync();
    });
    const copy = await costOf(() =>
      connection.run(`COPY rows TO '${path}' (FORMAT parquet, COMPRESSION zstd)`),
    );
    return { append, copy };
  });
}

function appendValue(appender: DuckDBAppender, type: ColumnType, value: unknown): void {
  if (typeof value === 'boolean') appender.appendBoolean(value);
  else if (typeof value === 'number') appendNumber(appender, type, value);
  else if (typeof value === 'string') appendText(appender, type, value);
  else if (Array.isArray(value)) appendList(appender, type, value);
  else appender.appendNull();
}

function appendNumber(appender: DuckDBAppender, type: ColumnType, value: number): void {
  if (type.kind === 'double') appender.appendDouble(value);
  else if (type.kind === 'integer') appender.appendBigInt(BigInt(value));
  else appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(value)));
}

function appendText(appender: DuckDBAppender, type: ColumnType, value: string): void {
  if (type.kind === 'day') appender.appendValue(new DuckDBDateValue(Number(numberOfDay(value))), DATE);
  else appender.appendVarchar(value);
}

function appendList(appender: DuckDBAppender, type: ColumnType, value: unknown[]): void {
  const item = type.kind === 'list' && type.of === 'double' ? DOUBLE : VARCHAR;
  appender.appendValue(listValue(value as string[]), LIST(item));
}
