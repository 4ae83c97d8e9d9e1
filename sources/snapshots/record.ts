import { z } from 'zod';
import { sha256OfJson } from '../../common/hash.js';
import { SOURCE_NAMES, type StoredResponse, type UpstreamRequest } from '../types.js';

const CHECK_LENGTH = 16;

/** A request as it is stored. */
export const storedRequest = z
  .object({
    source: z.enum(SOURCE_NAMES),
    path: z.string(),
    query: z.array(z.tuple([z.string(), z.string()])),
    headers: z.record(z.string(), z.string()).optional(),
  })
  .transform(({ headers, ...request }): UpstreamRequest => (headers ? { ...request, headers } : request));

/** What is stored of an answer, beside its body. */
export const storedAnswer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
  fetched_at: z.string(),
  redacted: z.literal(true).optional(),
});
export type StoredAnswer = z.infer<typeof storedAnswer>;

const storedRecord = z.object({
  request: storedRequest,
  tag: z.string(),
  ...storedAnswer.shape,
  check: z.string(),
});

/** The stored form of an answer. */
export function answerFields(response: Omit<StoredResponse, 'request' | 'tag'>): StoredAnswer {
  const { status, headers, sha256, bytes, fetchedAt, redacted } = response;
  return {
    status,
    headers: { ...headers },
    sha256,
    bytes,
    fetched_at: fetchedAt,
    ...(redacted ? { redacted } : {}),
  };
}

/** A record as text: readable JSON that ends with a hash of itself, so that a damaged record is not believed. */
export function formatRecord(response: StoredResponse): string {
  const record = { request: response.request, tag: response.tag, ...answerFields(response) };
  return `${JSON.stringify({ ...record, check: checkOf(record) }, null, 1)}\n`;
}

/** The record, or undefined where the text is damaged. */
export function parseRecord(text: string): StoredResponse | undefined {
  const json = parseJson(text);
  const parsed = storedRecord.safeParse(json);
  if (!parsed.success) return undefined;
  const { check, request, tag, fetched_at: fetchedAt, redacted, ...answer } = parsed.data;
  const { check: _, ...whole } = json as Record<string, unknown>;
  if (check !== checkOf(whole)) return undefined;
  return { request, tag, ...answer, fetchedAt, ...(redacted ? { redacted } : {}) };
}

/** The JSON value, or undefined where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkOf(record: object): string {
  return sha256OfJson(record).slice(0, CHECK_LENGTH);
}
