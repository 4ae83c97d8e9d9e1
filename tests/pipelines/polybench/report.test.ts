import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../common/time.js';
import { polybenchReport } from '../../../pipelines/polybench/report.js';
import { MarketCounts } from '../../../pipelines/polybench/report-counts.js';
import type { Row } from '../../../schemas/table.js';
import { dangers, figureTable, parse, stream, tables, texts } from '../stages/report/read.js';

function market(columns: Row = {}): Row {
  return {
    market_id: '1',
    split: 'train',
    question: 'Will it?',
    tags: ['All'],
    outcome: 'YES',
    resolution_date: '2026-02-08',
    window_start: '2026-02-01',
    trading_ends_at: parseInstant('2026-02-08T21:00:00Z'),
    start_price: 0.25,
    volume_usd: 1000,
    capacity_usd: 150,
    ...columns,
  };
}

function point(date: string, columns: Row = {}): Row {
  return {
    market_id: '1',
    split: 'train',
    date,
    price: 0.25,
    volume: 10,
    liquidity: 5,
    price_source: 'yes',
    ...columns,
  };
}

async function sections(markets: readonly Row[], history: readonly Row[]): Promise<Record<string, string>> {
  const report = await polybenchReport((table) => stream(table === 'markets' ? markets : history)());
  return Object.fromEntries(report.map(({ title, html }) => [title, html]));
}

describe('polybenchReport', () => {
  it('counts markets per resolution month, tag and outcome', async () => {
    const report = await sections(
      [
        market(),
        market({
          market_id: '2',
          split: 'test',
          outcome: 'NO',
          resolution_date: '2026-07-01',
          tags: ['All', 'Fed'],
        }),
      ],
      [],
    );
    const markets = String(report.Markets);
    expect(figureTable(markets, 'Markets per resolution month and split')).toEqual([
      ['2026-02', '1', '0', '1'],
      ['2026-07', '0', '1', '1'],
      ['total', '1', '1', '2'],
    ]);
    expect(figureTable(markets, 'Markets per tag')).toEqual([
      ['All', '2', '100.00'],
      ['Fed', '1', '50.00'],
    ]);
    expect(tables(markets).at(-1)).toEqual([
      ['split', 'YES', 'NO', 'total'],
      ['train', '1', '0', '1'],
      ['test', '0', '1', '1'],
      ['total', '1', '1', '2'],
    ]);
  });

  it('takes the quotes 1, 7 and 30 days before the resolution date, and no other', async () => {
    const report = await sections(
      [market(), market({ market_id: '2', outcome: 'NO' })],
      [
        point('2026-02-07', { price: 0.9 }),
        point('2026-02-06', { price: 0.1 }),
        point('2026-02-01', { price: 0.65 }),
        point('2026-02-07', { market_id: '2', price: 0.95 }),
        point('2026-02-08', { market_id: '2', price: 0.01 }),
      ],
    );
    const calibration = String(report['Calibration of the quote']);
    expect(figureTable(calibration, '1 day before').filter(([, n]) => n !== '0')).toEqual([
      ['0.9 – 1.0', '2', '0.925', '0.500'],
    ]);
    expect(figureTable(calibration, '7 days before').filter(([, n]) => n !== '0')).toEqual([
      ['0.6 – 0.7', '1', '0.650', '1.000'],
    ]);
    expect(figureTable(calibration, '30 days before').every(([, n]) => n === '0')).toBe(true);
    expect(calibration).toContain('Markets without a quote that day: 2.');
  });

  it('counts gaps from window_start to the last midnight before trading ended, and days filled from the NO token', async () => {
    const days = ['2026-02-01', '2026-02-02', '2026-02-04', '2026-02-05', '2026-02-06', '2026-02-07'];
    const history = days.map((day) =>
      point(day, { price_source: day === '2026-02-05' ? 'no_complement' : 'yes' }),
    );
    const gaps = String((await sections([market()], history))['Gaps and filled days']);
    // Open at the midnights of 1 to 8 February; 3 and 8 have no quote.
    expect(figureTable(gaps, 'Days without a quote')).toEqual([
      ['2026-02-03', '1', '0', '0', '100.0 %'],
      ['2026-02-08', '1', '0', '0', '100.0 %'],
    ]);
    expect(figureTable(gaps, 'Days filled from the NO token')).toEqual([
      ['2026-02-05', '1', '1', '1', '100.0 %'],
    ]);
    expect(tables(gaps).at(-1)).toEqual([
      ['month', 'market days', 'without a quote', 'share', 'from the NO token', 'share of quotes'],
      ['2026-02', '8', '2', '25.00 %', '1', '16.67 %'],
      ['total', '8', '2', '25.00 %', '1', '16.67 %'],
    ]);
  });

  it('bins start prices, and capacities by logarithm with those of none apart', async () => {
    const report = await sections(
      [market({ start_price: 0.05 }), market({ market_id: '2', start_price: 0.95, capacity_usd: 0 })],
      [],
    );
    const prices = String(report['Start price and capacity']);
    expect(figureTable(prices, 'Start price').filter(([, n]) => n !== '0')).toEqual([
      ['0.05 – 0.10', '1', '50.00'],
      ['0.95 – 1.00', '1', '50.00'],
    ]);
    expect(figureTable(prices, 'Capacity')).toEqual([
      ['0', '1', '50.00'],
      ['$100 – $158', '1', '50.00'],
    ]);
    expect(prices).toContain('Markets without any: 1.');
  });

  it('draws the price of a sample broken at gaps, and one bar per day with volume', async () => {
    const history = [
      point('2026-02-01'),
      point('2026-02-02', { volume: 0 }),
      point('2026-02-04'),
      point('2026-02-06'),
      point('2026-02-07'),
    ];
    const samples = parse(String((await sections([market()], history))['Sample markets']));
    const lines = [...samples.querySelectorAll('path')].filter((path) =>
      path.getAttribute('d')?.includes('L'),
    );
    expect(lines.filter((path) => !path.getAttribute('d')?.startsWith('M0,0'))).toHaveLength(2);
    expect([...samples.querySelectorAll('circle')]).toHaveLength(1);
    expect([...samples.querySelectorAll('rect')]).toHaveLength(4);
    expect(texts(samples, 'tbody td')).toEqual(['Will it?', 'YES', '5', '0.250', '0.250', '$10', '$1,000']);
  });

  it('shows hostile texts as text, and survives a version without rows', async () => {
    const hostile = '</script><img src=x onerror=a()>';
    const report = await sections([market({ question: hostile, tags: [hostile] })], [point('2026-02-01')]);
    expect(Object.values(report).flatMap(dangers)).toEqual([]);
    expect(Object.keys(await sections([], []))).toHaveLength(5);
  });

  it('refuses history of a market that is not published', async () => {
    await expect(sections([market()], [point('2026-02-01', { market_id: '9' })])).rejects.toThrow(TypeError);
  });
});

describe('sample markets', () => {
  function counted(volumes: readonly number[]): MarketCounts {
    const counts = new MarketCounts();
    for (const [index, volume_usd] of volumes.entries())
      counts.add(market({ market_id: String(index), volume_usd }));
    return counts;
  }

  it('are 24 from the most to the least traded at even steps, whatever the order of the rows', () => {
    const volumes = Array.from({ length: 47 }, (_, index) => index);
    const ids = counted(volumes).sampleIds();
    expect(ids).toEqual(Array.from({ length: 24 }, (_, n) => String(46 - 2 * n)));
    const backwards = new MarketCounts();
    for (const index of volumes.toReversed())
      backwards.add(market({ market_id: String(index), volume_usd: index }));
    expect(backwards.sampleIds()).toEqual(ids);
  });

  it('are all of them where there are few, ties by id', () => {
    expect(counted([5, 5, 7]).sampleIds()).toEqual(['2', '0', '1']);
    expect(counted([]).sampleIds()).toEqual([]);
  });
});
