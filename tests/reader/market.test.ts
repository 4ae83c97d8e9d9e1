import { appendFile, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AlteredDataError,
  IncompleteDataError,
  listMarketIds,
  loadMarket,
  openDataset,
  openMarkets,
  UnknownNameError,
} from '../../reader/index.js';
import { temporaryDirectory } from '../support/cli.js';
import { publishInvented } from './invented-version.js';
import { at, market, POLYBENCH } from './rows.js';

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

  it('takes the directory from POLY_DATA_DIR, that of a version for its markets, and a given one first', async () => {
    const env = { POLY_DATA_DIR: dir };
    expect(await listMarketIds({ env })).toHaveLength(3);
    expect(await listMarketIds({ env: { POLY_DATA_DIR: join(out, 'polybench/latest') } })).toHaveLength(3);
    await expect(listMarketIds({ env, dir: join(out, 'nowhere') })).rejects.toThrow(IncompleteDataError);
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
