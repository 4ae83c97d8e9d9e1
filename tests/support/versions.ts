import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../common/hash.js';

/** The records of a JSON Lines file. */
export function jsonl(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The manifest of a version without what may differ between machines, or between commits while a suite runs. */
export function comparableManifest(dir: string): Record<string, unknown> {
  const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  const { upstream, sources, generator, ...rest } = manifest;
  const { commit, ...program } = generator as Record<string, unknown>;
  return { ...rest, generator: program };
}

/** sha256 of every file of a version by path; the manifest without what may differ between machines. */
export async function contentOf(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const content: Record<string, string> = {};
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dir.length + 1);
    content[name] =
      name === 'manifest.json' ? JSON.stringify(comparableManifest(dir)) : sha256(await readFile(path));
  }
  return content;
}

/** The rows of a table of a version, all splits. */
export function rowsOf(
  dir: string,
  table: string,
  splits = ['train', 'validation', 'test'],
): Record<string, unknown>[] {
  return splits.flatMap((split) => jsonl(join(dir, 'data', table, `${split}.jsonl`)));
}
