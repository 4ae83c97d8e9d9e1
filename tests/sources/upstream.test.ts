import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { StorageError, UsageError } from '../../common/errors.js';
import { sha256 } from '../../common/hash.js';
import { nodeFiles } from '../../common/node-files.js';
import { BASE_URL_VARIABLES, parseBaseUrl } from '../../sources/http/base-url.js';
import { IntegrityError, MissingResponseError, SchemaDriftError } from '../../sources/http/errors.js';
import { partPathOf } from '../../sources/snapshots/paths.js';
import { SOURCE_NAMES, type UpstreamRequest } from '../../sources/types.js';
import { TOKEN } from './http/client-under-test.js';
import { type LocalServer, sendJson, serve } from './http/local-server.js';
import { DiskFull, failingFiles } from './snapshots/failing-files.js';
import { inDirectory, upstreamUnderTest } from './snapshots/upstream-under-test.js';

const servers: LocalServer[] = [];

async function serving(
  handler: (request: IncomingMessage, response: ServerResponse, nth: number) => void,
): Promise<LocalServer> {
  const server = await serve(handler);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const market: UpstreamRequest = { source: 'gamma', path: '/markets/1', query: [] };
const file: UpstreamRequest = { source: 'hf', path: '/datasets/a/b/resolve/c/data.parquet', query: [] };
const CONTENT = Buffer.from('PAR1 a file PAR1');
const replaying = (dir: string) => upstreamUnderTest('http://127.0.0.1:1', dir, { mode: 'replay' }).upstream;

async function allFiles(dir: string): Promise<Buffer[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map((path) => readFile(path)));
}

describe('fetch', () => {
  it('asks once for each tag, also over runs and for callers at the same time', () =>
    inDirectory(async (dir) => {
      const server = await serving((_, response, nth) => sendJson(response, { nth }));
      const { upstream } = upstreamUnderTest(server.url, dir);
      const [one, two] = await Promise.all([1, 2].map(() => upstream.fetch(market, { tag: 'a' })));
      expect(one).toEqual(two);
      expect(await upstreamUnderTest(server.url, dir).upstream.fetch(market, { tag: 'a' })).toEqual(one);
      expect(server.seen).toHaveLength(1);
      const other = await upstream.fetch(market, { tag: 'b' });
      expect(Buffer.from(await upstream.body(other.sha256)).toString()).toBe('{"nth":1}');
      expect(await replaying(dir).fetch(market, { tag: 'b' })).toEqual(other);
    }));

  it('keeps answers other than 200 where they are wanted, and no error', () =>
    inDirectory(async (dir) => {
      const server = await serving((_, response, nth) => sendJson(response, { nth }, 404));
      const { upstream } = upstreamUnderTest(server.url, dir);
      await expect(upstream.fetch(market, { tag: 'a' })).rejects.toThrow('answered 404');
      expect(await nodeFiles.list(dir)).toEqual([]);
      expect((await upstream.fetch(market, { tag: 'a', answers: [404] })).status).toBe(404);
      expect((await replaying(dir).fetch(market, { tag: 'a', answers: [404] })).status).toBe(404);
    }));

  it('does not keep a body that its check refuses', () =>
    inDirectory(async (dir) => {
      const server = await serving((_, response) => sendJson(response, {}));
      const check = (): void => {
        throw new SchemaDriftError('gamma', 'id', 'missing');
      };
      const { upstream } = upstreamUnderTest(server.url, dir);
      await expect(upstream.fetch(market, { tag: 'a', check })).rejects.toThrow(SchemaDriftError);
      expect(await nodeFiles.list(join(dir, 'bodies'))).toEqual([]);
    }));

  it('fetches again what was damaged; a replay names it and sends nothing', () =>
    inDirectory(async (dir) => {
      const server = await serving((_, response) => sendJson(response, { id: '1' }));
      const stored = await upstreamUnderTest(server.url, dir).upstream.fetch(market, { tag: 'a' });
      await writeFile(join(dir, 'bodies', stored.sha256.slice(0, 2), `${stored.sha256}.gz`), 'damaged');
      const error = await replaying(dir)
        .fetch(market, { tag: 'a' })
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(MissingResponseError);
      expect(String(error)).toMatch(/gamma \/markets\/1 \(a\): its body .*\.gz is missing or damaged/);
      const { upstream } = upstreamUnderTest(server.url, dir);
      const healed = await upstream.fetch(market, { tag: 'a' });
      expect(healed.sha256).toBe(stored.sha256);
      expect(server.seen).toHaveLength(2);
      expect(await replaying(dir).fetch(market, { tag: 'a' })).toEqual(healed);
    }));

  it('names what a replay lacks', () =>
    inDirectory(async (dir) => {
      const error = await replaying(dir)
        .fetch(market, { tag: 'a' })
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: 'MissingResponseError', exitCode: 4 });
      expect(String(error)).toContain('the response to gamma /markets/1 (a): it was never stored');
    }));

  it('leaves no half of a response behind a crash at any step', async () => {
    const server = await serving((_, response) => sendJson(response, { id: '1' }));
    for (let failAt = 1, reached = true; reached; failAt += 1) {
      await inDirectory(async (dir) => {
        const { files, operations } = failingFiles(nodeFiles, failAt, true);
        const crashed = upstreamUnderTest(server.url, dir, { files }).upstream.fetch(market, { tag: 'a' });
        reached = await crashed.then(
          () => false,
          (error: unknown) => error instanceof DiskFull,
        );
        expect(reached).toBe(operations() >= failAt);
        const { upstream } = upstreamUnderTest(server.url, dir);
        const { sha256: hash } = await upstream.fetch(market, { tag: 'a' });
        expect(hash).toBe(sha256('{"id":"1"}'));
        expect(await replaying(dir).body(hash)).toEqual(Buffer.from('{"id":"1"}'));
      });
    }
  });
});

describe('a token', () => {
  it('reaches its own host alone and no file, also where the host repeats it', () =>
    inDirectory(async (dir) => {
      const server = await serving((asked, response) => {
        const { authorization } = asked.headers;
        sendJson(response, { items: [authorization], next: null }, 200, {
          'set-cookie': `session=${TOKEN}`,
          'x-error-message': String(authorization),
          link: `<${encodeURIComponent(TOKEN)}>`,
        });
      });
      const { upstream, lines } = upstreamUnderTest(server.url, dir, { tokens: { hf: TOKEN } });
      for (const source of SOURCE_NAMES) await upstream.fetch({ ...market, source }, { tag: 'a' });
      const read = (): { count: number; cursorOut: null; next: { end: 'complete' } } => ({
        count: 1,
        cursorOut: null,
        next: { end: 'complete' },
      });
      await upstream.walk('hf', { name: 'tree', paginator: () => ({ first: () => file, read }) });
      const carried = server.seen.filter((seen) => seen.headers.authorization !== undefined);
      expect(carried).toHaveLength(2);
      const stored = await upstream.fetch({ ...market, source: 'hf' }, { tag: 'a' });
      expect(stored.redacted).toBe(true);
      expect(Buffer.from(await upstream.body(stored.sha256)).toString()).toContain('Bearer [token]');
      const texts = [
        JSON.stringify(lines),
        ...(await allFiles(dir)).map((bytes) => bytes.toString('latin1')),
      ];
      expect(texts.length).toBeGreaterThan(8);
      expect(texts.filter((text) => text.includes('T0ken') || text.includes('session='))).toEqual([]);
    }));
});

describe('download', () => {
  const gitSha1 = createHash('sha1').update(`blob ${CONTENT.length}\0`).update(CONTENT).digest('hex');

  it.each([
    ['by the hash that is asked for', { sha256: sha256(CONTENT) }, {}],
    ['by the hash of the git blob', { gitSha1, size: CONTENT.length }, {}],
    ['by the hash that the Hub announces', {}, { 'x-linked-etag': `"${sha256(CONTENT)}"` }],
  ])('checks a file %s and keeps it as it is', (_, wanted, headers) =>
    inDirectory(async (dir) => {
      const server = await serving((_request, response) => response.writeHead(200, headers).end(CONTENT));
      const { upstream } = upstreamUnderTest(server.url, dir);
      const stored = await upstream.download(file, { tag: 'c', ...wanted });
      expect(stored).toMatchObject({ sha256: sha256(CONTENT), bytes: CONTENT.length, status: 200 });
      expect(await readFile(await upstream.bodyPath(stored.sha256))).toEqual(CONTENT);
      expect(await readdir(join(dir, 'partial'))).toEqual([]);
      const replay = replaying(dir);
      expect(await replay.download(file, { tag: 'c' })).toEqual(stored);
      expect(Buffer.from(await replay.body(stored.sha256))).toEqual(CONTENT);
      expect(server.seen).toHaveLength(1);
    }),
  );

  it.each([
    ['hash', { sha256: sha256('other') }, {}, /has sha256 .* instead of/],
    ['git hash', { gitSha1: 'f'.repeat(40) }, {}, /has git sha1 .* instead of f+/],
    ['announced hash', {}, { 'x-linked-etag': `"${sha256('other')}"` }, /data\.parquet.*sha256/],
  ])(
    'refuses a file of another %s after fetching it anew, and keeps nothing',
    (_, wanted, headers, message) =>
      inDirectory(async (dir) => {
        const server = await serving((_request, response) => response.writeHead(200, headers).end(CONTENT));
        const { upstream } = upstreamUnderTest(server.url, dir);
        const error = await upstream
          .download(file, { tag: 'c', ...wanted })
          .catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(IntegrityError);
        expect(String(error)).toMatch(message);
        expect(server.seen).toHaveLength(3);
        expect(await allFiles(dir)).toEqual([]);
      }),
  );

  it('fetches a damaged file again and names it to readers', () =>
    inDirectory(async (dir) => {
      const server = await serving((_, response) => response.writeHead(200).end(CONTENT));
      const { upstream } = upstreamUnderTest(server.url, dir);
      const { sha256: hash } = await upstream.download(file, { tag: 'c' });
      await writeFile(await upstream.bodyPath(hash), 'PAR1');
      await expect(upstream.bodyPath(hash)).rejects.toThrow(StorageError);
      await expect(replaying(dir).download(file, { tag: 'c' })).rejects.toThrow(MissingResponseError);
      await upstreamUnderTest(server.url, dir).upstream.download(file, { tag: 'c' });
      expect(await readFile(await upstream.bodyPath(hash))).toEqual(CONTENT);
      await rm(dir, { recursive: true });
      await expect(upstream.bodyPath(hash)).rejects.toThrow(/is missing/);
    }));

  /** Sends what is asked for, by range where one is given. */
  const sendRest = (request: IncomingMessage, response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(String(request.headers.range))?.[1] ?? 0);
    if (from >= CONTENT.length) response.writeHead(416).end();
    else if (from === 0) response.writeHead(200).end(CONTENT);
    else {
      const range = `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}`;
      response.writeHead(206, { 'content-range': range }).end(CONTENT.subarray(from));
    }
  };
  const cutAfter = (bytes: number) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, bytes), () => setTimeout(() => response.destroy(), 20));
  };

  it('goes on where an earlier run was cut off, where a hash can tell', () =>
    inDirectory(async (dir) => {
      const cutting = await serving(cutAfter(5));
      const wanted = { tag: 'c', sha256: sha256(CONTENT) };
      await expect(upstreamUnderTest(cutting.url, dir).upstream.download(file, wanted)).rejects.toThrow(
        'data.parquet',
      );
      const [part = ''] = await readdir(join(dir, 'partial'));
      expect(await readFile(join(dir, 'partial', part), 'utf8')).toBe(CONTENT.toString().slice(0, 5));
      const server = await serving(sendRest);
      const { upstream } = upstreamUnderTest(server.url, dir);
      const stored = await upstream.download(file, wanted);
      expect(await readFile(await upstream.bodyPath(stored.sha256))).toEqual(CONTENT);
      expect(server.seen.map(({ headers }) => headers.range)).toEqual(['bytes=5-']);
      expect(await readdir(join(dir, 'partial'))).toEqual([]);
    }));

  it.each([
    ['what is no part of the file', 'other', ['bytes=5-', undefined]],
    ['the whole file', CONTENT.toString(), [`bytes=${CONTENT.length}-`, undefined]],
    ['more than the file', `${CONTENT}!`, [undefined]],
  ])('ends with the right file where an earlier run left %s', (_, left, ranges) =>
    inDirectory(async (dir) => {
      const wanted = { tag: 'c', sha256: sha256(CONTENT), size: CONTENT.length };
      await mkdir(join(dir, 'partial'));
      await writeFile(partPathOf(dir, file, 'c'), left);
      const server = await serving(sendRest);
      const { upstream } = upstreamUnderTest(server.url, dir);
      const stored = await upstream.download(file, wanted);
      expect(await readFile(await upstream.bodyPath(stored.sha256))).toEqual(CONTENT);
      expect(server.seen.map(({ headers }) => headers.range)).toEqual(ranges);
    }),
  );

  it('keeps nothing of a file that no hash was given for', () =>
    inDirectory(async (dir) => {
      const server = await serving(cutAfter(5));
      await expect(upstreamUnderTest(server.url, dir).upstream.download(file, { tag: 'c' })).rejects.toThrow(
        'data.parquet',
      );
      expect(await readdir(join(dir, 'partial'))).toEqual([]);
    }));

  it.each([{}, { sha256: sha256(CONTENT) }])(
    'leaves no half of a file behind a crash at any step (%o)',
    async (hashes) => {
      const server = await serving(sendRest);
      for (let failAt = 1, reached = true; reached; failAt += 1) {
        await inDirectory(async (dir) => {
          const { files } = failingFiles(nodeFiles, failAt, true);
          const wanted = { tag: 'c', ...hashes };
          const crashed = upstreamUnderTest(server.url, dir, { files }).upstream.download(file, wanted);
          reached = await crashed.then(
            () => false,
            (error: unknown) => error instanceof DiskFull,
          );
          const { upstream } = upstreamUnderTest(server.url, dir);
          const { sha256: hash } = await upstream.download(file, wanted);
          expect(await readFile(await upstream.bodyPath(hash))).toEqual(CONTENT);
        });
      }
    },
  );
});

describe('what an upstream is made from', () => {
  it.each([
    ['https://example.org/', 'https://example.org'],
    ['http://127.0.0.1:80/gamma//', 'http://127.0.0.1/gamma'],
  ])('takes the base URL %s', (text, expected) => expect(parseBaseUrl('gamma', text)).toBe(expected));

  it.each([
    '',
    'example.org',
    'ftp://example.org',
    'file:///etc',
    'https://u:p@example.org',
    'https://a/?b',
    'https://a/#b',
  ])('refuses the base URL %j and names the variable', (text) => {
    for (const source of SOURCE_NAMES) {
      expect(() => parseBaseUrl(source, text)).toThrow(UsageError);
      expect(() => parseBaseUrl(source, text)).toThrow(BASE_URL_VARIABLES[source]);
    }
  });

  it('refuses a token that no header can carry, without showing it', () => {
    const make = () =>
      upstreamUnderTest('http://127.0.0.1:1', '/nowhere', { tokens: { metaculus: 'abc\ndef' } });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(/^METACULUS_TOKEN holds(?!.*abc)/);
  });

  it('tells what each source cost', () =>
    inDirectory(async (dir) => {
      const server = await serving((_, response, nth) =>
        nth === 0 ? sendJson(response, {}, 429, { 'retry-after': '2' }) : sendJson(response, { id: '1' }),
      );
      const { upstream } = upstreamUnderTest(server.url, dir);
      await upstream.fetch(market, { tag: 'a' });
      expect(upstream.statistics().gamma).toEqual({
        requests: 2,
        retries: 1,
        bytes: 12,
        waitedMs: 2000,
        pausedMs: 2000,
        achievedPerSecond: 0.5,
        allowedPerSecond: 1000,
      });
      expect(upstream.statistics().clob).toMatchObject({
        requests: 0,
        achievedPerSecond: null,
        allowedPerSecond: 50,
      });
      expect(upstream.sent).toEqual({ metaculus: 0, gamma: 2, clob: 0, data: 0, hf: 0 });
    }));
});
