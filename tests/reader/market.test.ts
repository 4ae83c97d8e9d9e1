import { appendFile, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { polybenchParameters } from '../../pipelines/polybench/parameters.js';
import {
  AlteredDataError,
  IncompleteDataError,
  listMarketIds,
  loadMarket,
  openDataset,
  openMarkets,
  UnknownNameError,
  WrongVersionError,
} from '../../reader/index.js';
import { questionsTable } from '../../schemas/forecast.js';
import type { Manifest } from '../../schemas/manifest.js';
import type { HistoryRow, MarketRow } from '../../schemas/polybench.js';
import { temporaryDirectory } from '../support/cli.js';
import { publishInvented } from './invented-version.js';
import { at, days, market, marketJson, POLYBENCH, question } from './rows.js';

let out: string;
let dir: string;
let dispose: () => Promise<void>;
beforeEach(async () => {
  ({ path: out, dispose } = await temporaryDirectory());
  dir = join(await publishInvented(out, POLYBENCH), 'markets');
});
afterEach(() => dispose());

describe('loadMarket', () => {
  it('gives the columns without the split, and the history', async () => {
    const { split: _, ...columns } = market();
    expect(await loadMarket('7', { dir })).toEqual({
      ...columns,
      history: [
        { date: '2026-02-18', price: 0.4, volume: 10.5, liquidity: 5 },
        { date: '2026-02-19', price: 0.4, volume: 10.5, liquidity: 5 },
      ],
    });
    expect((await loadMarket('7', { dir })).trading_ends_at).toBe(at('2026-02-20T10:00:00Z'));
  });

  it('lists ids numerically', async () => {
    expect(await listMarketIds({ dir })).toEqual(['7', '10', '12']);
    expect(await (await openDataset(join(out, 'polybench'))).markets().ids()).toEqual(['7', '10', '12']);
  });

  it('takes the directory from POLY_DATA_DIR, and a given one first', async () => {
    const env = { POLY_DATA_DIR: dir };
    expect(await listMarketIds({ env })).toHaveLength(3);
    await expect(listMarketIds({ env, dir: join(out, 'nowhere') })).rejects.toThrow(IncompleteDataError);
  });

  it.each(['polybench', 'polybench/latest', 'polybench/latest/markets', 'polybench/2026-11-30'])(
    'finds the markets of %s and checks them',
    async (path) => {
      const env = { POLY_DATA_DIR: join(out, path) };
      expect(await listMarketIds({ env })).toEqual(['7', '10', '12']);
      await appendFile(join(dir, '7.json'), ' ');
      await expect(loadMarket('7', { env })).rejects.toThrow(AlteredDataError);
    },
  );

  it('refuses a directory without a market, a file and another dataset', async () => {
    await mkdir(join(out, 'empty'));
    for (const path of ['empty', 'nowhere', '.'])
      await expect(openMarkets({ dir: join(out, path) })).rejects.toThrow(IncompleteDataError);
    await expect(openMarkets({ dir: join(dir, '7.json') })).rejects.toThrow(UnknownNameError);
    await publishInvented(out, {
      dataset: 'forecast',
      version: '2026-11-30',
      rows: [[questionsTable, [question()]]],
    });
    for (const path of ['forecast', 'forecast/latest'])
      await expect(openMarkets({ dir: join(out, path) })).rejects.toThrow(WrongVersionError);
  });

  it('refuses what was altered in a version, and reads a directory of its own', async () => {
    const own = join(out, 'markets_synthetic');
    await mkdir(own);
    await copyFile(join(dir, '7.json'), join(own, '7.json'));
    await appendFile(join(dir, '7.json'), ' ');
    await expect(loadMarket('7', { dir })).rejects.toThrow(AlteredDataError);
    expect((await loadMarket('7', { dir: own })).market_id).toBe('7');
  });

  it('refuses a market that the version does not list', async () => {
    await copyFile(join(dir, '7.json'), join(dir, '8.json'));
    await expect(loadMarket('8', { dir })).rejects.toThrow(UnknownNameError);
    expect(await listMarketIds({ dir })).not.toContain('8');
  });

  it('checks the schema where there is no manifest', async () => {
    const own = join(out, 'own');
    await mkdir(own);
    await writeFile(join(own, '1.json'), '{"market_id":"1","history":[]}');
    await writeFile(join(own, '2.json'), 'not JSON');
    for (const id of ['1', '2']) await expect(loadMarket(id, { dir: own })).rejects.toThrow(AlteredDataError);
  });

  it.each(['../../manifest', '7/../7', '', 'a'.repeat(200), '7\0'])(
    'makes no path of the id %j',
    async (id) => {
      const markets = await openMarkets({ dir });
      await expect(markets.load(id)).rejects.toThrow(UnknownNameError);
    },
  );
});

describe('a market file', () => {
  const [first, second] = days() as [HistoryRow, HistoryRow];
  const good = [first, second];
  const load = async (text: string, parameters: Manifest['parameters'] = {}) => {
    await rm(join(out, 'polybench'), { recursive: true });
    const extraFiles = { ...POLYBENCH.extraFiles, 'markets/7.json': text };
    await publishInvented(out, { ...POLYBENCH, parameters, extraFiles });
    const own = join(out, 'own');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, '7.json'), text);
    return [own, join(out, 'polybench')].map((dir) => () => loadMarket('7', { dir }));
  };
  const refused = async (text: string, message: RegExp, by: 'both' | 'version' = 'both') => {
    const [own, version] = await load(text);
    if (by === 'version') await own?.();
    for (const loading of by === 'both' ? [own, version] : [version]) {
      if (!loading) throw new Error('two ways are needed');
      const loaded = loading();
      await expect(loaded).rejects.toThrow(AlteredDataError);
      await expect(loaded).rejects.toThrow(message);
      await expect(loaded).rejects.toThrow('7.json');
    }
  };

  it('is served where it holds', async () => {
    for (const loading of await load(marketJson(market(), good)))
      expect((await loading()).history).toHaveLength(2);
  });

  // What sums the history up may be that of another selection where the file belongs to no version.
  it.each<[string, Partial<MarketRow>, RegExp, 'version'?]>([
    ['another id', { market_id: '8' }, /market_id is 8/],
    ['another day of resolution', { resolution_date: '2026-02-21' }, /resolution_date is 2026-02-21/],
    [
      'another end of trading',
      { trading_ends_at: at('2026-02-21T00:00:00Z') },
      /resolution_date is 2026-02-20/,
    ],
    ['another first day', { window_start: '2026-02-17' }, /window_start is 2026-02-17/],
    ['another first price', { start_price: 0.5 }, /start_price is 0\.5/, 'version'],
    ['another number of days', { tradeable_days: 3 }, /tradeable_days is 3/, 'version'],
    ['another volume', { volume_usd: 20 }, /volume_usd is 20/, 'version'],
    ['more capacity than liquidity', { capacity_usd: 10.5 }, /capacity_usd is 10\.5/, 'version'],
    ['a negative capacity', { capacity_usd: -1 }, /capacity_usd is -1/, 'version'],
  ])('is refused with %s', async (_, changes, message, by) => {
    await refused(marketJson(market(changes), good), message, by);
  });

  it.each<[string, HistoryRow[], RegExp, 'version'?]>([
    ['no day', [], /no history/],
    ['days in disorder', [second, first], /2026-02-18 comes after 2026-02-19/],
    ['a day twice', [first, first], /2026-02-18 comes after 2026-02-18/],
    [
      'a day after the resolution',
      [first, { ...second, date: '2026-02-21' }],
      /2026-02-21 is after 2026-02-20/,
      'version',
    ],
    ['a day that is none', [{ ...first, date: '0000-01-01' }, second], /0000-01-01: that is no day/],
    ['a price above 1', [first, { ...second, price: 1.01 }], /price 1\.01/],
    ['a price below 0', [first, { ...second, price: -0.01 }], /price -0\.01/],
    ['a negative volume', [first, { ...second, volume: -1, liquidity: -2 }], /volume -1/],
    ['a negative liquidity', [first, { ...second, liquidity: -1 }], /liquidity -1/],
    [
      'more liquidity than volume',
      [first, { ...second, liquidity: 10.6 }],
      /liquidity 10\.6 of volume 10\.5/,
      'version',
    ],
    ['a volume without measure', [first, { ...second, volume: 1e300 }], /1e\+300/],
    ['a seventh decimal', [first, { ...second, volume: 10.5000001 }], /more than six decimals/, 'version'],
  ])('is refused with %s', async (_, history, message, by) => {
    await refused(marketJson(market(), history), message, by);
  });

  it('is refused with a column or a field that there is not', async () => {
    const parsed = JSON.parse(marketJson(market(), good));
    await refused(JSON.stringify({ ...parsed, hint: 1 }), /no column hint/);
    const [one, two] = parsed.history;
    await refused(JSON.stringify({ ...parsed, history: [one, { ...two, hint: 1 }] }), /history\.1\..*hint/);
    await refused(JSON.stringify({ ...parsed, history: [one, null] }), /history\.1\./);
  });

  it('is held to the parameters of its version', async () => {
    const parameters = Object.fromEntries(
      Object.entries(polybenchParameters.parse({})).map(([name, value]) => [`polybench.${name}`, value]),
    );
    const capacity = async (usd: number, changes: Manifest['parameters'] = {}) => {
      const text = marketJson(market({ capacity_usd: usd }), good);
      const [, loading] = await load(text, { ...parameters, ...changes });
      return loading?.();
    };
    // 0.25 of the 10 dollars of liquidity of both days.
    await expect(capacity(2.5)).resolves.toMatchObject({ market_id: '7' });
    await expect(capacity(5)).rejects.toThrow(/capacity_usd is 5, the history says 2\.5/);
    await expect(capacity(5, { 'polybench.fillCapAlpha': 0.5 })).resolves.toMatchObject({
      market_id: '7',
    });
    await expect(capacity(2.5, { 'polybench.minTradeableDays': 3 })).rejects.toThrow(/2 tradeable days/);
  });
});
