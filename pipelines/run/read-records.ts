import { join } from 'node:path';
import type { Files } from '../../common/files.js';
import { RUNS } from './record.js';
import { type RunRecord, runRecord } from './record-schema.js';

/** A record that cannot be read, and why. */
export interface DamagedRecord {
  path: string;
  reason: string;
}

/** The records of an output directory, oldest first; one that is damaged is named and costs nothing else. */
export async function readRunRecords(
  files: Files,
  outDir: string,
): Promise<{ records: RunRecord[]; damaged: DamagedRecord[] }> {
  const records: RunRecord[] = [];
  const damaged: DamagedRecord[] = [];
  for (const name of await files.list(join(outDir, RUNS))) {
    if (!name.endsWith('.json')) continue;
    const path = join(outDir, RUNS, name);
    const parsed = parseRunRecord((await files.read(path)).toString('utf8'));
    if (typeof parsed === 'string') damaged.push({ path, reason: parsed });
    else records.push(parsed);
  }
  records.sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  return { records, damaged };
}

/** The record, or in words what is wrong with it. */
export function parseRunRecord(text: string): RunRecord | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const parsed = runRecord.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `${issue?.path.join('.') || 'the record'}: ${issue?.message}`;
}
