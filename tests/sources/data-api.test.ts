import { describe, expect, it } from 'vitest';
import { TapeSource, tapePages, tapeWalk } from '../../sources/data-api.js';
import { MissingResponseError, RefusedError, SchemaDriftError } from '../../sources/http/errors.js';
import { OutOfOrderError } from '../../sources/repeats.js';
import type { Upstream } from '../../sources/types.js';
import { type Answer, fakeUpstream, Status } from './fake-upstream.js';

const C = '0xab';
const row = (timestamp: number, size = 1) => ({
  token_id: '7',
  condition_id: C,
  size,
  price: 0.5,
  timestamp,
  transaction_hash: '0x1',
});
const old = (timestamp: number, size = 1) => ({ asset: '7', conditionId: C, size, price: 0.5, timestamp });
const page = (data: unknown[], next_cursor: string | null, has_more = next_cursor !== null) => ({
  data,
  pagination: { limit: 1000, offset: 0, has_more, next_cursor },
});

/** v2 pages by cursor, `''` being the first. */
const v2 =
  (pages: Record<string, unknown>): Answer =>
  (_, query) =>
    pages[query.get('cursor') ?? ''];

async function sizes(upstream: Upstream, version: 'v1' | 'v2' = 'v2'): Promise<number[]> {
  const walk = await upstream.walk('data', tapeWalk(C, version, 'final'));
  const read: number[] = [];
  for await (const { trades } of tapePages(upstream, { walk, version }))
    read.push(...trades.map(({ size }) => size));
  return read;
}

describe('tapes of v2', () => {
  it('are walked over short and empty pages until the cursor is null, taker rows only', async () => {
    const { upstream, requests, tags } = fakeUpstream(
      v2({
        '': page([row(9, 1)], 'b'),
        b: page([], 'c'),
        c: page([row(8, 2), row(7, 3)], 'd'),
        d: page([], null),
      }),
    );
    expect(await sizes(upstream)).toEqual([1, 2, 3]);
    expect(requests[0]).toBe('data /v2/trades?condition=0xab&taker_only=true&limit=1000');
    expect(requests[3]).toBe('data /v2/trades?condition=0xab&taker_only=true&limit=1000&cursor=d');
    expect(tags).toEqual(['final']);
  });

  it('keep rows of one transaction and drop rows that a page repeats', async () => {
    const { upstream } = fakeUpstream(
      v2({
        '': page([row(9, 1), row(9, 2), row(8, 3)], 'b'),
        b: page([row(9, 2), row(8, 3), row(8, 4)], null),
      }),
    );
    expect(await sizes(upstream)).toEqual([1, 2, 3, 4]);
  });

  it('go on where rows come back in another order, and fail where time goes back', async () => {
    const back = fakeUpstream(v2({ '': page([row(5)], 'b'), b: page([row(9)], null) })).upstream;
    await expect(sizes(back)).rejects.toThrow(OutOfOrderError);
  });

  it('are unknown where more rows are announced without a cursor', async () => {
    const { upstream } = fakeUpstream(v2({ '': page([row(9)], null, true) }));
    expect(await upstream.walk('data', tapeWalk(C, 'v2', 'final'))).toMatchObject({ status: 'unknown' });
  });

  it('are asked for again where a cursor leads back to its own page, and unknown where nothing new comes', async () => {
    const loop = fakeUpstream(v2({ '': page([row(9)], 'b'), b: page([row(8)], 'b') })).upstream;
    await expect(loop.walk('data', tapeWalk(C, 'v2', 'final'))).rejects.toThrow(SchemaDriftError);
    let cursor = 0;
    const endless = fakeUpstream(() => page([row(9)], `c${cursor++}`)).upstream;
    expect(await endless.walk('data', tapeWalk(C, 'v2', 'final'))).toMatchObject({ status: 'unknown' });
  });

  it('give rows that drifted by field', async () => {
    const { upstream } = fakeUpstream(v2({ '': page([row(9), { ...row(8), price: null }], null) }));
    const walk = await upstream.walk('data', tapeWalk(C, 'v2', 'final'));
    for await (const { trades, drifts } of tapePages(upstream, { walk, version: 'v2' })) {
      expect(trades).toHaveLength(1);
      expect(drifts).toEqual([{ field: 'price', detail: 'is no number' }]);
    }
  });
});

describe('a page most of whose rows drifted', () => {
  it.each([
    [2, 1, true],
    [1, 1, false],
    [1, 0, true],
  ])('is asked for again, with %d such rows and %d others: %s', async (bad, good, again) => {
    const rows = [
      ...Array.from({ length: bad }, () => ({ ...row(9), token_id: undefined })),
      ...Array.from({ length: good }, () => row(8)),
    ];
    const walk = fakeUpstream(v2({ '': page(rows, null) })).upstream.walk('data', tapeWalk(C, 'v2', 'final'));
    if (again) await expect(walk).rejects.toThrow(/token_id/);
    else expect(await walk).toMatchObject({ status: 'complete' });
  });
});

describe('tapes of v1', () => {
  /** A host with `total` rows, newest first, that serves `cap` rows a page whatever is asked. */
  const host =
    (total: number, cap: number): Answer =>
    (_, query) => {
      const offset = Number(query.get('offset'));
      const count = Math.max(0, Math.min(cap, total - offset));
      return Array.from({ length: count }, (_, index) => old(10_000 - offset - index, offset + index + 1));
    };

  it.each([
    [0, 500, 'complete'],
    [499, 500, 'complete'],
    [1200, 500, 'complete'],
    [250, 100, 'complete'],
    [3499, 500, 'complete'],
    [3500, 500, 'truncated'],
    [9000, 500, 'truncated'],
  ])('of %d rows in pages of %d are %s', async (total, cap, status) => {
    const { upstream } = fakeUpstream(host(total, cap));
    expect(await upstream.walk('data', tapeWalk(C, 'v1', 'final'))).toMatchObject({ status });
    const read = await sizes(upstream, 'v1');
    expect(read).toEqual(Array.from({ length: Math.min(total, 3500) }, (_, index) => index + 1));
  });

  it('are truncated where the host repeats a page', async () => {
    const { upstream } = fakeUpstream(() => [old(9, 1), old(8, 2)]);
    expect(await upstream.walk('data', tapeWalk(C, 'v1', 'final'))).toMatchObject({ status: 'truncated' });
  });

  it('advance by the rows that are new', async () => {
    const pages: Record<string, unknown[]> = { 0: [old(9, 1), old(8, 2)], 2: [old(8, 2), old(7, 3)], 3: [] };
    const { upstream } = fakeUpstream((_, query) => pages[query.get('offset') ?? '']);
    expect(await sizes(upstream, 'v1')).toEqual([1, 2, 3]);
  });
});

describe('TapeSource', () => {
  const answer =
    (probe: unknown, tape: unknown, legacy: unknown): Answer =>
    ({ path }, query) => {
      if (path === '/trades') return legacy;
      return query.has('condition') ? tape : probe;
    };

  it('reads v2 without a probe', async () => {
    const { upstream, requests } = fakeUpstream(answer(undefined, page([], null), undefined));
    expect(await new TapeSource(upstream, 'now').walk(C, 'final')).toMatchObject({ version: 'v2' });
    expect(requests).toHaveLength(1);
  });

  it.each([404, 410])('falls back to v1 where v2 is gone with %d, and stays there', async (status) => {
    const { upstream, requests } = fakeUpstream(answer(new Status(status), new Status(status), []));
    const tapes = new TapeSource(upstream, 'now');
    expect(await tapes.walk(C, 'final')).toMatchObject({ version: 'v1', walk: { status: 'complete' } });
    expect(requests.map((name) => name.split('?')[0])).toEqual([
      'data /v2/trades',
      'data /v2/trades',
      'data /trades',
    ]);
    await tapes.walk(C, 'final');
    expect(requests).toHaveLength(4);
  });

  it('does not take an unknown market for a lost API', async () => {
    const { upstream } = fakeUpstream(answer(new Status(400), new Status(404), []));
    await expect(new TapeSource(upstream, 'now').walk(C, 'final')).rejects.toThrow(RefusedError);
  });

  it('reads in a replay whichever version is stored, and names v2 where none is', async () => {
    const stored = fakeUpstream(answer(undefined, undefined, []), { mode: 'replay' }).upstream;
    expect(await new TapeSource(stored, 'now').walk(C, 'final')).toMatchObject({ version: 'v1' });
    const empty = fakeUpstream(() => undefined, { mode: 'replay' }).upstream;
    const walk = new TapeSource(empty, 'now').walk(C, 'final');
    await expect(walk).rejects.toThrow(MissingResponseError);
    await expect(walk).rejects.toThrow('/v2/trades');
  });
});
