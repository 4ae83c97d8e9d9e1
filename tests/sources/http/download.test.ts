import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileTarget } from '../../../sources/http/download.js';
import { RefusedError, UnreachableError } from '../../../sources/http/errors.js';
import { clientUnderTest, requestOf, TOKEN } from './client-under-test.js';
import { type LocalServer, serve } from './local-server.js';

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

const FILE = Buffer.alloc(3_000_000, createHash('sha512').update('seed').digest());
const request = requestOf('hf', '/datasets/a/b/resolve/main/data.parquet');

function memoryTarget(): FileTarget & { content(): Buffer; restarts: number } {
  let chunks: Buffer[] = [];
  return {
    restarts: 0,
    get bytes() {
      return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    },
    write: async (chunk) => {
      chunks.push(Buffer.from(chunk));
    },
    async restart() {
      chunks = [];
      this.restarts += 1;
    },
    content: () => Buffer.concat(chunks),
  };
}

/** Serves the part of FILE that is asked for, `most` bytes of it at a time before the connection breaks. */
function servePart(asked: IncomingMessage, response: ServerResponse, most = FILE.length): void {
  const from = Number(/^bytes=(\d+)-$/.exec(asked.headers.range ?? '')?.[1] ?? 0);
  const part = FILE.subarray(from);
  const range = from > 0 ? { 'content-range': `bytes ${from}-${FILE.length - 1}/${FILE.length}` } : {};
  response.writeHead(from > 0 ? 206 : 200, { ...range, 'content-length': part.length });
  if (part.length <= most) response.end(part);
  else response.write(part.subarray(0, most), () => setTimeout(() => response.destroy(), 20));
}

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: Error) => error,
  );

describe('a download', () => {
  it('resumes where a connection was cut, uncompressed and without fetching a byte twice', async () => {
    const server = await serving((asked, response) => servePart(asked, response, 900_000));
    const { client } = clientUnderTest(server.url, { source: 'hf' });
    const target = memoryTarget();
    await client.download(request, target, FILE.length);
    expect(target.content().equals(FILE)).toBe(true);
    expect(target.restarts).toBe(0);
    expect(server.seen.length).toBeGreaterThanOrEqual(4);
    const offsets = server.seen.map((seen) => Number(/\d+/.exec(seen.headers.range ?? '0')?.[0]));
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
    expect(new Set(offsets).size).toBe(offsets.length);
    expect(server.seen[0]?.headers['accept-encoding']).toBe('identity');
    expect(client.statistics().bytes).toBe(FILE.length);
  });

  it('goes on through more breaks than one request has attempts, as long as it gets further', async () => {
    const server = await serving((asked, response) => servePart(asked, response, 400_000));
    const { client } = clientUnderTest(server.url, { source: 'hf', limits: { attempts: 3 } });
    const target = memoryTarget();
    await client.download(request, target);
    expect(target.content().equals(FILE)).toBe(true);
  });

  it('begins anew where the host ignores the range', async () => {
    const server = await serving((asked, response, nth) => {
      if (nth > 0) delete asked.headers.range;
      servePart(asked, response, nth === 0 ? 1000 : undefined);
    });
    const target = memoryTarget();
    await clientUnderTest(server.url, { source: 'hf' }).client.download(request, target, FILE.length);
    expect(target.content().equals(FILE)).toBe(true);
    expect(target.restarts).toBe(1);
    expect(server.seen).toHaveLength(2);
  });

  it.each([
    ['refuses the rest', 416, {}],
    ['sends another part', 206, { 'content-range': `bytes 7-${FILE.length - 1}/${FILE.length}` }],
  ])('begins anew where the host %s', async (_, status, headers) => {
    const server = await serving((asked, response, nth) => {
      if (nth === 1) response.writeHead(status, headers).end('nothing');
      else servePart(asked, response, nth === 0 ? 1000 : undefined);
    });
    const target = memoryTarget();
    await clientUnderTest(server.url, { source: 'hf' }).client.download(request, target, FILE.length);
    expect(target.content().equals(FILE)).toBe(true);
  });

  it('does not take an HTML page or half a file for the file', async () => {
    const server = await serving((asked, response, nth) => {
      if (nth === 0)
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Just a moment</html>');
      else if (nth === 1) response.writeHead(200, { 'content-length': 500 }).end(FILE.subarray(0, 500));
      else servePart(asked, response);
    });
    const target = memoryTarget();
    await clientUnderTest(server.url, { source: 'hf' }).client.download(request, target, FILE.length);
    expect(target.content().equals(FILE)).toBe(true);
  });

  it('asks for a new address where a signed one has expired', async () => {
    const storage = await serving((asked, response, nth) =>
      nth === 0 ? response.writeHead(403).end('Request has expired') : servePart(asked, response),
    );
    const hub = await serving((_, response, nth) =>
      response
        .writeHead(302, {
          location: `${storage.url}/?Expires=${nth}`,
          'x-linked-size': FILE.length,
          etag: '"h"',
        })
        .end(),
    );
    const target = memoryTarget();
    const { client } = clientUnderTest(hub.url, { source: 'hf', token: TOKEN });
    const { headers } = await client.download(request, target);
    expect(target.content().equals(FILE)).toBe(true);
    expect(headers).toMatchObject({ 'x-linked-size': String(FILE.length), etag: '"h"' });
    expect(storage.seen.map((seen) => seen.url)).toEqual(['/?Expires=0', '/?Expires=1']);
    expect(storage.seen.some((seen) => 'authorization' in seen.headers)).toBe(false);
  });

  it.each([
    ['drips on for ever', (response: ServerResponse) => response.write(' ')],
    ['sends more than the file has', (response: ServerResponse) => response.write(Buffer.alloc(100_000))],
  ])('ends in a named error where the host %s', async (_, send) => {
    const server = await serving((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => send(response), 20);
      response.on('close', () => clearInterval(drip));
    });
    const { client } = clientUnderTest(server.url, { source: 'hf', limits: { attempts: 2 } });
    const error = await failure(client.download(request, memoryTarget(), 150_000));
    expect(error).toBeInstanceOf(UnreachableError);
  });

  it('keeps nothing of a file that repeats the token, wherever its pieces are cut', async () => {
    const server = await serving((_, response) => {
      response.writeHead(200);
      response.write(`abc${TOKEN.slice(0, 5)}`);
      setTimeout(() => response.end(`${TOKEN.slice(5)}def`), 50);
    });
    const target = memoryTarget();
    const { client } = clientUnderTest(server.url, { source: 'hf', token: TOKEN });
    expect(await failure(client.download(request, target))).toBeInstanceOf(RefusedError);
    expect(target.bytes).toBe(0);
  });

  it('stops at a refusal', async () => {
    const server = await serving((_, response) => response.writeHead(404).end('Entry not found'));
    const { client } = clientUnderTest(server.url, { source: 'hf' });
    expect((await failure(client.download(request, memoryTarget()))).message).toContain('Entry not found');
    expect(server.seen).toHaveLength(1);
  });
});
