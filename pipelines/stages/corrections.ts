import { join } from 'node:path';
import { z } from 'zod';
import type { Files } from '../../common/files.js';
import type { PublishedVersion } from '../dataset.js';
import { readJsonLines } from '../io/json-lines.js';
import type { Changes, Correction } from './changes.js';

const correction = z.strictObject({
  id: z.string(),
  field: z.string(),
  old: z.unknown(),
  new: z.unknown(),
  version: z.string(),
  cause: z.enum(['upstream', 'rules', 'parameters', 'defect']),
});

/**
 * corrections.jsonl of a new version: every line of the previous one, then what this version relabelled or withdrew,
 * so that scores computed against any earlier version can be repaired.
 */
export async function correctionsJsonl(
  files: Files,
  previous: PublishedVersion | undefined,
  changes: Changes | undefined,
): Promise<{ content: string; rows: number }> {
  const lines: Correction[] = [];
  if (previous)
    for await (const { id, field, old, new: now, version, cause } of readJsonLines(
      files,
      join(previous.dir, 'corrections.jsonl'),
      correction,
    ))
      lines.push({ id, field, old, new: now, version, cause });
  lines.push(...(changes?.corrections ?? []));
  return { content: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), rows: lines.length };
}
