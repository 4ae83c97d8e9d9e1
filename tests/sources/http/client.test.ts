import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { UpstreamError } from '../../../common/errors.js';
import { RefusedError, SchemaDriftError, UnreachableError } from '../../../sources/http/errors.js';
import { clientUnderTest, requestOf, TOKEN } from './client-under-test.js';
import { type LocalServer, sendJson, serve } from './local-server.js';

const servers: LocalServer[] = [];
type Handler = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

async function serving(handler: Handler): Promise<LocalServer> {
  const server = await serve(handler);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const page = requestOf('gamma', '/markets', [
  ['closed', 'true'],
  ['tag', 'a b'],
]);
const bodyText = (response: { body: Uint8Array }): string => Buffer.from(response.body).toString();
const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: Error) => error,
  );

/** Faults that pass, each as the host's first answer. */
const passing: Record<string, Handler> = {
  'status 500': (_, response) => sendJson(response, { error: 'internal' }, 500),
  'status 503': (_, response) => response.writeHead(503).end(),
  'status 408': (_, response) => response.writeHead(408).end(),
  'status 429 without Retry-After': (_, response) => sendJson(response, {}, 429),
  'status 429 with Retry-After': (_, response) => sendJson(response, {}, 429, { 'retry-after': '7' }),
  'a reset connection': (request) => request.socket.destroy(),
  'half a body as if it were whole': (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":[1,2'),
  'a body cut by the connection': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"a":1}', () => response.destroy());
  },
  'chunks cut by the connection': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"a":1}', () => response.destroy());
  },
  'a gzip stream cut short': (_, response) => {
    const packed = gzipSync('{"a":1,"b":"some text"}');
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, 20));
  },
  'an HTML page with status 200': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!DOCTYPE html><title>Just a moment</title>'),
  'an HTML page with status 403': (_, response) =>
    response.writeHead(403, { 'content-type': 'text/html' }).end('<html>error code: 1015</html>'),
  'an empty body': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(),
  'no headers': () => undefined,
  'a body that drips on for ever': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  },
};

describe('a client', () => {
  it('sends one request with its own name, the query in order, and hands the decoded body on', async () => {
    const server = await serving((_, response) => {
      response.writeHead(200, {
        'content-encoding': 'gzip',
        'set-cookie': 'id=1',
        etag: '"e"',
        location: '/x',
      });
      response.end(gzipSync('{"ü":1}'));
    });
    const { client } = clientUnderTest(`${server.url}/gamma`);
    const response = await client.get(page, {});
    expect(bodyText(response)).toBe('{"ü":1}');
    expect(response.headers).toEqual({ etag: '"e"', date: expect.any(String) });
    expect(server.seen.map((seen) => seen.url)).toEqual(['/gamma/markets?closed=true&tag=a+b']);
    const headers = server.seen[0]?.headers;
    expect(headers?.['user-agent']).toBe('forecast-datasets/0.0.0 (+https://example.org)');
    expect(headers?.['accept-encoding']).toBe('gzip');
    expect(headers?.['accept-language']).toBeUndefined();
    expect(headers?.authorization).toBeUndefined();
  });

  it('asks Metaculus for the original language', async () => {
    const server = await serving((_, response) => sendJson(response, {}));
    const { client } = clientUnderTest(server.url, { source: 'metaculus', token: 'secret-token' });
    await client.get(requestOf('metaculus', '/api/posts/'), {});
    expect(server.seen[0]?.headers['accept-language']).toBe('original');
    expect(server.seen[0]?.headers.authorization).toBe('Token secret-token');
  });

  it.each(Object.entries(passing))('tries again after %s', async (_, fault) => {
    const server = await serving((request, response, nth) =>
      nth < 2 ? fault(request, response, nth) : sendJson(response, { ok: true }),
    );
    const { client, lines } = clientUnderTest(server.url);
    expect(bodyText(await client.get(page, {}))).toBe('{"ok":true}');
    expect(server.seen).toHaveLength(3);
    expect(client.statistics()).toMatchObject({ requests: 3, retries: 2 });
    expect(lines.map(([, event]) => event)).toEqual(['http.retry', 'http.retry']);
  });

  it.each(Object.entries(passing))('ends in a named error where %s does not pass', async (_, fault) => {
    const server = await serving(fault);
    const { client } = clientUnderTest(server.url, { limits: { attempts: 3 } });
    const error = await failure(client.get(page, {}));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error.message).toMatch(
      /^gave up after \d attempts in \d+ s: gamma \/markets\?closed=true&tag=a b: /,
    );
  });

  it('gives up on a host that refuses connections within two minutes, waits included', async () => {
    const server = await serve(() => undefined);
    await server.close();
    const { client, state } = clientUnderTest(server.url, { rate: { requests: 5, seconds: 10 } });
    const started = state.now;
    const error = await failure(client.get(page, {}));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error.message).toContain('ECONNREFUSED');
    expect((state.now - started) / 1e6).toBeLessThan(120);
    expect(client.statistics().requests).toBeGreaterThanOrEqual(10);
  });

  it.each([
    ['seconds', { 'retry-after': '42' }, 42],
    ['an HTTP date', { 'retry-after': 'Mon, 30 Nov 2026 00:01:00 GMT' }, 60],
    ['the Hub’s RateLimit, rounded up', { ratelimit: '"api";r=0;t=55' }, 56],
  ])('waits as long as %s say, for all requests of the source', async (_, headers, seconds) => {
    const server = await serving((_request, response, nth) =>
      nth === 0 ? sendJson(response, {}, 429, headers) : sendJson(response, {}),
    );
    const { client, state } = clientUnderTest(server.url);
    const started = state.now;
    await client.get(page, {});
    expect((state.now - started) / 1e6).toBeGreaterThanOrEqual(seconds);
    expect((state.now - started) / 1e6).toBeLessThan(seconds + 1);
    expect(client.statistics().pausedMs).toBe(seconds * 1000);
  });

  it('does not count announced pauses as attempts, up to a bound', async () => {
    const server = await serving((_, response, nth) =>
      nth < 4 ? sendJson(response, {}, 429, { 'retry-after': '100' }) : response.writeHead(500).end(),
    );
    const { client } = clientUnderTest(server.url, { limits: { attempts: 3 } });
    const error = await failure(client.get(page, {}));
    expect(error.message).toContain('answered 500');
    expect(server.seen).toHaveLength(4 + 3);
    const endless = await serving((_, response) => sendJson(response, {}, 429, { 'retry-after': '1' }));
    await failure(clientUnderTest(endless.url, { limits: { attempts: 3 } }).client.get(page, {}));
    expect(endless.seen).toHaveLength(4 + 3);
  });

  it('does not wait longer than a quarter of an hour', async () => {
    const server = await serving((_, response) => sendJson(response, {}, 429, { 'retry-after': '901' }));
    const { client } = clientUnderTest(server.url);
    expect(await failure(client.get(page, {}))).toBeInstanceOf(UnreachableError);
    expect(server.seen).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 410, 422, 451])('does not ask again after status %i', async (status) => {
    const server = await serving((_, response) => sendJson(response, { detail: 'no' }, status));
    const { client } = clientUnderTest(server.url);
    const error = await failure(client.get(page, {}));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error.message).toContain(`answered ${status}: {"detail":"no"}`);
    expect(server.seen).toHaveLength(1);
  });

  it('takes a status as the answer where it is wanted', async () => {
    const server = await serving((_, response) => sendJson(response, { detail: 'none' }, 404));
    const { client } = clientUnderTest(server.url);
    expect((await client.get(page, { answers: [404] })).status).toBe(404);
  });

  it('shows no more than 200 characters of a body, none of which can steer a terminal', async () => {
    const server = await serving((_, response) =>
      response.writeHead(404).end(`\u001b]0;x\u0007\u202e\n${'y'.repeat(5000)}`),
    );
    const error = await failure(clientUnderTest(server.url).client.get(page, {}));
    expect(error.message).toContain('\\u{1b}]0;x\\u{7}\\u{202e}\\u{a}yyy');
    expect(error.message.match(/y/g)?.length).toBeLessThanOrEqual(200);
    expect(error.message).not.toMatch(/[\p{C}\n]/u);
  });

  it('asks again a few times for a page of another shape, and then names the field', async () => {
    const server = await serving((_, response, nth) => sendJson(response, nth === 1 ? { data: 1 } : {}));
    const { client } = clientUnderTest(server.url);
    const check = (body: Uint8Array): void => {
      if (!('data' in JSON.parse(Buffer.from(body).toString()))) {
        throw new SchemaDriftError('gamma', 'data', 'missing');
      }
    };
    expect(bodyText(await client.get(page, { check }))).toBe('{"data":1}');
    const error = await failure(client.get(page, { check }));
    expect(error).toMatchObject({ name: 'SchemaDriftError', field: 'data', exitCode: 4 });
    expect(server.seen).toHaveLength(2 + 5);
  });

  it('bounds the size of a body', async () => {
    const server = await serving((_, response) => sendJson(response, 'x'.repeat(5000)));
    const { client } = clientUnderTest(server.url, { limits: { attempts: 2, maxBodyBytes: 4999 } });
    expect((await failure(client.get(page, {}))).message).toContain('the body exceeds 4999 bytes');
  });

  it('ends a wait when it is aborted', async () => {
    const abort = new AbortController();
    const server = await serving(() => abort.abort(new Error('stopped by the user')));
    const { client } = clientUnderTest(server.url, { signal: abort.signal, limits: { responseMs: 50_000 } });
    expect((await failure(client.get(page, {}))).message).toBe('stopped by the user');
  });

  it('runs no more requests at a time than allowed', async () => {
    let open = 0;
    let most = 0;
    const server = await serving((_, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        sendJson(response, {});
      }, 20);
    });
    const { client } = clientUnderTest(server.url, { jobs: 3 });
    await Promise.all(Array.from({ length: 12 }, () => client.get(page, {})));
    expect(most).toBe(3);
  });
});

describe('redirects', () => {
  it('are followed within the host with the token', async () => {
    const server = await serving((request, response) =>
      request.url === '/b'
        ? sendJson(response, { at: 'b' })
        : response.writeHead(307, { location: '/b' }).end(),
    );
    const { client } = clientUnderTest(server.url, { source: 'hf', token: TOKEN });
    expect(bodyText(await client.get(requestOf('hf', '/a'), {}))).toBe('{"at":"b"}');
    expect(server.seen.map((seen) => seen.headers.authorization)).toEqual([
      `Bearer ${TOKEN}`,
      `Bearer ${TOKEN}`,
    ]);
    expect(client.statistics().requests).toBe(2);
  });

  it('to another host never carry the token, and are for the Hub alone', async () => {
    const other = await serving((_, response) => sendJson(response, { at: 'other' }));
    const server = await serving((_, response) =>
      response
        .writeHead(302, { location: `${other.url}/file?Signature=signed`, 'x-linked-etag': '"abc"' })
        .end(),
    );
    const hub = clientUnderTest(server.url, { source: 'hf', token: TOKEN });
    const response = await hub.client.get(requestOf('hf', '/resolve'), {});
    expect(bodyText(response)).toBe('{"at":"other"}');
    expect(response.headers['x-linked-etag']).toBe('"abc"');
    expect(other.seen[0]?.headers.authorization).toBeUndefined();

    const metaculus = clientUnderTest(server.url, { source: 'metaculus', token: TOKEN });
    const error = await failure(metaculus.client.get(requestOf('metaculus', '/a'), {}));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error.message).toContain(new URL(other.url).host);
    expect(error.message).not.toContain('signed');
    expect(other.seen).toHaveLength(1);
  });

  it('back home from another host do not get the token again', async () => {
    const home = await serving((request, response) =>
      request.url === '/end'
        ? sendJson(response, {})
        : response.writeHead(302, { location: `${other.url}/` }).end(),
    );
    const other = await serving((_, response) =>
      response.writeHead(302, { location: `${home.url}/end` }).end(),
    );
    await clientUnderTest(home.url, { source: 'hf', token: TOKEN }).client.get(requestOf('hf', '/a'), {});
    expect(home.seen.map((seen) => 'authorization' in seen.headers)).toEqual([true, false]);
  });

  it.each([
    ['in a circle', { location: '/a' }],
    ['without an address', {}],
    ['to something that is no web page', { location: 'file:///etc/passwd' }],
  ])('%s end in an error', async (_, headers) => {
    const server = await serving((_request, response) => response.writeHead(302, headers).end());
    const { client } = clientUnderTest(server.url, { source: 'hf' });
    expect(await failure(client.get(requestOf('hf', '/a'), {}))).toBeInstanceOf(RefusedError);
    expect(server.seen.length).toBeLessThanOrEqual(6);
  });
});

describe('a token', () => {
  it('is in no error, log line, header or body, in whatever form it is echoed', async () => {
    const forms = [
      TOKEN,
      encodeURIComponent(TOKEN),
      Buffer.from(`Bearer ${TOKEN}`).toString('base64'),
      Buffer.from(`x${TOKEN}`).toString('base64url'),
    ];
    const server = await serving((_, response, nth) => {
      const status = [500, 404, 200][nth] ?? 200;
      sendJson(response, { echo: forms, json: TOKEN }, status, {
        'x-error-message': TOKEN,
        link: `<${TOKEN}>`,
      });
    });
    const { client, lines } = clientUnderTest(server.url, { source: 'hf', token: TOKEN });
    const error = await failure(client.get(requestOf('hf', '/a'), {}));
    const response = await client.get(requestOf('hf', '/a'), {});
    expect(response.redacted).toBe(true);
    expect(JSON.parse(bodyText(response)).json).toBe('[token]');
    const all = [
      JSON.stringify(lines),
      error.message,
      error.stack,
      String((error as UpstreamError).remedy),
      bodyText(response),
      JSON.stringify(response.headers),
    ].join('\n');
    expect(all).toContain('[token]');
    for (const needle of [
      'T0ken',
      encodeURIComponent('T0ken/'),
      Buffer.from('T0ken').toString('base64').slice(0, 5),
    ]) {
      expect(all).not.toContain(needle);
    }
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error.cause).toBeUndefined();
  });

  it('that the Hub refuses, lacks or would help is named with what to do', async () => {
    const remedyFor = async (status: number, headers: Record<string, string>, token?: string) => {
      const server = await serving((_, response) => sendJson(response, {}, status, headers));
      const { client } = clientUnderTest(server.url, { source: 'hf', ...(token ? { token } : {}) });
      const error = await failure(client.get(requestOf('hf', '/datasets/a/b/resolve/main/x'), {}));
      return (error as RefusedError).remedy;
    };
    expect(await remedyFor(401, { 'x-error-code': 'RepoNotFound' })).toMatch(
      /missing, private or gated.*HF_TOKEN/,
    );
    expect(
      await remedyFor(401, { 'x-error-message': 'Invalid credentials in Authorization header' }, TOKEN),
    ).toContain('HF_TOKEN is wrong');
    expect(await remedyFor(403, { 'x-error-code': 'GatedRepo' }, TOKEN)).toContain(
      'huggingface.co/datasets/a/b',
    );
    expect(await remedyFor(404, { 'x-error-code': 'EntryNotFound' }, TOKEN)).toContain('file does not exist');
  });
});
