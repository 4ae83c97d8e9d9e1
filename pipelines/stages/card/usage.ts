import type { SplitFiles } from './front-matter.js';

function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n');
}

/** How to load the version with the tools its readers have; paths are relative to the version's folder. */
export function usage(files: readonly SplitFiles[]): string {
  const first = files[0];
  if (first === undefined) return 'This version holds no rows.';
  const tables = [...new Set(files.map(({ table }) => table))];
  const shard = `data/${first.table}/${first.split}`;
  const loads = tables.map(
    (table) => `${table} = load_dataset("${tables.length > 1 ? `.", "${table}` : '.'}")`,
  );
  return [
    'Run in the folder of this version, or put its path before the names. The same rows stand in `data/<table>/<split>.jsonl`.',
    fenced('python', [
      'from datasets import load_dataset',
      '',
      ...loads,
      `${first.table}["${first.split}"][0]`,
    ]),
    fenced('sql', [
      '-- DuckDB; its Python package needs pytz to hand instants to Python',
      `SELECT split, count(*) AS "rows" FROM read_parquet('data/${first.table}/*.parquet') GROUP BY split;`,
    ]),
    fenced('python', ['import polars as pl', '', `${first.table} = pl.read_parquet("${shard}-*.parquet")`]),
    fenced('ts', [
      "import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';",
      "import { compressors } from 'hyparquet-compressors';",
      '',
      `const file = await asyncBufferFromFile('${shard}-00000-of-00001.parquet');`,
      `const ${first.table} = await parquetReadObjects({ file, compressors });`,
    ]),
  ].join('\n\n');
}
