import { describe, expect, it } from 'vitest';
import { carrier, createClient, type Fault, type Query } from './polymarket-client.js';

type Wire = Record<string, unknown>;
interface KeysetPage {
  $schema: string;
  markets: Wire[];
  next_cursor?: string;
}

const client = createClient({ seed: 11, size: 'full' });
const { world } = client;
const keyset = (query: Query, fault?: Fault) =>
  client.body<KeysetPage>('gamma', 'markets/keyset', query, fault);
const errorOf = (path: string, query: Query) => {
  const { status, body } = client.ask('gamma', path, query);
  return [status, JSON.parse(String(body))];
};
const ids = (markets: readonly Wire[]): string[] => markets.map(({ id }) => String(id));

function walk(query: Query, fault?: (page: number) => Fault | undefined): Wire[][] {
  const pages: Wire[][] = [];
  let cursor: string | undefined;
  do {
    const page: KeysetPage = keyset(
      { ...query, ...(cursor ? { after_cursor: cursor } : {}) },
      fault?.(pages.length),
    );
    pages.push(page.markets);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return pages;
}

const listable = world.markets.filter(
  ({ closedAt, patch }) => closedAt !== null && patch.active !== false && patch.archived !== true,
);

describe('/markets/keyset', () => {
  it('finds each closed market once, in the order of ids as text', () => {
    const found = walk({ closed: 'true', limit: '100' }).flatMap(ids);
    expect(found).toEqual(listable.map(({ id }) => id).sort());
    expect([...found].sort((a, b) => Number(a) - Number(b))).not.toEqual(found);
  });

  it('lists open markets unless closed=true says otherwise', () => {
    const open = walk({ limit: '100' }).flat();
    expect(open.length).toBeGreaterThan(30);
    expect(open.every(({ closed }) => closed === false)).toBe(true);
    expect(ids(open)).toContain(carrier(world, 'open_pinned').id);
  });

  it('clamps the limit and answers twenty by default', () => {
    expect(keyset({ closed: 'true', limit: '500' }).markets).toHaveLength(100);
    expect(keyset({ closed: 'true' }).markets).toHaveLength(20);
    expect(keyset({ closed: 'true', limit: '0' }).markets).toHaveLength(1);
  });

  it('leaves next_cursor out on the last page', () => {
    expect(keyset({ closed: 'true', id: carrier(world, 'tied_legs').id })).not.toHaveProperty('next_cursor');
  });

  it('ignores cursor and next_cursor, and so stays on the first page', () => {
    const first = keyset({ closed: 'true', limit: '5' });
    const cursor = String(first.next_cursor);
    expect(ids(keyset({ closed: 'true', limit: '5', cursor, next_cursor: cursor }).markets)).toEqual(
      ids(first.markets),
    );
    expect(ids(keyset({ closed: 'true', limit: '5', after_cursor: cursor }).markets)).not.toEqual(
      ids(first.markets),
    );
  });

  it('binds the cursor to its query: 32 signature bytes, then JSON with a hash and the last id', () => {
    const first = keyset({ closed: 'true', limit: '5', end_date_min: '2025-09-02T00:00:00Z' });
    const cursor = String(first.next_cursor);
    const body = JSON.parse(Buffer.from(cursor, 'base64url').subarray(32).toString());
    expect(body).toMatchObject({ v: 1, k: 'markets', keys: [{ t: 'string', v: ids(first.markets).at(-1) }] });
    expect(errorOf('markets/keyset', { closed: 'true', limit: '5', after_cursor: cursor })).toEqual([
      422,
      { type: 'validation error', error: 'after_cursor is not valid for this query' },
    ]);
  });

  it.each([
    [{ offset: '10' }, 'offset is not supported, use after_cursor'],
    [{ order: 'volume_num' }, 'order fields are not valid'],
    [{ end_date_min: 'soon' }, 'end_date_min is not valid'],
    [{ after_cursor: 'AAAA' }, 'after_cursor is not valid for this query'],
  ])('refuses %j with 422', (query, error) => {
    expect(errorOf('markets/keyset', query)).toEqual([422, { type: 'validation error', error }]);
  });

  it('filters by dates, volume, ids, conditions, tokens and tags; comma lists and unknown names do nothing', () => {
    const market = carrier(world, 'capacity_exact');
    const only = (query: Query) => ids(keyset({ closed: 'true', ...query }).markets);
    expect(only({ id: market.id })).toEqual([market.id]);
    expect(only({ condition_ids: [market.conditionId, '0x1'] })).toEqual([market.id]);
    expect(only({ condition_ids: `${market.conditionId},0x1` })).toEqual([]);
    expect(only({ clob_token_ids: market.noToken })).toEqual([market.id]);
    expect(only({ slug: market.slug })).toEqual([market.id]);
    expect(only({ condition_id: market.conditionId })).toHaveLength(20);
    const rich = walk({ closed: 'true', volume_num_min: '500000', limit: '100' }).flat();
    expect(rich.length).toBeGreaterThan(10);
    expect(rich.every(({ volumeNum }) => Number(volumeNum) >= 500_000)).toBe(true);
    const late = walk({ closed: 'true', end_date_min: '2026-09-01T00:00:00Z', limit: '100' }).flat();
    expect(late.every(({ endDate }) => String(endDate) >= '2026-09-01')).toBe(true);
    const tagged = walk({ closed: 'true', tag_id: '101', include_tag: 'true', limit: '100' }).flat();
    expect(tagged.length).toBeGreaterThan(10);
    expect(tagged.every(({ tags }) => JSON.stringify(tags).includes('"id":"101"'))).toBe(true);
  });

  it('never lists by endDate what has none, or too early a one', () => {
    const found = new Set(
      walk({ closed: 'true', end_date_min: '2025-09-02T00:00:00Z', limit: '100' }).flatMap(ids),
    );
    for (const name of ['end_date_missing', 'end_date_before_listing']) {
      expect(found.has(carrier(world, name).id)).toBe(false);
    }
    expect(found.has(carrier(world, 'end_date_earlier').id)).toBe(true);
  });

  it('orders by camelCase fields in both directions', () => {
    const volumes = (ascending: string) =>
      keyset({ closed: 'true', order: 'volumeNum', ascending, limit: '50' }).markets.map(({ volumeNum }) =>
        Number(volumeNum),
      );
    expect(volumes('true')).toEqual([...volumes('true')].sort((a, b) => a - b));
    expect(volumes('false')).toEqual([...volumes('false')].sort((a, b) => b - a));
  });

  it('repeats rows of the page before and loses none', () => {
    const pages = walk({ closed: 'true', limit: '100' }, (page) => (page === 3 ? 'repeat' : undefined)).map(
      ids,
    );
    expect(pages[3]?.slice(0, 3)).toEqual(pages[2]?.slice(-3));
    expect(new Set(pages.flat()).size).toBe(listable.length);
    expect(pages.flat().length).toBe(listable.length + 3);
  });

  it('drifts by a renamed field', () => {
    const { markets } = keyset({ closed: 'true' }, 'drift');
    expect(markets.every((market) => 'condition_id' in market && !('conditionId' in market))).toBe(true);
  });

  it('shifts only rows that tie', () => {
    const query = { closed: 'true', order: 'endDate', limit: '100' };
    const plain = keyset(query).markets;
    const shifted = keyset(query, 'shift').markets;
    expect(ids(shifted).sort()).toEqual(ids(plain).sort());
    expect(shifted.map(({ endDate }) => endDate)).toEqual(plain.map(({ endDate }) => endDate));
  });
});

describe('records', () => {
  const all = walk({ closed: 'true', limit: '100', include_tag: 'true' }).flat();
  const of = (name: string) => all.find(({ id }) => id === carrier(world, name).id) ?? {};

  it('hold lists as JSON inside strings, volume as text and volumeNum as a number', () => {
    const market = of('capacity_exact');
    expect(market.outcomes).toBe('["Yes", "No"]');
    expect(JSON.parse(String(market.clobTokenIds))).toHaveLength(2);
    expect(market.volume).toBe('90000.000000');
    expect(market.volumeNum).toBe(90_000);
  });

  it('write closedTime with a blank and +00 on markets and as ISO on events', () => {
    const market = of('capacity_exact');
    expect(market.closedTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/);
    expect(JSON.stringify(market.events)).toMatch(/"closedTime":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/);
    expect(String(market.closedTime).replace(' ', 'T').replace('+00', 'Z')).toBe(market.umaEndDate);
  });

  it('have closedTime hours to weeks away from endDate, on both sides', () => {
    const hours = all.flatMap(({ closedTime, endDate }) =>
      closedTime && endDate
        ? (Date.parse(String(closedTime).replace(' ', 'T').concat(':00')) - Date.parse(String(endDate))) /
          3.6e6
        : [],
    );
    expect(hours.filter((value) => value < 0).length / hours.length).toBeGreaterThan(0.2);
    expect(hours.filter((value) => value > 24).length).toBeGreaterThan(100);
  });

  it('show each shape of the traps', () => {
    expect(of('split_resolution').outcomePrices).toBe('["0.5", "0.5"]');
    expect(of('zero_prices').outcomePrices).toBe('["0", "0"]');
    expect(of('proposed_but_pinned').umaResolutionStatus).toBe('proposed');
    expect(of('uma_missing')).not.toHaveProperty('umaResolutionStatus');
    expect(() => JSON.parse(String(of('broken_outcomes').outcomes))).toThrow();
    expect(JSON.parse(String(of('three_outcomes').outcomes))).toHaveLength(3);
    expect(of('second_protocol')).not.toHaveProperty('clobTokenIds');
    expect(String(of('second_protocol').conditionId)).toHaveLength(64);
    expect(of('no_event')).not.toHaveProperty('events');
    expect(of('empty_events').events).toEqual([]);
    expect(of('tags_missing')).not.toHaveProperty('tags');
    expect(of('start_date_missing')).not.toHaveProperty('startDate');
    expect(of('closed_time_missing')).not.toHaveProperty('closedTime');
    expect(of('description_missing').description).toBeNull();
    expect(of('whole_volume').volumeNum).toBe(310_000);
  });

  it('carry a category in few cases and tags only where they are asked for', () => {
    expect(all.filter(({ category }) => category !== undefined)).toHaveLength(2);
    expect(keyset({ closed: 'true' }).markets.every((market) => !('tags' in market))).toBe(true);
    expect(Object.keys(of('capacity_exact')).at(-1)).toBe('tags');
  });
});

describe('the other routes', () => {
  it('marks /markets as deprecated and refuses offsets above 2,000', () => {
    const { headers } = client.ask('gamma', 'markets', { closed: 'true' });
    expect(headers).toMatchObject({
      deprecation: 'true',
      sunset: 'Fri, 01 May 2026 00:00:00 GMT',
      warning: '299 - "use /markets/keyset"',
      'cache-control': 'public, max-age=300',
    });
    expect(client.ask('gamma', 'markets', { offset: '2000' }).status).toBe(200);
    expect(errorOf('markets', { offset: '2001' })).toEqual([
      422,
      { type: 'validation error', error: 'offset too large, use /markets/keyset for deeper pagination' },
    ]);
  });

  it('pages /markets by offset in the order of numbers, inactive ones included', () => {
    const pages = Array.from({ length: 16 }, (_, page) =>
      client.body<Wire[]>('gamma', 'markets', { limit: '100', offset: String(page * 100) }),
    );
    expect(ids(pages.flat())).toEqual(
      world.markets.map(({ id }) => id).sort((a, b) => Number(a) - Number(b)),
    );
  });

  it('reads single markets by id and slug, and says which was not found', () => {
    const market = carrier(world, 'placeholder_leg');
    expect(client.body<Wire>('gamma', `markets/${market.id}`).id).toBe(market.id);
    expect(client.body<Wire>('gamma', `markets/slug/${market.slug}`).id).toBe(market.id);
    expect(errorOf('markets/1', {})).toEqual([404, { type: 'not found error', error: 'id not found' }]);
    expect(errorOf('markets/slug/none', {})).toEqual([
      404,
      { type: 'not found error', error: 'slug not found' },
    ]);
  });

  it('reads events with all their legs, or without', () => {
    const { event } = carrier(world, 'event_of_300_legs');
    const whole = client.body<{ markets: Wire[]; negRisk: boolean }>('gamma', `events/${event.id}`);
    expect(whole.markets).toHaveLength(300);
    expect(whole.negRisk).toBe(true);
    expect(whole.markets[0]).not.toHaveProperty('events');
    expect(
      client.body<Wire>('gamma', `events/slug/${event.slug}`, { include_markets: 'false' }),
    ).not.toHaveProperty('markets');
    expect(client.ask('gamma', 'events/1').status).toBe(404);
    expect(client.ask('gamma', `events/${carrier(world, 'no_event').event.id}`).status).toBe(404);
  });

  it('refuses more than a hundred condition ids and URLs beyond 8 KB', () => {
    const many = Array.from({ length: 101 }, (_, n) => `0x${n}`);
    expect(client.ask('gamma', 'markets/keyset', { condition_ids: many }).status).toBe(403);
    expect(client.ask('gamma', 'markets/keyset', { id: 'x'.repeat(8_200) }).status).toBe(414);
  });
});
