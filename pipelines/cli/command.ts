import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExitCode, StorageError } from '../../common/errors.js';
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
 * Lets a command go on to its end where its output goes nowhere. Where nobody reads it any longer, as in `... | head`,
 * that is all: the exit code is the command's own. The returned function rejects with StorageError where the system
 * refused the output, as a full disk does.
 */
export function outliveReaders(streams: readonly NodeJS.WriteStream[]): () => Promise<void> {
  let refusal: StorageError | undefined;
  for (const stream of streams)
    stream.on('error', (cause) => {
      const code = errorCode(cause);
      if (code === 'EPIPE') return;
      refusal ??= new StorageError(
        `${code}: cannot write the output`,
        'Free space where it goes, or send it elsewhere; then run the command again.',
        { cause },
      );
    });
  return async () => {
    // A stream tells its errors on a later turn than the write.
    await nextTurn();
    if (refusal !== undefined) throw refusal;
  };
}
