import { z } from 'zod';
import { HttpProblem } from './problems.js';

/** Secrets of one session by name. They live in memory with the session and are neither logged nor stored. */
export type Secrets = ReadonlyMap<string, string>;

const header = z.record(z.string(), z.union([z.string(), z.object({ value: z.string() })]));

/**
 * The secrets of a session: those of the `X-Secrets` header (base64 of `{"NAME":{"value":"..."}}`), then those of the
 * body, which win. HttpProblem 400 where the header cannot be read; it never repeats what was sent.
 */
export function readSecrets(
  encoded: string | undefined,
  body: Readonly<Record<string, string>> | undefined,
): Secrets {
  const secrets = new Map(encoded === undefined ? [] : readHeader(encoded));
  for (const [name, value] of Object.entries(body ?? {})) secrets.set(name, value);
  return secrets;
}

function readHeader(encoded: string): [string, string][] {
  const parsed = header.safeParse(decode(encoded));
  if (!parsed.success) throw new HttpProblem(400, 'X-Secrets is not base64 of {"NAME":{"value":"..."}}');
  return Object.entries(parsed.data).map(([name, secret]) => [
    name,
    typeof secret === 'string' ? secret : secret.value,
  ]);
}

function decode(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
