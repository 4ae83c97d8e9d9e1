import { join } from 'node:path';
import { z } from 'zod';
import type { Files } from '../../common/files.js';
import { readJsonLines } from '../io/json-lines.js';

const line = z.strictObject({ id: z.string(), sha256: z.string() });

/** evidence.jsonl of a version by id; empty for a version that has none. */
export async function readEvidence(files: Files, versionDir: string): Promise<Map<string, string>> {
  const evidence = new Map<string, string>();
  const path = join(versionDir, 'evidence.jsonl');
  for await (const { id, sha256 } of readJsonLines(files, path, line)) evidence.set(id, sha256);
  return evidence;
}
