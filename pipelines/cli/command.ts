import type { ExitCode } from '../../common/errors.js';

/** What a command ended with; `line` is the last line on stderr. */
export interface CommandResult {
  exitCode: ExitCode;
  line: string;
}

/** Writes an answer to stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
