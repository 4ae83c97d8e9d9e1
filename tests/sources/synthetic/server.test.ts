import { afterEach, describe, expect, it } from 'vitest';
import { parseFaults } from '../../../sources/synthetic/faults.js';
import type { SyntheticPart, SyntheticRequest, SyntheticUpstream } from '../../../sources/synthetic/part.js';
import { type ServeOptions, servePartFactories } from '../../../sources/synthetic/server.js';

const ROWS = {
  count: 200,
  rows: Array.from({ length: 200 }, (_, at) => ({ id: String(at), text: 'peat coal' })),
};

let open: SyntheticUpstream[] = [];
let seen: SyntheticRequest[] = [];
let made = 0;

function gammaPart(): SyntheticPart {
  made++;
  return {
    prefix: 'gamma',
    handle(request) {
      seen.push(request);
      return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(ROWS) };
    },
  };
}

async function serve(options: Partial<ServeOptions> = {}): Promise<SyntheticUpstream> {
  const factories = [{ sources: ['gamma' as const], create: () => [gammaPart()] }];
  const upstream = await servePartFactories(factories, { seed: 1, size: 'small', ...options });
  open.push(upstream);
  return upstream;
}

afterEach(async () => {
  await Promise.all(open.map((upstream) => upstream.close()));
  open = [];
  seen = [];
  made = 0;
});

describe('routing', () => {
  it('makes a part at its first request, and once', async () => {
    const { urls } = await serve();
    expect(made).toBe(0);
    await fetch(`${urls.gamma}/markets`);
    await fetch(`${urls.gamma}/markets`);
    expect(made).toBe(1);
  });

  it('hands over decoded segments, repeated query keys and the trailing slash', async () => {
    const { urls, port } = await serve();
    await fetch(`${urls.gamma}/a%2Fb/%C3%A9/?id=1&id=2`);
    expect(seen[0]?.segments).toStrictEqual(['a/b', 'é', '']);
    expect(seen[0]?.query.getAll('id')).toStrictEqual(['1', '2']);
    expect(seen[0]?.origin).toBe(`http://127.0.0.1:${port}`);
    expect(seen[0]).not.toHaveProperty('fault');
  });

  it('refuses methods, malformed paths and sources without a part', async () => {
    const { urls } = await serve();
    expect((await fetch(`${urls.gamma}/markets`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${urls.gamma}/%E0%A4%A`)).status).toBe(400);
    expect((await fetch(`${urls.hf}/api`)).status).toBe(404);
  });

  it('counts by source and tells at /_stats', async () => {
    const upstream = await serve();
    await fetch(`${upstream.urls.gamma}/markets`);
    await fetch(`${upstream.urls.hf}/api`);
    expect(upstream.requests()).toStrictEqual({ metaculus: 0, gamma: 1, clob: 0, data: 0, hf: 1 });
    const stats = await (await fetch(`http://127.0.0.1:${upstream.port}/_stats`)).json();
    expect(stats).toMatchObject({ requests: { gamma: 1, hf: 1 }, statuses: { 200: 1, 404: 1 } });
  });
});

describe('delivery', () => {
  it('compresses where the client accepts it', async () => {
    const { urls } = await serve();
    const packed = await fetch(`${urls.gamma}/markets`, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await fetch(`${urls.gamma}/markets`, { headers: { 'accept-encoding': 'identity' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.json()).toStrictEqual(await plain.json());
  });

  it('answers HEAD with the length and no body', async () => {
    const { urls } = await serve();
    const headers = { 'accept-encoding': 'identity' };
    const head = await fetch(`${urls.gamma}/markets`, { method: 'HEAD', headers });
    expect(head.headers.get('content-length')).toBe(String(JSON.stringify(ROWS).length));
    expect(await head.text()).toBe('');
  });
});

describe('faults on the wire', () => {
  const fetchWith = async (spec: string, init: RequestInit = {}): Promise<Response> => {
    const { urls } = await serve({ faults: parseFaults(spec) });
    return fetch(`${urls.gamma}/markets`, init);
  };

  it('truncates to a body that is whole by its length and no JSON', async () => {
    const response = await fetchWith('truncate=1', { headers: { 'accept-encoding': 'identity' } });
    const text = await response.text();
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it('breaks the connection within the body', async () => {
    const response = await fetchWith('cut=1');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('resets the connection', async () => {
    await expect(fetchWith('reset=1')).rejects.toThrow();
  });

  it('never ends a body', async () => {
    const body = (await fetchWith('endless=1')).body?.getReader();
    let bytes = 0;
    while (bytes < 4) {
      const piece = await body?.read();
      expect(piece?.done).toBe(false);
      bytes += piece?.value?.length ?? 0;
    }
    await body?.cancel();
  });

  it('delivers a slow body whole, with pauses that add up', async () => {
    const pauses: number[] = [];
    const effects = { now: () => 0, sleep: async (ms: number) => void pauses.push(ms) };
    const { urls } = await serve({ faults: parseFaults('slow=1;slowms=2500'), effects });
    expect(await (await fetch(`${urls.gamma}/markets`)).json()).toStrictEqual(ROWS);
    expect(pauses).toStrictEqual([500, 500, 500, 500, 500]);
  });

  it('lies about a total and nothing else', async () => {
    expect(await (await fetchWith('totals=1')).json()).toStrictEqual({ ...ROWS, count: 221 });
  });

  it.each(['repeat', 'shift', 'drift'])('leaves %s to the part', async (kind) => {
    await (await fetchWith(`${kind}=1`)).text();
    expect(seen[0]?.fault).toBe(kind);
  });

  it('strikes the same requests in whatever order they are asked', async () => {
    const statuses = async (order: number[]): Promise<number[]> => {
      const { urls } = await serve({ faults: parseFaults('500=0.3,429=0.2;seed=3') });
      const found = new Map<number, number>();
      for (const page of order) found.set(page, (await fetch(`${urls.gamma}/markets?page=${page}`)).status);
      return [...found].sort(([a], [b]) => a - b).map(([, status]) => status);
    };
    const ascending = Array.from({ length: 30 }, (_, at) => at);
    const forwards = await statuses(ascending);
    expect(new Set(forwards)).toStrictEqual(new Set([200, 429, 500]));
    expect(await statuses(ascending.toReversed())).toStrictEqual(forwards);
  });
});

describe('limits', () => {
  it('throttles beyond the published rate and says how long to wait', async () => {
    let nowMs = 0;
    const effects = { now: () => nowMs * 1000, sleep: async () => undefined };
    const { urls } = await serve({ limits: 'real', effects });
    const ask = () => fetch(`${urls.metaculus}/api/posts/`);
    for (let at = 0; at < 8; at++) expect((await ask()).status).toBe(404);
    nowMs = 4000;
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toStrictEqual([429, '6']);
    nowMs = 10_000;
    expect((await ask()).status).toBe(404);
  });

  it('never throttles by default', async () => {
    const { urls } = await serve();
    for (let at = 0; at < 20; at++) expect((await fetch(`${urls.metaculus}/api/posts/`)).status).toBe(404);
  });
});
