import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SHARED = join(import.meta.dirname, '../../../shared');

/** Whether the recorded upstream is at hand; it is no part of this repository. */
export const RECORDED =
  existsSync(join(SHARED, 'recorded')) && existsSync(join(SHARED, 'tools/recorded-upstream.mjs'));

export interface RecordedUpstream {
  /** Base URLs as environment variables. */
  env: Record<string, string>;
  close(): void;
}

/** Serves the recorded responses on a free port of this machine. */
export async function startRecorded(faults = ''): Promise<RecordedUpstream> {
  const child = spawn(
    process.execPath,
    [join(SHARED, 'tools/recorded-upstream.mjs'), '--data', join(SHARED, 'recorded'), '--faults', faults],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the recorded upstream ended before it listened')));
  });
  const { urls: env } = JSON.parse(line) as { urls: Record<string, string> };
  return { env, close: () => child.kill('SIGTERM') };
}

/** The rows of an expected.tsv as records by column. */
export function expectedRows(dataset: 'metaculus' | 'polymarket' | 'huggingface'): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(join(SHARED, 'recorded', dataset, 'expected.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const values = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  });
}
