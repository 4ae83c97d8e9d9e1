import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType, Table } from '../../schemas/table.js';
import type { LeafKind } from './stored.js';

/** Runs `work` on a fresh in-memory DuckDB that loads nothing from the network and spills nothing to disk. */
export async function withDuckDb<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: '512MB',
    temp_directory: '',
    autoinstall_known_extensions: 'false',
  });
  try {
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    return await work(connection);
  } finally {
    instance.closeSync();
  }
}

const SQL_TYPES: Readonly<Record<LeafKind, string>> = {
  text: 'VARCHAR',
  enum: 'VARCHAR',
  integer: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  instant: 'TIMESTAMP WITH TIME ZONE',
  day: 'DATE',
};

/** The type that DuckDB gives a published column. */
export function sqlType(type: ColumnType): string {
  return type.kind === 'list' ? `${SQL_TYPES[type.of]}[]` : SQL_TYPES[type.kind];
}

/** A text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A column's name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A path as an SQL literal that stands for that file alone, even where it holds characters of file patterns. */
export function pathLiteral(path: string): string {
  return literal(path.replaceAll(/[*?[]/g, (character) => `[${character}]`));
}

/** `read_parquet` over the files in the order given. */
export function parquetSource(paths: readonly string[]): string {
  return `read_parquet([${paths.map(pathLiteral).join(', ')}])`;
}

/** `read_json` over a JSONL file with the declared types; `longestLine` in bytes. */
export function jsonlSource(path: string, table: Table, longestLine: number): string {
  const columns = Object.entries(table.columns).map(
    ([name, { type }]) => `${identifier(name)}: ${literal(sqlType(type))}`,
  );
  const size = Math.max(longestLine * 2, 1024 * 1024);
  return `read_json(${pathLiteral(path)}, format = 'newline_delimited', maximum_object_size = ${size}, columns = {${columns.join(', ')}})`;
}
