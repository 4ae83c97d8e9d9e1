import { nameOf, SchemaDriftError } from '../http/errors.js';
import type { PageStep, Paginator, UpstreamRequest } from '../types.js';
import type { BodyStore } from './bodies.js';
import type { ChainEnd, ChainPage } from './chain.js';
import { requestKey } from './paths.js';

/** Pages after which a list is taken to have no end. */
const MAX_PAGES = 100_000;

/** Where a walk stands: the pages read so far, and what comes next. */
export interface Position {
  paginator: Paginator;
  pages: ChainPage[];
  next: UpstreamRequest | ChainEnd;
  asked: Set<string>;
}

/** Whether the walk is over. */
export function isEnd(next: UpstreamRequest | ChainEnd): next is ChainEnd {
  return !('source' in next);
}

/** The position before the first page. */
export function startPosition(paginator: Paginator): Position {
  return { paginator, pages: [], next: paginator.first(), asked: new Set() };
}

/** Moves on by a page that was read. A list that asks for the same page again, or never ends, ends here as unknown. */
export function advance(position: Position, page: ChainPage, step: PageStep): void {
  position.pages.push(page);
  position.asked.add(requestKey(page.request));
  const { next } = step;
  if ('end' in next) {
    position.next = { status: next.end, ...(next.reason === undefined ? {} : { reason: next.reason }) };
  } else if (position.asked.has(requestKey(next))) {
    position.next = { status: 'unknown', reason: `the list leads back to ${nameOf(next)}` };
  } else if (position.pages.length >= MAX_PAGES) {
    position.next = { status: 'unknown', reason: `the list did not end within ${MAX_PAGES} pages` };
  } else {
    position.next = next;
  }
}

/**
 * Leads a fresh paginator over stored pages. It stops before the first page that is not in the store or that the
 * paginator does not ask for; undefined where it reads a page otherwise than before, as after a change of its rules.
 */
export async function replayPages(
  paginator: Paginator,
  pages: readonly ChainPage[],
  bodies: BodyStore,
): Promise<Position | undefined> {
  const position = startPosition(paginator);
  for (const page of pages) {
    if (isEnd(position.next) || requestKey(position.next) !== requestKey(page.request)) break;
    const body = await bodies.find(page.sha256);
    if (body === undefined) break;
    const step = readOrUndefined(paginator, body, page);
    if (step?.count !== page.count || step.cursorOut !== page.cursorOut) return undefined;
    advance(position, page, step);
  }
  return position;
}

function readOrUndefined(paginator: Paginator, body: Uint8Array, page: ChainPage): PageStep | undefined {
  try {
    return paginator.read(body, page.request, page.answer.headers);
  } catch (error) {
    if (error instanceof SchemaDriftError) return undefined;
    throw error;
  }
}
