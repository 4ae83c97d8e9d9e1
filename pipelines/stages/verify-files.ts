import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { hashFile } from '../../common/hash.js';
import { access, refuseIrregular } from '../../reader/access.js';
import type { Manifest } from '../../schemas/manifest.js';
import type { Violation } from '../dataset.js';
import { attempted } from './verify-attempt.js';

/** Every file of the version is listed, and every listed one is there and holds what the manifest says. */
export async function* verifyFiles(dir: string, manifest: Manifest): AsyncGenerator<Violation> {
  const found = await attempted('files', '.', () => access(dir, () => allFiles(dir)));
  if ('violation' in found) {
    yield found.violation;
    return;
  }
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  const present = new Set(found.value);
  for (const path of present)
    if (path !== 'manifest.json' && !listed.has(path))
      yield { check: 'files', id: path, detail: 'stands in the version but not in its manifest' };
  for (const file of listed.values()) {
    const violation = present.has(file.path)
      ? await fileViolation(dir, file)
      : { check: 'files', id: file.path, detail: 'is missing' };
    if (violation !== undefined) yield violation;
  }
}

async function fileViolation(
  dir: string,
  { path, bytes, sha256 }: Manifest['files'][number],
): Promise<Violation | undefined> {
  const absolute = join(dir, path);
  const read = await attempted('files', path, async () => {
    await refuseIrregular(absolute);
    return access(absolute, () => hashFile(absolute));
  });
  if ('violation' in read) return read.violation;
  const { value } = read;
  if (value.bytes === bytes && value.sha256 === sha256) return undefined;
  const detail = `holds ${value.bytes} bytes with sha256 ${value.sha256}, the manifest says ${bytes} and ${sha256}`;
  return { check: 'files', id: path, detail };
}

async function allFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
