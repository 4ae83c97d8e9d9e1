import { describe, expect, it } from 'vitest';
import { tapeLength } from '../../../sources/synthetic/polymarket/tape.js';
import { carrier, createClient, type Query, type TradePage, walkTape } from './polymarket-client.js';

const client = createClient({ seed: 5, size: 'small' });
const { world } = client;
const deep = carrier(world, 'deeper_than_v1');
const v2 = (query: Query, fault?: 'repeat' | 'shift' | 'drift') =>
  client.body<TradePage>('data', 'v2/trades', query, fault);
const refusal = (query: Query) => {
  const { status, body } = client.ask('data', 'v2/trades', query);
  return { status, ...JSON.parse(String(body)) };
};

describe('/v2/trades', () => {
  it('serves rows in the recorded field order with the envelope of the API', () => {
    const page = v2({ condition: deep.conditionId, limit: '2' });
    expect(Object.keys(page)).toEqual(['data', 'pagination']);
    expect(Object.keys(page.pagination)).toEqual(['limit', 'offset', 'has_more', 'next_cursor']);
    expect(Object.keys(page.data[0] ?? {}).join(' ')).toBe(
      'proxy_wallet side token_id condition_id size price timestamp title slug icon event_slug outcome outcome_index name pseudonym bio profile_image profile_image_optimized transaction_hash',
    );
    expect(page.data.every(({ token_id }) => typeof token_id === 'string' && token_id.length === 77)).toBe(
      true,
    );
  });

  it.each([
    [{ limit: '1001' }, 'limit'],
    [{ limit: '0' }, 'limit'],
    [{ offset: '10' }, 'offset'],
    [{ cursor: 'bm90IGEgY3Vyc29y' }, 'cursor'],
    [{ side: 'HOLD' }, 'side'],
    [{ condition: '' }, 'condition'],
    [{ condition: 'abc' }, 'condition'],
    [
      { condition: Array.from({ length: 21 }, (_, n) => `0x${String(n).padStart(64, '0')}`).join() },
      'condition',
    ],
  ])('refuses %j with a 400 that names %s', (query, parameter) => {
    const answer = refusal({ condition: deep.conditionId, ...query });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_parameter', retryable: false, parameter });
    expect(answer.trace_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('binds a cursor to its query', () => {
    const cursor = String(v2({ condition: deep.conditionId, limit: '10' }).pagination.next_cursor);
    expect(refusal({ condition: deep.conditionId, limit: '10', cursor, taker_only: 'false' }).parameter).toBe(
      'cursor',
    );
    expect(refusal({ condition: world.markets[0]?.conditionId ?? '', cursor }).parameter).toBe('cursor');
    expect(v2({ condition: deep.conditionId, limit: '10', cursor }).data).toHaveLength(10);
    const { data } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    expect(data).toMatchObject({ type: 'trades', params: { l: 10, sq: '10', d: 10 } });
  });

  it('leaves maker rows out unless they are asked for', () => {
    const market = carrier(world, 'maker_rows');
    const [takers, all] = ['true', 'false'].map((taker_only) =>
      walkTape(client, market.conditionId, { taker_only }).flatMap((body) => JSON.parse(body).data),
    );
    expect(takers).toEqual(walkTape(client, market.conditionId).flatMap((body) => JSON.parse(body).data));
    expect(all?.length).toBe(tapeLength(market, { makers: true, dust: false }));
    expect(all?.filter(({ size }) => size === 50_000)).toHaveLength(2);
    expect(takers?.filter(({ size }) => size === 50_000)).toHaveLength(0);
    const texts = new Set(all?.map((row) => JSON.stringify(row)));
    expect(takers?.every((row) => texts.has(JSON.stringify(row)))).toBe(true);
  });

  it('never serves dust, not even for filter_amount=0', () => {
    const { conditionId } = carrier(world, 'dust_rows');
    for (const query of [{}, { filter_amount: '0' }, { filter_amount: '0', side: 'BUY' }]) {
      const sizes = walkTape(client, conditionId, query)
        .flatMap((body) => JSON.parse(body).data)
        .map(({ size }) => size);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.01);
    }
    const rows = client.body<{ size: number }[]>('data', 'trades', { market: conditionId, limit: '500' });
    expect(rows.filter(({ size }) => size < 0.01)).toHaveLength(3);
  });

  it('filters by side, cash and user, and by time with a user only', () => {
    const all = walkTape(client, deep.conditionId).flatMap((body) => JSON.parse(body).data);
    const walked = (query: Query) =>
      walkTape(client, deep.conditionId, query).flatMap((body) => JSON.parse(body).data);
    expect(walked({ side: 'SELL' })).toEqual(all.filter(({ side }) => side === 'SELL'));
    const cash = walked({ filter_type: 'CASH', filter_amount: '500' });
    expect(cash).toEqual(all.filter(({ size, price }) => Math.round(size * price * 1e6) >= 500e6));
    const [{ proxy_wallet: user, timestamp }] = all;
    expect(walked({ user })).toEqual(all.filter(({ proxy_wallet }) => proxy_wallet === user));
    expect(walked({ start: String(timestamp) })).toHaveLength(all.length);
    expect(walked({ user, start: String(timestamp) }).every((row) => row.timestamp >= timestamp)).toBe(true);
    expect(v2({ user, limit: '1' }).data).toHaveLength(1);
  });

  it('merges several conditions, newest first', () => {
    const legs = world.events.find(({ markets, listed }) => listed && markets.length > 2)?.markets ?? [];
    const byCondition = v2({ condition: legs.map(({ conditionId }) => conditionId).join(), limit: '1000' });
    const byEvent = v2({ event_id: legs[0]?.event.id ?? '', limit: '1000' });
    expect(byCondition.data).toEqual(byEvent.data);
    expect(new Set(byEvent.data.map(({ condition_id }) => condition_id)).size).toBeGreaterThan(1);
    const times = byEvent.data.map(({ timestamp }) => Number(timestamp));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('walks over short, empty and trailing pages to the null cursor', () => {
    const lengths = (name: string): number[] =>
      walkTape(client, carrier(world, name).conditionId).map((body) => JSON.parse(body).data.length);
    expect(lengths('short_pages')).toEqual([500, 140]);
    expect(lengths('empty_page')).toEqual([1000, 0, 250]);
    expect(lengths('trailing_page')).toEqual([210, 0]);
    expect(lengths('exactly_one_page')).toEqual([1000]);
  });

  it('has a tape that runs in a circle and one that breaks off', () => {
    const loop = carrier(world, 'cursor_loop').conditionId;
    const first = v2({ condition: loop, limit: '1000' }).pagination.next_cursor;
    expect(v2({ condition: loop, limit: '1000', cursor: String(first) }).pagination.next_cursor).toBe(first);
    const broken = v2({ condition: carrier(world, 'ends_in_the_middle').conditionId, limit: '1000' });
    expect(broken.pagination).toMatchObject({ has_more: true, next_cursor: null });
  });

  it('repeats, shifts and drifts on request without losing a row', () => {
    const first = v2({ condition: deep.conditionId, limit: '100' });
    const query = { condition: deep.conditionId, limit: '100', cursor: String(first.pagination.next_cursor) };
    const plain = v2(query);
    const repeated = v2(query, 'repeat');
    expect(repeated.data.slice(0, 3)).toEqual(first.data.slice(-3));
    expect(repeated.data.slice(3)).toEqual(plain.data.slice(0, 97));
    const after = v2({ ...query, cursor: String(repeated.pagination.next_cursor) });
    expect(after.data[0]).toEqual(plain.data[97]);
    const text = (page: TradePage) => page.data.map((row) => JSON.stringify(row));
    expect(text(v2(query, 'shift')).sort()).toEqual(text(plain).sort());
    expect(text(v2(query, 'shift'))).not.toEqual(text(plain));
    expect(v2(query, 'drift').data.every((row) => !('token_id' in row))).toBe(true);
  });
});

describe('/trades', () => {
  it('says the same as v2 under the old names', () => {
    const [row] = client.body<Record<string, unknown>[]>('data', 'trades', {
      market: deep.conditionId,
      limit: '1',
    });
    const [twin] = v2({ condition: deep.conditionId, limit: '1' }).data;
    expect([row?.asset, row?.conditionId, row?.outcomeIndex, row?.transactionHash, row?.size]).toEqual([
      twin?.token_id,
      twin?.condition_id,
      twin?.outcome_index,
      twin?.transaction_hash,
      twin?.size,
    ]);
    expect(row).not.toHaveProperty('token_id');
  });

  it('reaches 3,500 rows of a deeper tape and refuses offsets beyond 3,000', () => {
    const page = (offset: number) =>
      client.body<unknown[]>('data', 'trades', {
        market: deep.conditionId,
        limit: '10000',
        offset: String(offset),
      });
    const pages = [0, 500, 1000, 1500, 2000, 2500, 3000].map(page);
    expect(pages.map(({ length }) => length)).toEqual(Array(7).fill(500));
    expect(new Set(pages.flat().map((row) => JSON.stringify(row))).size).toBe(3_500);
    expect(tapeLength(deep, { makers: false, dust: false })).toBeGreaterThan(3_500);
    const refused = client.ask('data', 'trades', { market: deep.conditionId, offset: '3001' });
    expect([refused.status, JSON.parse(String(refused.body))]).toEqual([
      400,
      { error: 'max historical activity offset of 3000 exceeded' },
    ]);
  });

  it('honours start and end with a market', () => {
    const all = client.body<{ timestamp: number }[]>('data', 'trades', {
      market: deep.conditionId,
      limit: '500',
    });
    const middle = all[250]?.timestamp ?? 0;
    const older = client.body<{ timestamp: number }[]>('data', 'trades', {
      market: deep.conditionId,
      end: String(middle),
      limit: '5',
    });
    expect(older.every(({ timestamp }) => timestamp <= middle)).toBe(true);
    expect(older[0]?.timestamp).toBe(middle);
  });
});

describe('/v2/resolutions', () => {
  const rowsOf = (name: string) =>
    client.body<{ data: Record<string, unknown>[] }>('data', 'v2/resolutions', {
      condition_id: carrier(world, name).conditionId,
    }).data;

  it('gives payouts in micro-dollars', () => {
    expect(rowsOf('split_resolution')[0]?.payouts).toEqual([500_000, 500_000]);
    const won = carrier(world, 'capacity_exact').winner === 'YES';
    expect(rowsOf('capacity_exact')[0]?.payouts).toEqual(won ? [1_000_000, 0] : [0, 1_000_000]);
  });

  it('gives a price in which 69 stands for unset on old rows, and nothing for open markets', () => {
    expect(rowsOf('old_resolution_row')[0]).toMatchObject({ reproposed_price: '69' });
    expect(rowsOf('old_resolution_row')[0]).not.toHaveProperty('payouts');
    expect(rowsOf('open_past_end')).toEqual([]);
  });
});

describe('the gateway', () => {
  it.each(['', 'python-requests/2.31', 'Go-http-client/1.1'])(
    'refuses the agent "%s" with an HTML page',
    (agent) => {
      for (const [source, path] of [
        ['gamma', 'markets/keyset'],
        ['clob', 'prices-history'],
        ['data', 'trades'],
      ] as const) {
        const answer = client.ask(source, path, {}, undefined, agent);
        expect(answer.status).toBe(403);
        expect(answer.headers['content-type']).toMatch(/html/);
      }
    },
  );

  it('answers 404 for routes that are not there', () => {
    expect(client.ask('data', 'v3/trades').status).toBe(404);
    expect(client.ask('clob', 'books').status).toBe(404);
    expect(client.ask('gamma', 'nothing').status).toBe(404);
  });
});
