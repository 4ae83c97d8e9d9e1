import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { StorageError } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { MissingResponseError, SchemaDriftError } from '../../../sources/http/errors.js';
import type { Paginator, WalkOptions } from '../../../sources/types.js';
import { walkHash } from '../../../sources/upstream.js';
import { type LocalServer, sendJson, serve } from '../http/local-server.js';
import { DiskFull, failingFiles } from './failing-files.js';
import { cursorPaginator, inDirectory, listPage, upstreamUnderTest } from './upstream-under-test.js';

const servers: LocalServer[] = [];
const PAGES = 4;
const list: WalkOptions = { name: 'list', paginator: cursorPaginator };

/** A list of four pages; `first` may answer a request otherwise by returning true. */
async function servingList(
  first: (nth: number, response: Parameters<typeof sendJson>[0]) => boolean = () => false,
): Promise<LocalServer> {
  const server = await serve((request, response, nth) => {
    if (!first(nth, response)) sendJson(response, listPage(request.url, PAGES));
  });
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function chainFiles(dir: string): Promise<string[]> {
  const names = await readdir(join(dir, 'walks'), { recursive: true });
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(dir, 'walks', name));
}

describe('a walk', () => {
  it('reads page after page and says what it read', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      const { upstream, lines } = upstreamUnderTest(server.url, dir);
      const walk = await upstream.walk('gamma', { ...list, total: 5 });
      expect(walk).toMatchObject({
        source: 'gamma',
        name: 'list',
        asOf: '2026-11-30T00:00:00Z',
        status: 'complete',
      });
      expect(walk.pages.map(({ cursorIn, cursorOut, count }) => [cursorIn, cursorOut, count])).toEqual([
        [null, '1', 3],
        ['1', '2', 2],
        ['2', '3', 2],
        ['3', null, 2],
      ]);
      for (const page of walk.pages) expect(await upstream.body(page.sha256)).toBeDefined();
      expect(lines.filter(([level]) => level === 'progress')).toEqual(
        [3, 5, 7, 9].map((done) => ['progress', 'gamma list', done, 5]),
      );
      expect(upstream.sent.gamma).toBe(4);
    }));

  it('of the same clock is made once; another clock makes another', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      const first = await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      const second = upstreamUnderTest(server.url, dir).upstream;
      expect(await second.walk('gamma', list)).toEqual(first);
      expect(second.sent.gamma).toBe(0);
      const later = upstreamUnderTest(server.url, dir, { asOf: '2026-12-01T00:00:00Z' }).upstream;
      expect((await later.walk('gamma', list)).asOf).toBe('2026-12-01T00:00:00Z');
      expect(server.seen).toHaveLength(2 * PAGES);
      await later.walk('gamma', { ...list, variant: 'other' });
      expect(server.seen).toHaveLength(3 * PAGES);
    }));

  it('under a tag is made once for all clocks, and anew under another tag', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      const tagged = { ...list, name: 'trades/0xab', reuse: { tag: 'final-1' } };
      const { upstream, lines } = upstreamUnderTest(server.url, dir);
      await upstream.walk('gamma', tagged);
      expect(lines.filter(([level]) => level === 'progress')).toEqual([]);
      for (const asOf of ['2026-12-24T00:00:00Z', '2026-01-01T00:00:00Z']) {
        await upstreamUnderTest(server.url, dir, { asOf }).upstream.walk('gamma', tagged);
      }
      expect(server.seen).toHaveLength(PAGES);
      await upstreamUnderTest(server.url, dir).upstream.walk('gamma', {
        ...tagged,
        reuse: { tag: 'final-2' },
      });
      expect(server.seen).toHaveLength(2 * PAGES);
    }));

  it('asked for twice at the same time is made once', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      const { upstream } = upstreamUnderTest(server.url, dir);
      const [one, two] = await Promise.all([upstream.walk('gamma', list), upstream.walk('gamma', list)]);
      expect(one).toEqual(two);
      expect(server.seen).toHaveLength(PAGES);
    }));

  it('that is led back to a page ends as unknown, and is walked again', () =>
    inDirectory(async (dir) => {
      const server = await serve((_, response) => sendJson(response, { items: ['a'], next: '7' }));
      servers.push(server);
      const walk = await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      expect(walk).toMatchObject({
        status: 'unknown',
        reason: 'the list leads back to gamma /list?cursor=7',
      });
      expect(walk.pages).toHaveLength(2);
      await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      expect(server.seen).toHaveLength(4);
    }));

  it('that its paginator cuts off is truncated, with the reason', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      const capped = (): Paginator => {
        const inner = cursorPaginator();
        return {
          ...inner,
          read: (...page) => ({ ...inner.read(...page), next: { end: 'truncated', reason: 'offset cap' } }),
        };
      };
      const options = { name: 'capped', paginator: capped };
      const walk = await upstreamUnderTest(server.url, dir).upstream.walk('gamma', options);
      expect(walk).toMatchObject({ status: 'truncated', reason: 'offset cap' });
      const replay = upstreamUnderTest('http://127.0.0.1:1', dir, { mode: 'replay' }).upstream;
      expect(await replay.walk('gamma', options)).toEqual(walk);
    }));

  it('asks again for a page of another shape without losing its place', () =>
    inDirectory(async (dir) => {
      const server = await servingList((nth, response) => {
        if (nth !== 2 && nth !== 3) return false;
        sendJson(response, { items: ['2a', '2b'], continue: '3' });
        return true;
      });
      const walk = await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      expect(walk.pages.map((page) => page.count)).toEqual([3, 2, 2, 2]);
      const drifted = await servingList((_, response) => {
        sendJson(response, { items: [] });
        return true;
      });
      await expect(upstreamUnderTest(drifted.url, `${dir}/b`).upstream.walk('gamma', list)).rejects.toThrow(
        SchemaDriftError,
      );
      expect(await readdir(`${dir}/b`)).toEqual(['walks']);
    }));
});

describe('a walk that was broken off', () => {
  const breakAfter = async (dir: string, pages: number, options = {}): Promise<void> => {
    const server = await servingList((nth, response) => {
      if (nth < pages) return false;
      response.writeHead(404).end();
      return true;
    });
    await upstreamUnderTest(server.url, dir, options)
      .upstream.walk('gamma', list)
      .catch(() => undefined);
  };

  it('goes on after its last page', () =>
    inDirectory(async (dir) => {
      await breakAfter(dir, 2);
      const server = await servingList();
      const { upstream, lines } = upstreamUnderTest(server.url, dir);
      const walk = await upstream.walk('gamma', list);
      expect(server.seen.map((seen) => seen.url)).toEqual(['/list?cursor=2', '/list?cursor=3']);
      expect(walk.pages.map((page) => page.count)).toEqual([3, 2, 2, 2]);
      expect(lines).toContainEqual(['info', 'walk.resumed', { walk: 'gamma list', pages: 2 }]);
      expect(await chainFiles(dir)).toHaveLength(1);
    }));

  it.each([
    ['a later build within a day', { asOf: '2026-11-30T08:00:00Z' }, 2],
    ['a later build after more than a day', { asOf: '2026-12-01T00:00:01Z' }, 4],
    ['a build of an earlier clock', { asOf: '2026-11-29T23:00:00Z' }, 4],
    ['a build after the wall clock was set back a little', { wall: '2026-11-29T20:00:00Z' }, 2],
    ['a build after the wall clock was set back by years', { wall: '2020-01-01T00:00:00Z' }, 4],
  ])('is asked %s', (_, options, requests) =>
    inDirectory(async (dir) => {
      await breakAfter(dir, 2);
      const server = await servingList();
      const walk = await upstreamUnderTest(server.url, dir, options).upstream.walk('gamma', list);
      expect(server.seen).toHaveLength(requests);
      expect(walk.pages).toHaveLength(PAGES);
      expect(walk.asOf).toBe('asOf' in options ? options.asOf : '2026-11-30T00:00:00Z');
    }),
  );

  it('drops a torn last line, and starts anew over lines that were changed', () =>
    inDirectory(async (dir) => {
      await breakAfter(dir, 2);
      const [path = ''] = await chainFiles(dir);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.slice(0, -20));
      const torn = await servingList();
      await upstreamUnderTest(torn.url, dir).upstream.walk('gamma', list);
      expect(torn.seen).toHaveLength(3);
      const [finished = ''] = await chainFiles(dir);
      const whole = await readFile(finished, 'utf8');
      await writeFile(finished, whole.replace('"count":2', '"count":1'));
      const anew = await servingList();
      await upstreamUnderTest(anew.url, dir).upstream.walk('gamma', list);
      expect(anew.seen).toHaveLength(4);
    }));

  it('stops trusting its pages at the first whose bytes are gone', () =>
    inDirectory(async (dir) => {
      await breakAfter(dir, 3);
      await rm(join(dir, 'bodies'), { recursive: true });
      const server = await servingList();
      await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      expect(server.seen).toHaveLength(4);
    }));

  it('is carried on after a crash at any step, with the same result and no stored page fetched twice', async () => {
    const clean = await servingList();
    let expected = '';
    let steps = 0;
    await inDirectory(async (dir) => {
      const counted = failingFiles(nodeFiles, Number.POSITIVE_INFINITY, false);
      const { upstream } = upstreamUnderTest(clean.url, dir, { files: counted.files });
      expected = walkHash(await upstream.walk('gamma', list));
      steps = counted.operations();
    });
    expect(steps).toBeGreaterThan(2 * PAGES);
    for (const half of [false, true]) {
      for (let failAt = 1; failAt <= steps; failAt += 1) {
        await inDirectory(async (dir) => {
          const server = await servingList();
          const broken = failingFiles(nodeFiles, failAt, half);
          const first = upstreamUnderTest(server.url, dir, { files: broken.files }).upstream;
          await expect(first.walk('gamma', list)).rejects.toThrow(DiskFull);
          const [path] = await chainFiles(dir).catch(() => []);
          const durable = path
            ? (await readFile(path, 'utf8'))
                .split('\n')
                .filter((line) => line.startsWith('{"page"') && line.endsWith('}}')).length
            : 0;
          const before = server.seen.length;
          const walk = await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
          expect(walkHash(walk)).toBe(expected);
          expect(walk.status).toBe('complete');
          expect(server.seen.length - before).toBe(PAGES - durable);
          const replay = upstreamUnderTest('http://127.0.0.1:1', dir, { mode: 'replay' }).upstream;
          expect(await replay.walk('gamma', list)).toEqual(walk);
          expect(await chainFiles(dir)).toHaveLength(1);
        });
      }
    }
  });

  it('is carried on after a second crash while it was carried on', async () => {
    const clean = await servingList();
    for (let failAt = 1, reached = true; reached; failAt += 1) {
      await inDirectory(async (dir) => {
        await breakAfter(dir, 2);
        const broken = failingFiles(nodeFiles, failAt, true);
        const second = upstreamUnderTest(clean.url, dir, { files: broken.files }).upstream;
        await second.walk('gamma', list).catch(() => undefined);
        reached = broken.operations() >= failAt;
        const before = clean.seen.length;
        const walk = await upstreamUnderTest(clean.url, dir).upstream.walk('gamma', list);
        expect(walk.pages.map((page) => page.count)).toEqual([3, 2, 2, 2]);
        expect(clean.seen.length - before).toBeLessThanOrEqual(2);
      });
    }
  });
});

describe('a replay', () => {
  const replay = (dir: string, asOf = '2026-11-30T00:00:00Z') =>
    upstreamUnderTest('http://127.0.0.1:1', dir, { mode: 'replay', asOf }).upstream;

  it('takes the newest complete walk at or before its clock and sends nothing', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      for (const asOf of ['2026-11-01T00:00:00Z', '2026-11-20T00:00:00.5Z']) {
        await upstreamUnderTest(server.url, dir, { asOf }).upstream.walk('gamma', list);
      }
      expect((await replay(dir, '2026-11-20T00:00:00.5Z').walk('gamma', list)).asOf).toBe(
        '2026-11-20T00:00:00.500000Z',
      );
      expect((await replay(dir, '2026-11-20T00:00:00Z').walk('gamma', list)).asOf).toBe(
        '2026-11-01T00:00:00Z',
      );
      const upstream = replay(dir, '2026-10-31T00:00:00Z');
      const error = await upstream.walk('gamma', list).catch((caught) => caught);
      expect(error).toBeInstanceOf(MissingResponseError);
      expect(error).toMatchObject({ exitCode: 4 });
      expect(String(error)).toContain('gamma list at or before 2026-10-31T00:00:00Z');
      expect(server.seen).toHaveLength(2 * PAGES);
      expect(Object.values(upstream.sent)).toEqual([0, 0, 0, 0, 0]);
    }));

  it('prefers an older complete walk to a newer one that ended otherwise', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      await upstreamUnderTest(server.url, dir, { asOf: '2026-11-01T00:00:00Z' }).upstream.walk('gamma', list);
      const stuck = await serve((_, response) => sendJson(response, { items: [], next: '1' }));
      servers.push(stuck);
      await upstreamUnderTest(stuck.url, dir).upstream.walk('gamma', list);
      expect((await replay(dir).walk('gamma', list)).asOf).toBe('2026-11-01T00:00:00Z');
    }));

  it('names the response whose bytes are lost, which a live build heals with one request', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      const walk = await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      const hash = walk.pages[2]?.sha256 ?? '';
      await rm(join(dir, 'bodies', hash.slice(0, 2), `${hash}.gz`));
      await expect(replay(dir).walk('gamma', list)).rejects.toThrow(
        /gamma \/list\?cursor=2.*missing or damaged/,
      );
      expect(await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list)).toEqual(walk);
      expect(server.seen).toHaveLength(PAGES + 1);
      expect(await replay(dir).walk('gamma', list)).toEqual(walk);
    }));

  it('names a page whose bytes are others where it is read, which a live build heals with one request', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      const walk = await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      const hash = walk.pages[2]?.sha256 ?? '';
      const path = join(dir, 'bodies', hash.slice(0, 2), `${hash}.gz`);
      await writeFile(path, gzipSync('{"items":[],"next":null}'));
      const damaged = replay(dir);
      expect(await damaged.walk('gamma', list)).toEqual(walk);
      const error = await damaged.body(hash).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(MissingResponseError);
      expect(String(error)).toContain(`${path} does not hold the bytes that were stored`);
      const live = upstreamUnderTest(server.url, dir).upstream;
      expect(await live.walk('gamma', list)).toEqual(walk);
      expect(server.seen).toHaveLength(PAGES + 1);
      expect(await replay(dir).body(hash)).toEqual(await live.body(hash));
    }));

  it('names a chain that was changed', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      const [path = ''] = await chainFiles(dir);
      await writeFile(path, (await readFile(path, 'utf8')).replace('"count":2', '"count":1'));
      const error = await replay(dir)
        .walk('gamma', list)
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(StorageError);
      expect(String(error)).toContain(path);
    }));

  it('does not take a walk that is not finished', () =>
    inDirectory(async (dir) => {
      const server = await servingList();
      await upstreamUnderTest(server.url, dir).upstream.walk('gamma', list);
      const [path = ''] = await chainFiles(dir);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.slice(0, text.lastIndexOf('{"end"')));
      await expect(replay(dir).walk('gamma', list)).rejects.toThrow(MissingResponseError);
      const again = upstreamUnderTest(server.url, dir).upstream;
      expect((await again.walk('gamma', list)).status).toBe('complete');
      expect(again.sent.gamma).toBe(0);
    }));
});
