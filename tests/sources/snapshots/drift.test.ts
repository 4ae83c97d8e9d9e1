import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { SchemaDriftError } from '../../../sources/http/errors.js';
import { trackUses } from '../../../sources/snapshots/uses.js';
import { type LocalServer, sendJson, serve } from '../http/local-server.js';
import { cursorPaginator, inDirectory, listPage, upstreamUnderTest } from './upstream-under-test.js';

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const list = { name: 'list', paginator: cursorPaginator, reuse: { tag: 'a' } };

/** A list of three pages whose second one lacks `next` while `isBroken` says so. */
async function drifting(state: { isBroken: boolean }): Promise<LocalServer> {
  const server = await serve((request, response) => {
    const { items, next } = listPage(request.url, 3);
    sendJson(response, state.isBroken && next === '2' ? { items } : { items, next });
  });
  servers.push(server);
  return server;
}

it('replays a walk that ended in a drift as that drift', () =>
  inDirectory(async (dir) => {
    const { url } = await drifting({ isBroken: true });
    const live = await upstreamUnderTest(url, dir)
      .upstream.walk('gamma', list)
      .catch((error: unknown) => error);
    const replay = upstreamUnderTest(url, dir, { mode: 'replay', asOf: '2026-12-01T00:00:00Z' });
    const replayed = await replay.upstream.walk('gamma', list).catch((error: unknown) => error);
    expect(live).toBeInstanceOf(SchemaDriftError);
    expect(replayed).toBeInstanceOf(SchemaDriftError);
    expect(String(replayed)).toBe(String(live));
  }));

it('goes on after the pages before a drift once the host has mended it', () =>
  inDirectory(async (dir) => {
    const state = { isBroken: true };
    const server = await drifting(state);
    await expect(upstreamUnderTest(server.url, dir).upstream.walk('gamma', list)).rejects.toThrow('next');
    state.isBroken = false;
    server.seen.length = 0;
    const walk = await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
    expect(walk).toMatchObject({ status: 'complete', pages: [{}, {}, {}] });
    expect(server.seen.map(({ url }) => url)).toEqual(['/list?cursor=1', '/list?cursor=2']);
    const replay = upstreamUnderTest(server.url, dir, { mode: 'replay' });
    expect(await replay.upstream.walk('gamma', list)).toEqual(walk);
  }));

it('begins anew after a day', () =>
  inDirectory(async (dir) => {
    const state = { isBroken: true };
    const server = await drifting(state);
    await expect(upstreamUnderTest(server.url, dir).upstream.walk('gamma', list)).rejects.toThrow('next');
    state.isBroken = false;
    server.seen.length = 0;
    await upstreamUnderTest(server.url, dir, { asOf: '2026-12-01T00:00:01Z' }).upstream.walk('gamma', list);
    expect(server.seen).toHaveLength(3);
  }));

it('is noted among what a build rests on', () =>
  inDirectory(async (dir) => {
    const { url } = await drifting({ isBroken: true });
    const tracked = trackUses(upstreamUnderTest(url, dir).upstream);
    await expect(tracked.upstream.walk('gamma', list)).rejects.toThrow('next');
    const [walkDir] = tracked.uses.walks;
    expect(readdirSync(join(dir, String(walkDir)))).toEqual(['20261130T000000000000Z-0001.jsonl']);
  }));
