import type { z } from 'zod';
import { SchemaDriftError } from '../http/errors.js';

/** A body of the Hub as its wire schema; SchemaDriftError that names the field where it is another shape. */
export function parseJson<T>(schema: z.ZodType<T>, body: Uint8Array, what: string): T {
  const result = schema.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = [what, ...(issue === undefined ? [] : issue.path)].join('.');
  throw new SchemaDriftError('hf', field, issue === undefined ? 'unknown shape' : issue.message);
}
