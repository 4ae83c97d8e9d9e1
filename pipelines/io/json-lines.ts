import type { z } from 'zod';
import { GateError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';
import { isPresent, refuseIrregular } from '../../reader/access.js';
import { linesOf } from './lines.js';

/**
 * The records of a JSON Lines file, each checked; nothing where the file is missing. GateError names the file and the
 * line that does not hold.
 */
export async function* readJsonLines<T>(files: Files, path: string, check: z.ZodType<T>): AsyncGenerator<T> {
  // Whether a file exists is found by opening it, and a pipe would keep that waiting.
  if (await isPresent(path)) await refuseIrregular(path);
  if (!(await files.exists(path))) return;
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    const text = line.toString('utf8').trim();
    if (text === '') continue;
    yield parseLine(text, check, `${path}:${number}`);
  }
}

function parseLine<T>(text: string, check: z.ZodType<T>, place: string): T {
  const remedy = 'Restore the file, or remove the version and build again.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GateError(`${place} is not JSON`, remedy, { cause });
  }
  const parsed = check.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GateError(`${place}: ${parsed.error.issues[0]?.message}`, remedy);
}
