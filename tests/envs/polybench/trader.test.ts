import { expect, it } from 'vitest';
import { traderEnvironment } from '../../../envs/polybench/environment.js';
import { ladderOrder, rungs } from '../../../envs/polybench/ladder.js';
import type { Market } from '../../../envs/polybench/market.js';
import { inventMarket, openTask, optionsOf, sameDays } from './invented.js';

const trader = (markets: readonly Market[]) => traderEnvironment({ ...optionsOf(markets), seed: 's' });
const play = (markets: readonly Market[]) => {
  const environment = trader(markets);
  return openTask(environment, environment.count('test') - 1);
};

it('doubles the slates up to the full split', () => {
  expect(rungs(0)).toEqual([]);
  expect(rungs(1)).toEqual([1]);
  expect(rungs(2)).toEqual([1, 2]);
  expect(rungs(5)).toEqual([1, 2, 4, 5]);
  expect(rungs(8)).toEqual([1, 2, 4, 8]);
});

// sha256("s:1"), ("s:2"), ("s:3") begin with these digits: printf 's:1' | sha256sum, and so on.
it('orders the ladder by the hash of seed and id, whatever the order of the input', () => {
  const order = ladderOrder(['1', '2', '3'], 's');
  expect(ladderOrder(['3', '1', '2'], 's')).toEqual(order);
  expect(ladderOrder(['1', '2', '3', '4'], 's').filter((id) => id !== '4')).toEqual(order);
  expect(order).toEqual(LADDER);
});

it('lists tasks of rising size that name no market', () => {
  const environment = trader(['1', '2', '3'].map((id) => inventMarket(id, sameDays(3, 0.5, 4_000))));
  expect(environment.count('test')).toBe(3);
  const tasks = [0, 1, 2].map((index) => environment.task('test', index));
  expect(tasks.map(({ markets }) => markets)).toEqual([1, 2, 3]);
  expect(tasks[0]).toMatchObject({ dataset: 'polybench', seed: 's', fill_cap_alpha: 0.25, taker_fee_bps: 0 });
});

it('starts at the earliest market and lists each from its first day on', async () => {
  const player = await play([
    inventMarket('1', sameDays(5, 0.5, 4_000), { start: 2 }),
    inventMarket('2', sameDays(5, 0.5, 4_000)),
  ]);
  expect(await player.read('list_markets')).toMatchObject({ today: '2026-01-01', known_markets: 1 });
  await expect(player.bet('1', 'YES', 5)).rejects.toThrow(/no market 1 today/);
  await expect(player.call('price_history', { market_id: '1' })).rejects.toThrow(/no market 1 today/);
  await player.call('advance_time', { days: 2 });
  expect(await player.read('list_markets')).toMatchObject({ known_markets: 2 });
});

it('shows the list in pages', async () => {
  const ids = ['1', '2', '10'];
  const player = await play(ids.map((id) => inventMarket(id, sameDays(3, 0.5, 4_000))));
  const page = await player.read('list_markets', { offset: 1, limit: 1 });
  expect(page).toMatchObject({ known_markets: 3, offset: 1, markets: [{ market_id: '2' }] });
  expect(page.markets).toHaveLength(1);
});

it('pools bets on one side, and may hold both sides', async () => {
  const player = await play([
    inventMarket(
      '1',
      [
        [0.4, 4_000],
        [0.5, 4_000],
      ],
      { resolves: 2 },
    ),
  ]);
  await player.bet('1', 'YES', 400);
  await player.bet('1', 'NO', 60);
  await player.call('advance_time', { days: 1 });
  await player.bet('1', 'YES', 500);
  const [market] = (await player.read('list_markets')).markets as { positions: object[] }[];
  expect(market?.positions).toEqual([
    { side: 'YES', stake: 900, shares: 2_000, marked_to_market: 1_000 },
    { side: 'NO', stake: 60, shares: 100, marked_to_market: 50 },
  ]);
  // 2,000 YES shares pay $2,000; $960 were staked: the bankroll grows by $1,040.
  expect(await player.reward(30)).toBeCloseTo(100 * Math.log(1.104), 9);
});

it('settles deferred: one market resolves, the other stays open and pays later; rewards add up to the end', async () => {
  const player = await play([
    inventMarket('1', sameDays(6, 0.5, 40_000), { resolves: 2, outcome: 'NO' }),
    inventMarket('2', sameDays(6, 0.25, 40_000), { resolves: 5, outcome: 'YES' }),
  ]);
  await player.bet('1', 'YES', 1_000);
  await player.bet('2', 'YES', 1_000);
  const first = await player.call('advance_time', { days: 3 });
  expect(first.metadata).toMatchObject({
    resolved: [{ market_id: '1', outcome: 'NO' }],
    realized_bankroll: 9_000,
  });
  expect(first.finished).toBe(false);
  const last = await player.call('advance_time', { days: 30 });
  expect(last.finished).toBe(true);
  // W: 10,000 -> 9,000 -> 12,000.
  expect(first.reward).toBeCloseTo(-10.5360515658, 9);
  expect(last.reward).toBeCloseTo(100 * Math.log(12 / 9), 9);
  expect(Number(first.reward) + Number(last.reward)).toBeCloseTo(100 * Math.log(1.2), 9);
});

it('settles what resolves together by day, then by number of the id', async () => {
  const player = await play([
    inventMarket('10', sameDays(2, 0.5, 4_000), { resolves: 2 }),
    inventMarket('9', sameDays(2, 0.5, 4_000), { resolves: 2 }),
    inventMarket('11', sameDays(2, 0.5, 4_000), { resolves: 1 }),
  ]);
  const { resolved } = await player.read('advance_time', { days: 30 });
  expect((resolved as { market_id: string }[]).map(({ market_id: id }) => id)).toEqual(['11', '9', '10']);
});

it('lets payouts be staked again', async () => {
  const player = await play([
    inventMarket('1', sameDays(2, 0.5, 1e6), { resolves: 1 }),
    inventMarket('2', sameDays(6, 0.5, 1e6)),
  ]);
  await player.bet('1', 'YES', 10_000);
  await expect(player.bet('2', 'YES', 1)).rejects.toThrow(/more than the cash/);
  await player.call('advance_time', { days: 2 });
  expect(await player.bet('2', 'YES', 20_000)).toMatchObject({ filled: 20_000, cash: 0 });
});

const LADDER = ['1', '2', '3'];

it('shows no more cash than can be staked', async () => {
  const player = await play([
    inventMarket('1', sameDays(2, 0.6, 40_000)),
    inventMarket('2', sameDays(9, 0.5, 80_000)),
  ]);
  await player.bet('1', 'YES', 1_000);
  await player.reward(3);
  // 9,000 and 1,000 / 0.6, which is 1,666.66...: nothing is rounded up.
  const { cash } = await player.read('list_markets');
  expect(cash).toBe(10_666.666666);
  expect(await player.bet('2', 'YES', Number(cash))).toMatchObject({ filled: 10_666.666666, cash: 0 });
});
