import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../common/hash.js';
import { nodeFiles } from '../../common/node-files.js';
import { createTableWriter } from '../../pipelines/io/table-writer.js';
import { schemaJson } from '../../pipelines/stages/write-version.js';
import type { Manifest } from '../../schemas/manifest.js';
import type { Row, Table } from '../../schemas/table.js';

export interface Invented {
  dataset: Manifest['dataset'];
  version: string;
  /** Rows of each table, each with its split. */
  rows: readonly (readonly [table: Table, rows: readonly Row[]])[];
  parameters?: Manifest['parameters'];
  extraFiles?: Readonly<Record<string, string>>;
}

/** Publishes a version as the product does, small: tables, schema and manifest under `<out>/<dataset>/<version>`. */
export async function publishInvented(
  out: string,
  { dataset, version, rows, parameters = {}, extraFiles = {} }: Invented,
) {
  const dir = join(out, dataset, version);
  await mkdir(dir, { recursive: true });
  const files: Manifest['files'] = [];
  const splits: Manifest['splits'] = {};
  for (const [index, [table, all]] of rows.entries())
    for (const split of new Set(all.map((row) => String(row.split)))) {
      const own = all.filter((row) => row.split === split);
      const writer = createTableWriter(nodeFiles, dir, table, split);
      for (const row of own) await writer.append(row);
      files.push(...(await writer.close()));
      if (index === 0) splits[split] = { rows: own.length, groups: own.length };
    }
  const texts = { 'schema.json': schemaJson(rows.map(([table]) => table)), ...extraFiles };
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(join(dir, path, '..'), { recursive: true });
    await writeFile(join(dir, path), text);
    files.push({ path, bytes: Buffer.byteLength(text), sha256: sha256(text) });
  }
  const manifest: Manifest = {
    dataset,
    version,
    as_of: `${version}T00:00:00Z`,
    generator: { name: 'forecast-datasets', version: '0.1.0+rules.1', commit: 'abc' },
    upstream: 'synthetic',
    sources: [],
    parameters,
    splits,
    files,
    funnel: [],
    gates: [],
    schema_sha256: sha256(texts['schema.json']),
    terms: 'Invented.',
  };
  await writeFile(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await symlink(version, join(out, dataset, 'latest')).catch(() => undefined);
  return dir;
}

/** Rewrites the manifest of a version. */
export async function changeManifest(dir: string, change: (manifest: Manifest) => object): Promise<void> {
  const path = join(dir, 'manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify(change(manifest)));
}

/** Writes a file of a version and lists it with what it holds now. */
export async function changeFile(dir: string, path: string, content: string | Buffer): Promise<void> {
  await writeFile(join(dir, path), content);
  const entry = { path, bytes: Buffer.byteLength(content), sha256: sha256(content) };
  await changeManifest(dir, (manifest) => ({
    ...manifest,
    files: [...manifest.files.filter((file) => file.path !== path), entry],
  }));
}
