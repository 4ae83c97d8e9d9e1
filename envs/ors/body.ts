import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { HttpProblem, type ValidationDetail } from './problems.js';

/** The bytes of a request as text. HttpProblem 413 beyond `limit` bytes; the rest is then left unread. */
export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new HttpProblem(413, `the body is larger than ${limit} bytes`, true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A JSON body that satisfies the schema. HttpProblem 422 names each place that does not. */
export function parseBody<T>(content: string, schema: z.ZodType<T>): T {
  const body = parseJson(content);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new HttpProblem(
    422,
    parsed.error.issues.flatMap((issue) => detailsOf(issue, body)),
  );
}

/** A 422 answer for a rule over several keys of the body. */
export function bodyProblem(message: string): HttpProblem {
  return new HttpProblem(422, [{ type: 'value_error', loc: ['body'], msg: message, input: null }]);
}

const NOT_JSON_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * Python writes NaN and infinities bare, which JSON does not know. They become null, which no number accepts, so that
 * the refusal is the tool's and the episode goes on.
 */
function parseJson(content: string): unknown {
  if (content.trim() === '') throw missing(['body']);
  for (const candidate of [
    content,
    content.replace(NOT_JSON_NUMBERS, (token) => (token.startsWith('"') ? token : 'null')),
  ])
    try {
      return JSON.parse(candidate);
    } catch {}
  throw new HttpProblem(422, [
    { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: null },
  ]);
}

function missing(loc: readonly (string | number)[]): HttpProblem {
  return new HttpProblem(422, [{ type: 'missing', loc, msg: 'Field required', input: null }]);
}

function detailsOf(issue: z.core.$ZodIssue, body: unknown): ValidationDetail[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      type: 'extra_forbidden',
      loc: ['body', ...path, key],
      msg: 'Extra inputs are not permitted',
      input: echo([...path, key], body),
    }));
  const input = valueAt(path, body);
  const loc = ['body', ...path];
  if (input === undefined) return [{ type: 'missing', loc, msg: 'Field required', input: null }];
  return [{ type: issue.code, loc, msg: issue.message, input: echo(path, body) }];
}

/** What was sent at a place, for the client to see; never a secret, nor anything that may hold one. */
function echo(path: readonly (string | number)[], body: unknown): unknown {
  if (path.length === 0 || path[0] === 'secrets') return null;
  return valueAt(path, body) ?? null;
}

function valueAt(path: readonly (string | number)[], body: unknown): unknown {
  let value = body;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}
