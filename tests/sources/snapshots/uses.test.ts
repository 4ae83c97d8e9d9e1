import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { trackUses } from '../../../sources/snapshots/uses.js';
import type { UpstreamRequest, WalkOptions } from '../../../sources/types.js';
import { type LocalServer, sendJson, serve } from '../http/local-server.js';
import { cursorPaginator, inDirectory, listPage, upstreamUnderTest } from './upstream-under-test.js';

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function listServer(): Promise<string> {
  const server = await serve((request, response) => sendJson(response, listPage(request.url, 3)));
  servers.push(server);
  return server.url;
}

const market: UpstreamRequest = { source: 'gamma', path: '/markets/1', query: [] };
const list: WalkOptions = { name: 'list', paginator: cursorPaginator };
const final: WalkOptions = { ...list, name: 'tape/1', reuse: { tag: 'final' } };

it('notes the files that an answer is stored in, whether it was sent for or stored before', () =>
  inDirectory(async (dir) => {
    const url = await listServer();
    for (const asOf of ['2026-11-29T00:00:00Z', '2026-11-30T00:00:00Z']) {
      const tracked = trackUses(upstreamUnderTest(url, dir, { asOf }).upstream);
      await tracked.upstream.fetch(market, { tag: 'a' });
      await tracked.upstream.walk('gamma', final);
      const { records, walks } = tracked.uses;
      expect([...records].map((path) => existsSync(join(dir, path)))).toEqual([true]);
      expect([...walks].map((walk) => readdirSync(join(dir, dirname(walk))))).toEqual([
        ['20261129T000000000000Z-0001.jsonl'],
      ]);
      expect([...walks].map((walk) => basename(walk))).toEqual(['20261129T000000000000Z']);
    }
  }));

it('notes the walk that was made under the clock of the build', () =>
  inDirectory(async (dir) => {
    const url = await listServer();
    const walked = async (asOf: string, mode: 'live' | 'replay') => {
      const tracked = trackUses(upstreamUnderTest(url, dir, { asOf, mode }).upstream);
      await tracked.upstream.walk('gamma', list);
      return [...tracked.uses.walks].map((walk) => basename(walk));
    };
    expect(await walked('2026-11-28T00:00:00Z', 'live')).toEqual(['20261128T000000000000Z']);
    expect(await walked('2026-11-29T00:00:00.25Z', 'live')).toEqual(['20261129T000000250000Z']);
    expect(await walked('2026-11-30T00:00:00Z', 'replay')).toEqual(['20261129T000000250000Z']);
    expect(await walked('2026-11-28T12:00:00Z', 'replay')).toEqual(['20261128T000000000000Z']);
  }));

it('notes what it is told of, and nothing that was refused', () =>
  inDirectory(async (dir) => {
    const server = await serve((_, response) => sendJson(response, { detail: 'no' }, 403));
    servers.push(server);
    const tracked = trackUses(upstreamUnderTest(server.url, dir).upstream);
    await expect(tracked.upstream.fetch(market, { tag: 'a' })).rejects.toThrow();
    expect(tracked.uses.records.size).toBe(0);
    tracked.note({ request: market, tag: 'b' });
    expect([...tracked.uses.records]).toEqual([
      expect.stringMatching(/^records\/gamma\/..\/markets-1-.*\.json$/),
    ]);
  }));

it('passes on what it does not note', () =>
  inDirectory(async (dir) => {
    const url = await listServer();
    const { upstream } = trackUses(upstreamUnderTest(url, dir).upstream);
    const stored = await upstream.fetch(market, { tag: 'a' });
    expect(JSON.parse(Buffer.from(await upstream.body(stored.sha256)).toString())).toMatchObject({
      next: '1',
    });
    expect(upstream.sent.gamma).toBe(1);
    expect(upstream.mode).toBe('live');
  }));
