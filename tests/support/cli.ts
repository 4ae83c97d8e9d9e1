import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '../../dist/pipelines/cli.js');

export interface CliRun {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** The last line of stderr. */
  last: string;
}

/** Runs the compiled program; the environment is the given one alone, besides PATH and HOME. */
export function runCli(
  args: readonly string[],
  options: { env?: Record<string, string>; killAfterMs?: number; signal?: 'SIGKILL' | 'SIGTERM' } = {},
): Promise<CliRun> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], { env: { PATH, HOME, ...options.env } });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const timer =
    options.killAfterMs === undefined
      ? undefined
      : setTimeout(() => child.kill(options.signal ?? 'SIGKILL'), options.killAfterMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const stderr = Buffer.concat(err).toString('utf8');
      resolve({
        code,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr,
        last: stderr.trimEnd().split('\n').at(-1) ?? '',
      });
    });
  });
}

/** A fresh directory that is removed with `dispose`. */
export async function temporaryDirectory(): Promise<{ path: string; dispose(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'forecast-datasets-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
}
