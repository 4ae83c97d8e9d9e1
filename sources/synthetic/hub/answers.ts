import { createHash } from 'node:crypto';
import type { SyntheticResponse } from '../part.js';

/** A hash of the texts and bytes one after the other, as lower-case hex. */
export function digest(algorithm: 'sha1' | 'sha256', ...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** A JSON answer. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): SyntheticResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** An error of the Hub: its code is in a header, not in the status. */
export function hubError(status: number, code: string | undefined, message: string): SyntheticResponse {
  return json(
    status,
    { error: message },
    { ...(code === undefined ? {} : { 'x-error-code': code }), 'x-error-message': message },
  );
}
