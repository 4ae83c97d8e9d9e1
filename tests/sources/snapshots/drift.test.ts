import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MissingResponseError, SchemaDriftError } from '../../../sources/http/errors.js';
import { parseDrift } from '../../../sources/snapshots/drifts.js';
import { trackUses } from '../../../sources/snapshots/uses.js';
import type { Upstream, UpstreamRequest } from '../../../sources/types.js';
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

describe('an answer that keeps drifting', () => {
  const market: UpstreamRequest = { source: 'gamma', path: '/markets/1', query: [] };
  const check = (body: Uint8Array) => {
    if (!Buffer.from(body).toString().includes('good')) throw new SchemaDriftError('gamma', 'id', 'missing');
  };
  const fetched = (upstream: Upstream) =>
    upstream.fetch(market, { tag: 'a', check }).catch((error: unknown) => error);

  it('is replayed as that drift, asked for again by the next build, and then replayed as answered', () =>
    inDirectory(async (dir) => {
      const state = { body: { bad: 1 } as object };
      const server = await serve((_, response) => sendJson(response, state.body));
      servers.push(server);
      const replay = () => fetched(upstreamUnderTest(server.url, dir, { mode: 'replay' }).upstream);
      expect(await replay()).toBeInstanceOf(MissingResponseError);
      const live = await fetched(upstreamUnderTest(server.url, dir).upstream);
      expect(live).toBeInstanceOf(SchemaDriftError);
      expect(String(await replay())).toBe(String(live));
      state.body = { good: 1 };
      const mended = await fetched(upstreamUnderTest(server.url, dir).upstream);
      expect(mended).toMatchObject({ status: 200 });
      expect(await replay()).toEqual(mended);
    }));

  it('is noted among what a build rests on', () =>
    inDirectory(async (dir) => {
      const server = await serve((_, response) => sendJson(response, { bad: 1 }));
      servers.push(server);
      const tracked = trackUses(upstreamUnderTest(server.url, dir).upstream);
      await fetched(tracked.upstream);
      const [path] = tracked.uses.records;
      expect(parseDrift(readFileSync(join(dir, String(path)), 'utf8'))).toMatchObject({
        source: 'gamma',
        field: 'id',
        detail: 'missing',
        seenAt: expect.stringMatching(/^2026-11-30T/),
      });
    }));
});
