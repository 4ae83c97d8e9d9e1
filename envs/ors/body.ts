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

/** Faults of one body that are named. */
const MOST_DETAILS = 100;

/**
 * A JSON body that satisfies the schema. HttpProblem 422 names each place that does not, with what was sent there unless
 * `echoes` is false: a body that may hold secrets is never repeated.
 */
export function parseBody<T>(content: string, schema: z.ZodType<T>, { echoes = true } = {}): T {
  const body = parseJson(content);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.flatMap((issue) => detailsOf(issue, body)).slice(0, MOST_DETAILS);
  throw new HttpProblem(422, echoes ? details : details.map((detail) => ({ ...detail, input: null })));
}

/** A 422 answer for a rule over several keys of the body. */
export function bodyProblem(message: string): HttpProblem {
  return new HttpProblem(422, [{ type: 'value_error', loc: ['body'], msg: message, input: null }]);
}

function parseJson(content: string): unknown {
  if (content.trim() === '') throw missing(['body']);
  const json = plainJson(content);
  try {
    return JSON.parse(json);
  } catch {
    throw invalidJson('JSON decode error');
  }
}

/** Levels of lists and objects in a body: deeper ones exhaust the stack of whatever reads them. */
const DEEPEST = 64;

const MARKS = /\\[\s\S]|["[\]{}]|-?(?:\d[\d.eE+-]*|\bNaN\b|\bInfinity\b)/g;

/**
 * Python writes NaN and infinities bare, which JSON does not know, and a number may be beyond all doubles. They become
 * null, which no number accepts, so that the refusal is the tool's and the episode goes on. Each character is looked at
 * once, whatever the body holds. HttpProblem 422 where it is nested too deeply.
 */
function plainJson(content: string): string {
  let inText = false;
  let depth = 0;
  return content.replace(MARKS, (mark) => {
    if (mark === '"') inText = !inText;
    if (inText || mark === '"' || mark.startsWith('\\')) return mark;
    if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    else return isFiniteNumber(mark) ? mark : 'null';
    if (depth > DEEPEST) throw invalidJson(`nested deeper than ${DEEPEST} levels`);
    return mark;
  });
}

/** What is no number at all stays, for the JSON parser to refuse. */
function isFiniteNumber(mark: string): boolean {
  const value = Number(mark);
  return Number.isFinite(value) || (Number.isNaN(value) && !mark.endsWith('NaN'));
}

function invalidJson(msg: string): HttpProblem {
  return new HttpProblem(422, [{ type: 'json_invalid', loc: ['body'], msg, input: null }]);
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
      input: valueAt([...path, key], body) ?? null,
    }));
  const input = valueAt(path, body);
  const loc = ['body', ...path];
  if (input === undefined) return [{ type: 'missing', loc, msg: 'Field required', input: null }];
  return [{ type: issue.code, loc, msg: issue.message, input }];
}

function valueAt(path: readonly (string | number)[], body: unknown): unknown {
  let value = body;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}
