import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  parseFaults,
  type ServeOptions,
  SYNTHETIC_TOKENS,
  startSyntheticUpstream,
} from '../../../sources/synthetic/index.js';
import type { SyntheticUpstream } from '../../../sources/synthetic/part.js';

const Page = z.object({ results: z.array(z.object({ id: z.number() })) });
const HEADERS = { authorization: `Token ${SYNTHETIC_TOKENS.metaculus}`, 'accept-language': 'original' };

let open: SyntheticUpstream[] = [];

async function start(options: Partial<ServeOptions> = {}): Promise<SyntheticUpstream> {
  const upstream = await startSyntheticUpstream({ seed: 1, size: 'small', ...options });
  open.push(upstream);
  return upstream;
}

/** Asks until a whole JSON body with the wanted rows comes, and counts the failures on the way. */
async function insist(url: string): Promise<{ ids: number[]; failures: number }> {
  for (let failures = 0; failures < 30; failures++) {
    try {
      const response = await fetch(url, { headers: HEADERS });
      const page = Page.safeParse(await response.json());
      if (response.ok && page.success) return { ids: page.data.results.map(({ id }) => id), failures };
    } catch {
      // a reset, a cut body or a body that is no JSON: ask again
    }
  }
  throw new Error(`${url} never answered`);
}

async function walk(upstream: SyntheticUpstream): Promise<{ ids: number[]; failures: number }> {
  const all: number[] = [];
  let failed = 0;
  for (let offset = 0; ; offset += 20) {
    const { ids, failures } = await insist(
      `${upstream.urls.metaculus}/api/posts/?order_by=published_at&limit=20&offset=${offset}`,
    );
    failed += failures;
    all.push(...ids);
    if (ids.length === 0) return { ids: all, failures: failed };
  }
}

afterEach(async () => {
  await Promise.all(open.map((upstream) => upstream.close()));
  open = [];
});

describe('startSyntheticUpstream', () => {
  it('serves every source', async () => {
    const { urls } = await start();
    const agent = { 'user-agent': 'forecast-datasets test' };
    const status = async (url: string, headers = {}) =>
      (await fetch(url, { headers: { ...agent, ...headers } })).status;
    expect(await status(`${urls.metaculus}/api/posts/`, HEADERS)).toBe(200);
    expect(await status(`${urls.gamma}/markets/keyset?closed=true&limit=2`)).toBe(200);
    expect(await status(`${urls.clob}/prices-history`)).toBe(400);
    expect(await status(`${urls.data}/v2/nothing`)).toBe(404);
    expect(await status(`${urls.hf}/api/datasets/nikhilchandak/OpenForesight`)).toBe(200);
  });

  it('loses nothing for a client that retries and pages on, and does the same in each run', async () => {
    const spec = '429=0.1,500=0.1,reset=0.05,truncate=0.1,cut=0.05,html=0.1,repeat=0.2,shift=0.1;seed=5';
    const plain = await walk(await start());
    const first = await walk(await start({ faults: parseFaults(spec) }));
    const second = await walk(await start({ faults: parseFaults(spec) }));
    expect(first.failures).toBeGreaterThan(3);
    expect(new Set(first.ids)).toStrictEqual(new Set(plain.ids));
    expect(first.ids.length).toBeGreaterThan(plain.ids.length);
    expect(second).toStrictEqual(first);
  });

  it('tells what faults it made', async () => {
    const upstream = await start({ faults: parseFaults('500=1;times=1') });
    await fetch(`${upstream.urls.metaculus}/api/posts/`, { headers: HEADERS });
    await fetch(`${upstream.urls.metaculus}/api/posts/`, { headers: HEADERS });
    const stats = await (await fetch(`http://127.0.0.1:${upstream.port}/_stats`)).json();
    expect(stats).toMatchObject({ faults: { 500: 1 }, statuses: { 200: 1, 500: 1 } });
  });
});
