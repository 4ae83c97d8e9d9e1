import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { parse } from 'yaml';
import { z } from 'zod';
import { identifier, pathLiteral, withDuckDb } from '../../pipelines/io/duckdb.js';

/** What `datasets.load_dataset` makes of a folder: configuration, split, then rows and columns in order. */
export type Loaded = Record<string, Record<string, { rows: number; columns: Record<string, string> }>>;

const counts = z.object({ name: z.string(), num_examples: z.number() });
const info = z.object({ config_name: z.string(), splits: z.array(counts).optional() });
const card = z.object({
  configs: z
    .array(
      z.object({
        config_name: z.string(),
        default: z.boolean().optional(),
        data_files: z.array(z.object({ split: z.string(), path: z.string() })).min(1),
      }),
    )
    .min(1),
  dataset_info: z.union([info, z.array(info)]).optional(),
});

/**
 * Loads a folder as `datasets.load_dataset` does, by the front matter of its card, with two readers that did not write
 * it. Rejects for what makes that library refuse the folder, or read it otherwise than it is published: a split without
 * rows, a pattern that matches nothing or something else than Parquet, columns that differ between files, several
 * configurations without one default, counts that are not those of the files.
 */
export async function loadAsDataset(dir: string): Promise<Loaded> {
  const { configs, dataset_info: infos } = card.parse(frontMatterOf(dir));
  const defaults = configs.filter((config) => config.default === true);
  if (configs.length > 1 && defaults.length !== 1)
    throw new Error(`${defaults.length} default configurations`);
  const loaded: Loaded = {};
  for (const { config_name: name, data_files: files } of configs) {
    const splits: Loaded[string] = {};
    for (const { split, path } of files) {
      if (!/^\w+(\.\w+)*$/.test(split)) throw new Error(`${split} is no name of a split`);
      splits[split] = await loadSplit(dir, split, path);
    }
    const [first, ...others] = Object.values(splits).map(({ columns }) => JSON.stringify(columns));
    if (others.some((columns) => columns !== first))
      throw new Error(`columns of ${name} differ between splits`);
    loaded[name] = splits;
  }
  for (const { config_name: name, splits } of [infos ?? []].flat())
    for (const { name: split, num_examples: said } of splits ?? [])
      if (loaded[name]?.[split]?.rows !== said)
        throw new Error(`${name}/${split}: the card counts ${said} rows`);
  return loaded;
}

function frontMatterOf(dir: string): unknown {
  const text = readFileSync(join(dir, 'README.md'), 'utf8');
  return parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '');
}

async function loadSplit(dir: string, split: string, pattern: string) {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => matcherOf(pattern).test(name));
  if (files.length === 0) throw new Error(`${pattern} matches no file`);
  let rows = 0;
  const seen = new Set<string>();
  for (const file of files) {
    const found = await readFile(join(dir, file));
    if (found.rows === 0) throw new Error(`${file} has no rows (${split})`);
    rows += found.rows;
    seen.add(JSON.stringify(found.columns));
  }
  const [columns] = seen;
  if (columns === undefined || seen.size > 1) throw new Error(`columns of ${pattern} differ between files`);
  return { rows, columns: JSON.parse(columns) as Record<string, string> };
}

/** A file pattern, in which `*` stands for anything within one folder. */
function matcherOf(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`);
}

async function readFile(path: string): Promise<{ rows: number; columns: Record<string, string> }> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const [root] = metadata.schema;
  const inGroups = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  return withDuckDb(async (connection) => {
    const source = `read_parquet(${pathLiteral(path)})`;
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
    const columns = described.getRowsJson().map(([name, type]) => [String(name), String(type)] as const);
    const filled = columns.map(([name]) => `count(${identifier(name)})`).join(', ');
    const [row] = (await connection.runAndReadAll(`SELECT count(*), ${filled} FROM ${source}`)).getRowsJson();
    const rows = Number(row?.[0]);
    if (rows !== inGroups || rows !== Number(metadata.num_rows) || root?.num_children !== columns.length)
      throw new Error(`${path}: readers disagree on rows or columns`);
    return { rows, columns: Object.fromEntries(columns) };
  });
}

const PYTHON = process.env.PYTHON || 'python3';
const run = promisify(execFile);

/** Whether there is a Python with the package `datasets`. */
export async function hasPythonDatasets(): Promise<boolean> {
  return run(PYTHON, ['-c', 'import datasets']).then(
    () => true,
    () => false,
  );
}

const SCRIPT = `
import json, sys
from datasets import get_dataset_config_names, load_dataset
folder, cache = sys.argv[1:]
load_dataset(folder, cache_dir=cache)
loaded = {}
for name in get_dataset_config_names(folder):
    splits = load_dataset(folder, name, cache_dir=cache)
    loaded[name] = {split: {"rows": rows.num_rows, "columns": {key: str(kind) for key, kind in rows.features.items()}}
                    for split, rows in splits.items()}
print(json.dumps(loaded))
`;

/** The same by the library itself; types as it writes them. Rejects where it refuses the folder. */
export async function loadWithPython(dir: string, cache: string): Promise<Loaded> {
  const env = { ...process.env, HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1', HF_HOME: cache };
  const { stdout } = await run(PYTHON, ['-c', SCRIPT, dir, cache], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Loaded;
}

const TYPES: Readonly<Record<string, string>> = {
  VARCHAR: "Value('string')",
  BIGINT: "Value('int64')",
  DOUBLE: "Value('float64')",
  BOOLEAN: "Value('bool')",
  DATE: "Value('date32')",
  'TIMESTAMP WITH TIME ZONE': "Value('timestamp[us, tz=UTC]')",
};

/** A type of DuckDB in the library's words. */
export function pythonType(type: string): string {
  return type.endsWith('[]') ? `List(${pythonType(type.slice(0, -2))})` : (TYPES[type] ?? type);
}
