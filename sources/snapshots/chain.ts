import { z } from 'zod';
import { sha256 } from '../../common/hash.js';
import { SOURCE_NAMES, type StoredResponse, type WalkPage, type WalkStatus } from '../types.js';
import { answerFields, parseJson, storedAnswer, storedRequest } from './record.js';

/** What a walk is and under which clock it is made. */
export interface ChainHeader {
  source: (typeof SOURCE_NAMES)[number];
  name: string;
  variant?: string;
  tag?: string;
  /** Build clock, ISO 8601. */
  asOf: string;
  /** Wall clock of its first request, ISO 8601. */
  begunAt: string;
}

/** A page with what was answered. */
export interface ChainPage extends WalkPage {
  answer: Omit<StoredResponse, 'request' | 'tag'>;
}

/** How a walk ended. */
export interface ChainEnd {
  status: WalkStatus;
  reason?: string;
  /** The drift that ended it, as often as the page was asked for: a replay ends the same way. */
  drift?: { field: string; detail: string };
}

/** A walk as it is stored. */
export interface Chain {
  header: ChainHeader;
  pages: ChainPage[];
  /** Undefined while the walk is under way, or where it was broken off. */
  end?: ChainEnd;
}

const headerLine = z.object({
  walk: z.object({
    source: z.enum(SOURCE_NAMES),
    name: z.string(),
    variant: z.string().optional(),
    tag: z.string().optional(),
    as_of: z.string(),
    begun_at: z.string(),
  }),
});

const pageLine = z.object({
  page: z.object({
    request: storedRequest,
    cursor_in: z.string().nullable(),
    cursor_out: z.string().nullable(),
    count: z.int().nonnegative(),
    ...storedAnswer.shape,
  }),
});

const endLine = z.object({
  end: z.object({
    status: z.enum(['complete', 'truncated', 'unknown']),
    reason: z.string().optional(),
    drift: z.object({ field: z.string(), detail: z.string() }).optional(),
    /** Of all lines before this one. */
    lines_sha256: z.string(),
  }),
});

/** The first line of a chain file. */
export function formatHeader({ asOf, begunAt, ...identity }: ChainHeader): string {
  return line({ walk: { ...identity, as_of: asOf, begun_at: begunAt } });
}

/** The line of a page. */
export function formatPage({ request, cursorIn, cursorOut, count, answer }: ChainPage): string {
  return line({
    page: { request, cursor_in: cursorIn, cursor_out: cursorOut, count, ...answerFields(answer) },
  });
}

/** The last line, with the sha256 of the text of all lines before it. */
export function formatEnd(end: ChainEnd, linesSha256: string): string {
  return line({ end: { ...end, lines_sha256: linesSha256 } });
}

/**
 * Reads a chain file. A last line that a crash tore is dropped. `damaged` where any other line is not what was written:
 * then the file was changed since, and nothing in it is believed.
 */
export function parseChain(text: string): Chain | 'damaged' {
  const lines = text.split('\n');
  lines.pop();
  const [first, ...rest] = lines;
  const header = headerLine.safeParse(parseJson(first ?? ''));
  if (!header.success) return 'damaged';
  const { as_of: asOf, begun_at: begunAt, source, name, variant, tag } = header.data.walk;
  const chain: Chain = {
    header: { source, name, ...optional({ variant, tag }), asOf, begunAt },
    pages: [],
  };
  for (const [index, one] of rest.entries()) {
    const json = parseJson(one);
    const end = endLine.safeParse(json);
    if (end.success) {
      const before = `${lines.slice(0, index + 1).join('\n')}\n`;
      const whole = index === rest.length - 1 && end.data.end.lines_sha256 === sha256(before);
      if (!whole) return 'damaged';
      const { status, reason, drift } = end.data.end;
      chain.end = { status, ...optional({ reason }), ...(drift ? { drift } : {}) };
      return chain;
    }
    const page = pageLine.safeParse(json);
    if (!page.success) return 'damaged';
    chain.pages.push(pageOf(page.data.page));
  }
  return chain;
}

function pageOf(page: z.infer<typeof pageLine>['page']): ChainPage {
  const { request, cursor_in: cursorIn, cursor_out: cursorOut, count } = page;
  const { status, headers, sha256: hash, bytes, fetched_at: fetchedAt, redacted } = page;
  const answer = { status, headers, sha256: hash, bytes, fetchedAt, ...(redacted ? { redacted } : {}) };
  return { request, cursorIn, cursorOut, count, sha256: hash, answer };
}

/** The properties that are set: exact optional properties cannot hold undefined. */
function optional<T extends Record<string, string | undefined>>(fields: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string;
  };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
