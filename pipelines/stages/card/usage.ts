import type { VersionFacts } from '../version-facts.js';
import type { SplitFiles } from './front-matter.js';

function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n');
}

/** How to load the version with the tools its readers have. */
export function usage({ dataset, version }: VersionFacts, files: readonly SplitFiles[]): string {
  const first = files[0];
  if (first === undefined) return 'This version holds no rows.';
  const tables = [...new Set(files.map(({ table }) => table))];
  const folder = `./${dataset}/${version}`;
  const shard = `${folder}/data/${first.table}/${first.split}`;
  const loads = tables.map(
    (table) => `${table} = load_dataset("${folder}"${tables.length > 1 ? `, "${table}"` : ''})`,
  );
  return [
    'Paths start at the folder that holds the datasets. The same rows stand in `data/<table>/<split>.jsonl`.',
    fenced('python', [
      'from datasets import load_dataset',
      '',
      ...loads,
      `${first.table}["${first.split}"][0]`,
    ]),
    fenced('sql', [
      '-- DuckDB; its Python package needs pytz to hand instants to Python',
      `SELECT split, count(*) AS "rows" FROM read_parquet('${folder}/data/${first.table}/*.parquet') GROUP BY split;`,
    ]),
    fenced('python', ['import polars as pl', '', `${first.table} = pl.read_parquet("${shard}-*.parquet")`]),
    fenced('ts', [
      "import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';",
      "import { compressors } from 'hyparquet-compressors';",
      '',
      `const file = await asyncBufferFromFile('${folder}/${first.paths[0]}');`,
      `const ${first.table} = await parquetReadObjects({ file, compressors });`,
    ]),
  ].join('\n\n');
}
