import type { SyntheticRequest, SyntheticResponse } from '../part.js';

/** A JSON answer; text goes out as it is. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): SyntheticResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** An HTML page of the gateway in front of the three hosts. */
function html(status: number, title: string): SyntheticResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8' },
    body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  };
}

/** What the content network keeps for five minutes. */
export const CACHED = { 'cache-control': 'public, max-age=300' };

const REFUSED_AGENTS = /^(|python-(requests|urllib).*|go-http-client.*)$/i;
const LONGEST_TARGET = 8_192;
const MOST_CONDITIONS = 100;

/**
 * What the gateway refuses before the host sees it: absent or default user agents (403), long URLs (414), and more
 * than a hundred condition ids (403).
 */
export function refusedByGateway(request: SyntheticRequest): SyntheticResponse | undefined {
  if (REFUSED_AGENTS.test(request.headers['user-agent'] ?? ''))
    return html(403, 'Attention Required! | Cloudflare');
  if (request.query.toString().length > LONGEST_TARGET) return html(414, '414 Request-URI Too Large');
  if (request.query.getAll('condition_ids').length > MOST_CONDITIONS) {
    return html(403, 'Attention Required! | Cloudflare');
  }
  return undefined;
}

/** A whole number of a query; `fallback` where it is absent or no number. */
export function wholeNumber(text: string | null, fallback: number): number {
  return text !== null && /^\d+$/.test(text) ? Number(text) : fallback;
}

/** Whether a flag of a query is set. */
export function isTrue(text: string | null): boolean {
  return /^(true|1)$/i.test(text ?? '');
}

/** Rows of the page before that a page with the fault `repeat` starts with. */
export const REPEATED_ROWS = 3;

/** Reverses each run of rows that tie in the order of the list. */
export function shiftTies<T>(rows: readonly T[], tie: (row: T) => unknown): T[] {
  const runs: T[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    if (run && first !== undefined && tie(first) === tie(row)) run.unshift(row);
    else runs.push([row]);
  }
  return runs.flat();
}
