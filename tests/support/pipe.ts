import { execFileSync } from 'node:child_process';

/** Makes a named pipe, which has no bytes and no end until somebody writes to it. */
export function makePipe(path: string): void {
  execFileSync('bash', ['-c', 'mkfifo -- "$1"', 'bash', path]);
}
