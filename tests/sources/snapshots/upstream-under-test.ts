import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFiles } from '../../../common/node-files.js';
import { parseInstant } from '../../../common/time.js';
import { SchemaDriftError } from '../../../sources/http/errors.js';
import type { Paginator, UpstreamRequest } from '../../../sources/types.js';
import { createUpstream, type UpstreamOptions } from '../../../sources/upstream.js';
import { fakeEffects, recordingLog } from '../http/fake-effects.js';

/** Runs a test in a directory of its own. */
export async function inDirectory(run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'snapshots-'));
  try {
    await run(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

export function instant(text: string): number {
  const micros = parseInstant(text);
  if (micros === undefined) throw new Error(`no instant: ${text}`);
  return micros;
}

/** An upstream over real files; its wall clock starts at the build clock unless `wall` says otherwise. */
export function upstreamUnderTest(
  url: string,
  snapshotsDir: string,
  options: Omit<Partial<UpstreamOptions>, 'asOf'> & { asOf?: string; wall?: string } = {},
) {
  const { asOf = '2026-11-30T00:00:00Z', wall = asOf, ...rest } = options;
  const { state, effects } = fakeEffects(instant(wall));
  const { log, lines } = recordingLog();
  const upstream = createUpstream({
    mode: 'live',
    baseUrls: { metaculus: url, gamma: url, clob: url, data: url, hf: url },
    rates: { gamma: { requests: 1000, seconds: 1 }, hf: { requests: 1000, seconds: 1 } },
    jobs: 4,
    snapshotsDir,
    files: nodeFiles,
    effects,
    log,
    asOf: instant(asOf),
    userAgent: 'test/0',
    limits: { attempts: 3, responseMs: 500, requestMs: 1000, stallMs: 300 },
    ...rest,
  });
  return { upstream, state, lines };
}

/** Pages of `{items, next}`, as a list with cursors has them; keeps the ids that it saw, also those of a page that it refuses. */
export function cursorPaginator(): Paginator {
  const seen = new Set<string>();
  const request = (cursor: string | null): UpstreamRequest => ({
    source: 'gamma',
    path: '/list',
    query: cursor === null ? [] : [['cursor', cursor]],
  });
  return {
    first: () => request(null),
    read(body) {
      const page = JSON.parse(Buffer.from(body).toString()) as { items: string[]; next?: string | null };
      const fresh = page.items.filter((id) => !seen.has(id));
      for (const id of fresh) seen.add(id);
      if (page.next === undefined) throw new SchemaDriftError('gamma', 'next', 'missing');
      return {
        count: fresh.length,
        cursorOut: page.next,
        next: page.next === null ? { end: 'complete' as const } : request(page.next),
      };
    },
  };
}

/** The answer to a page of a list of `pages` pages. */
export function listPage(url: string | undefined, pages: number) {
  const at = Number(new URL(url ?? '/', 'http://x').searchParams.get('cursor') ?? 0);
  return { items: [`${at}a`, `${at}b`, `${at - 1}b`], next: at + 1 < pages ? String(at + 1) : null };
}
