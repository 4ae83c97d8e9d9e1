import { z } from 'zod';
import { HttpProblem } from './problems.js';

/** Secrets of one session by name. They live in memory with the session and are neither logged nor stored. */
export type Secrets = ReadonlyMap<string, string>;

/** What a session may hold for as long as it lives: keys are some hundred characters long. */
const MOST_SECRETS = 32;
const secretName = z.string().max(200);
const LONGEST_SECRET = 4_096;
const secretValue = z.string().max(LONGEST_SECRET);
const isFew = (secrets: object) => Object.keys(secrets).length <= MOST_SECRETS;
const TOO_MANY = `at most ${MOST_SECRETS} secrets`;
const FORM = `base64 of {"NAME":{"value":"..."}}, with ${TOO_MANY} of ${LONGEST_SECRET} characters`;

/** Secrets as they come in the body of a request: `{"NAME":"..."}`. */
export const secretsSchema = z.record(secretName, secretValue).refine(isFew, TOO_MANY);

const header = z
  .record(secretName, z.union([secretValue, z.object({ value: secretValue })]))
  .refine(isFew, TOO_MANY);

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
  if (!parsed.success) throw new HttpProblem(400, `X-Secrets is not ${FORM}`);
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
