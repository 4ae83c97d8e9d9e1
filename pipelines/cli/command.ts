import type { ExitCode } from '../../common/errors.js';
import { errorCode } from '../../common/node-files.js';

/** What a command ended with; `line` is the last line on stderr. */
export interface CommandResult {
  exitCode: ExitCode;
  line: string;
}

/** Writes an answer to stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Lets a command go on to its end where nobody reads its output any longer, as in `... | head`: what it still writes is
 * lost, its exit code is its own. Any other error of the streams is thrown.
 */
export function outliveReaders(streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams)
    stream.on('error', (error) => {
      if (errorCode(error) !== 'EPIPE') throw error;
    });
}
