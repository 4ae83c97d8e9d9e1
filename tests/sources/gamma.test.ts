import { describe, expect, it } from 'vitest';
import { closedMarketsWalk, listedRecords } from '../../sources/gamma.js';
import { SchemaDriftError } from '../../sources/http/errors.js';
import { fakeUpstream } from './fake-upstream.js';

const market = (id: string, more: object = {}) => ({ id, conditionId: `0x${id}`, closed: true, ...more });

/** Pages by cursor, `''` being the first. */
function serve(pages: Record<string, unknown>) {
  return fakeUpstream((_, query) => pages[query.get('after_cursor') ?? '']);
}

describe('the listing of closed markets', () => {
  it('asks for closed markets with tags from a scheduled end on, and pages with after_cursor', async () => {
    const { upstream, requests } = serve({
      '': { markets: [market('1')], next_cursor: 'two' },
      two: { markets: [market('2')] },
    });
    const walk = await upstream.walk('gamma', closedMarketsWalk('2025-09-02'));
    const first =
      'gamma /markets/keyset?closed=true&include_tag=true&end_date_min=2025-09-02T00:00:00Z&limit=100';
    expect(requests).toEqual([first, `${first}&after_cursor=two`]);
    expect(walk).toMatchObject({ status: 'complete', name: 'markets' });
  });

  it('goes on over an empty page, and stops where there is nothing new for long', async () => {
    const { upstream } = serve({
      '': { markets: [], next_cursor: 'two' },
      two: { markets: [market('2')], next_cursor: null },
    });
    expect(await upstream.walk('gamma', closedMarketsWalk('2025-09-02'))).toMatchObject({
      status: 'complete',
    });
    let page = 0;
    const endless = fakeUpstream(() => ({ markets: [market('1')], next_cursor: `c${page++}` })).upstream;
    expect(await endless.walk('gamma', closedMarketsWalk('2025-09-02'))).toMatchObject({
      status: 'unknown',
      reason: '20 pages in a row held nothing new',
    });
  });

  it('has a page whose cursor leads back to itself asked for again', async () => {
    const { upstream } = serve({
      '': { markets: [market('1')], next_cursor: 'two' },
      two: { markets: [market('2')], next_cursor: 'two' },
    });
    await expect(upstream.walk('gamma', closedMarketsWalk('2025-09-02'))).rejects.toThrow(
      /next_cursor: leads back/,
    );
  });

  it.each([[[]], [{ data: [] }], [{ markets: {} }]])('refuses %j as a page', async (page) => {
    await expect(serve({ '': page }).upstream.walk('gamma', closedMarketsWalk('2025-09-02'))).rejects.toThrow(
      SchemaDriftError,
    );
  });

  it('gives each record with its place, and what is wrong with the others', async () => {
    const { upstream } = serve({
      '': {
        markets: [market('1'), market('2', { closed: 'yes' }), { id: 7 }, 'text', market('3'), market('4')],
      },
    });
    const walk = await upstream.walk('gamma', closedMarketsWalk('2025-09-02'));
    const records = [];
    for await (const record of listedRecords(upstream, walk)) records.push(record);
    expect(records).toMatchObject([
      { listed: { market: { id: '1' }, index: 0, pageSha256: walk.pages[0]?.sha256 } },
      { malformed: { id: '2', field: 'closed' } },
      { malformed: { id: 'page 1 row 3', field: 'id' } },
      { malformed: { id: 'page 1 row 4', field: 'record' } },
      { listed: { market: { id: '3' }, index: 4 } },
      { listed: { market: { id: '4' }, index: 5 } },
    ]);
  });

  it.each([
    [3, 2, true],
    [3, 3, false],
    [2, 0, false],
  ])('has a page with %d malformed and %d good records asked for again: %s', async (bad, good, again) => {
    const markets = [
      ...Array.from({ length: bad }, (_, index) => market(`1${index}`, { closed: null })),
      ...Array.from({ length: good }, (_, index) => market(`2${index}`)),
    ];
    const walk = serve({ '': { markets } }).upstream.walk('gamma', closedMarketsWalk('2025-09-02'));
    if (again) await expect(walk).rejects.toThrow(/closed/);
    else expect(await walk).toMatchObject({ status: 'complete' });
  });
});
