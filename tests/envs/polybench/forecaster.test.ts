import { expect, it } from 'vitest';
import { forecasterEnvironment } from '../../../envs/polybench/environment.js';
import type { Market } from '../../../envs/polybench/market.js';
import { DEFAULT_TIERS } from '../../../envs/polybench/tiers.js';
import { FIRST, type InventedDay, inventMarket, openTask, optionsOf, sameDays } from './invented.js';

const play = (market: Market) =>
  openTask(forecasterEnvironment({ ...optionsOf([market]), tiers: DEFAULT_TIERS }));

// Fills, capacities and shares below are those of the worked fills of polybench_rules@1 (alpha 0.25, least stake $1).
it('fills a bet whole within the capacity of the day', async () => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 4_000)));
  expect(await player.bet('7', 'YES', 300)).toMatchObject({
    opened: true,
    reason: null,
    requested: 300,
    filled: 300,
    unfilled: 0,
    capacity_left_today: 700,
    cost_per_share: 0.4,
    shares: 750,
    cash: 9_700,
  });
});

it('fills a larger stake in part; the rest stays cash', async () => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 4_000)));
  expect(await player.bet('7', 'YES', 2_000)).toMatchObject({
    filled: 1_000,
    unfilled: 1_000,
    capacity_left_today: 0,
    shares: 2_500,
    cash: 9_000,
  });
});

it('shares the capacity of a day between YES and NO, and grants it anew the next day', async () => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 4_000)));
  await player.bet('7', 'YES', 700);
  expect(await player.bet('7', 'NO', 500)).toMatchObject({ filled: 300, capacity_left_today: 0 });
  const refused = await player.call('place_bet', { market_id: '7', side: 'NO', stake: 500 });
  expect(refused).toMatchObject({ reward: null, finished: false });
  expect(refused.metadata).toMatchObject({
    opened: false,
    reason: 'below_min_stake',
    requested: 500,
    filled: 0,
    unfilled: 500,
    capacity_left_today: 0,
  });
  await player.call('advance_time', { days: 1 });
  expect(await player.bet('7', 'NO', 500)).toMatchObject({ filled: 500, capacity_left_today: 500 });
});

it('opens nothing where less than the least stake can be filled', async () => {
  const player = await play(inventMarket('7', [[0.4, 3.9], ...sameDays(2, 0.4, 4_000)]));
  expect(await player.bet('7', 'YES', 5)).toMatchObject({
    opened: false,
    filled: 0,
    capacity_left_today: 0.975,
    cash: 10_000,
  });
  const exact = await play(inventMarket('7', sameDays(2, 0.4, 4)));
  expect(await exact.bet('7', 'YES', 5)).toMatchObject({ opened: true, filled: 1, unfilled: 4 });
});

it('gives no capacity on a day without a point of its own, and carries the price', async () => {
  const player = await play(inventMarket('7', [[0.4, 4_000], null, [0.5, 4_000]]));
  await player.call('advance_time', { days: 1 });
  expect(await player.read('list_markets')).toMatchObject({
    markets: [{ yes_price: 0.4, price_date: '2026-01-01', fillable_today: 0 }],
  });
  expect(await player.bet('7', 'YES', 100)).toMatchObject({
    opened: false,
    reason: 'not_tradeable_today',
    requested: 100,
    filled: 0,
    unfilled: 100,
    capacity_left_today: 0,
  });
});

it('takes no bet at a quote of 0 or 1, nor on the day of resolution', async () => {
  const player = await play(
    inventMarket(
      '7',
      [
        [0.4, 4_000],
        [1, 4_000],
        [0, 4_000],
        [0.9, 4_000],
      ],
      { resolves: 3 },
    ),
  );
  for (const day of [1, 2, 3]) {
    await player.call('advance_time', { days: 1 });
    expect(await player.bet('7', 'NO', 100), `day ${day}`).toMatchObject({ opened: false, filled: 0 });
  }
});

it('settles when the clock passes the day of resolution, and then ends', async () => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 40_000), { resolves: 3 }));
  await player.bet('7', 'YES', 1_000);
  const before = await player.call('advance_time', { days: 3 });
  expect(before).toMatchObject({
    reward: 0,
    finished: false,
    metadata: { today: '2026-01-04', resolved: [] },
  });
  const after = await player.call('advance_time', { days: 1 });
  expect(after.finished).toBe(true);
  expect(after.metadata).toMatchObject({
    today: '2026-01-05',
    cash: 11_500,
    resolved: [
      { market_id: '7', outcome: 'YES', positions: [{ stake: 1_000, payout: 2_500, profit: 1_500 }] },
    ],
  });
  expect(after.reward).toBeCloseTo(100 * Math.log(1.15), 9);
});

it('stops the clock one day after the last resolution', async () => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 4_000), { resolves: 3 }));
  expect((await player.call('advance_time', { days: 30 })).metadata).toMatchObject({ today: '2026-01-05' });
});

it('pays nothing for bets and pays 0 where nothing was held', async () => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 4_000)));
  const bet = await player.call('place_bet', { market_id: '7', side: 'YES', stake: 10 });
  expect([bet.reward, bet.finished]).toEqual([null, false]);
  const idle = await play(inventMarket('7', sameDays(3, 0.4, 4_000)));
  expect(await idle.reward(30)).toBe(0);
});

it('scores a lost bankroll -1000', async () => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 1e6), { outcome: 'NO' }));
  expect(await player.bet('7', 'YES', 10_000)).toMatchObject({ filled: 10_000, cash: 0 });
  expect(await player.reward(30)).toBe(-1_000);
});

it('keeps the price swings of open positions out of the reward', async () => {
  const player = await play(
    inventMarket(
      '7',
      [
        [0.4, 4_000],
        [0.9, 4_000],
        [0.1, 4_000],
      ],
      { resolves: 3 },
    ),
  );
  await player.bet('7', 'YES', 400);
  const step = await player.call('advance_time', { days: 1 });
  expect(step).toMatchObject({
    reward: 0,
    metadata: { realized_bankroll: 10_000, marked_to_market: 10_500 },
  });
  expect(await player.reward(1)).toBe(0);
});

it('adds the fee to the price of a share', async () => {
  const options = optionsOf([inventMarket('7', sameDays(3, 0.4, 4_000))]);
  const rules = { ...options.rules, takerFeeBps: 100 };
  const player = await openTask(forecasterEnvironment({ ...options, rules, tiers: DEFAULT_TIERS }));
  // 100 bps on 0.40 is 0.404.
  expect(await player.bet('7', 'YES', 404)).toMatchObject({ cost_per_share: 0.404, shares: 1_000 });
});

it.each([
  [{ market_id: '7', side: 'YES', stake: 10_000.000001 }, /more than the cash/],
  [{ market_id: '7', side: 'YES', stake: 1e300 }, /more than the cash/],
  [{ market_id: '7', side: 'YES', stake: 1e-9 }, /less than a millionth/],
  [{ market_id: '7', side: 'YES', stake: 0 }, /validation error: stake/],
  [{ market_id: '7', side: 'YES', stake: -5 }, /validation error: stake/],
  [{ market_id: '7', side: 'YES', stake: null }, /validation error: stake/],
  [{ market_id: '7', side: 'MAYBE', stake: 5 }, /validation error: side/],
  [{ market_id: 7, side: 'YES', stake: 5 }, /validation error: market_id/],
  [{ market_id: '8', side: 'YES', stake: 5 }, /no market 8/],
  [{ market_id: '../../7', side: 'YES', stake: 5 }, /no market/],
])('refuses the bet %j and opens nothing', async (bet, error) => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 1e6)));
  await expect(player.call('place_bet', bet)).rejects.toThrow(error);
  expect(await player.read('list_markets')).toMatchObject({ cash: 10_000, markets: [{ positions: [] }] });
});

it.each([0, 31, 1.5, -1])('refuses to advance by %d days', async (days) => {
  const player = await play(inventMarket('7', sameDays(3, 0.4, 4_000)));
  await expect(player.call('advance_time', { days })).rejects.toThrow(/validation error: days/);
});

it('shows each day of the history with its volume, up to today', async () => {
  const player = await play(
    inventMarket('7', [
      [0.4, 100],
      [0.5, 200],
      [0.6, 300],
    ]),
  );
  await player.call('advance_time', { days: 1 });
  expect(await player.read('price_history', { market_id: '7' })).toMatchObject({
    history: [
      { date: '2026-01-01', yes_price: 0.4, volume: 105, liquidity: 100 },
      { date: '2026-01-02', yes_price: 0.5, volume: 205, liquidity: 200 },
    ],
  });
  expect(await player.read('price_history', { market_id: '7', days: 1 })).toMatchObject({
    history: [{ date: '2026-01-02' }],
  });
});

it('shows the scheduled end, and when trading really ended only once that is past', async () => {
  const player = await play(inventMarket('7', sameDays(2, 0.4, 4_000), { resolves: 2 }));
  for (const day of [0, 1, 2]) {
    const [market] = (await player.read('list_markets')).markets as object[];
    expect(market, `day ${day}`).toMatchObject({ end_date: '2027-02-05T00:00:00Z', status: 'unresolved' });
    expect(JSON.stringify(market)).not.toMatch(/trading_end|resolution|outcome/);
    await player.call('advance_time', { days: 1 });
  }
  const [market] = (await player.read('list_markets')).markets as object[];
  expect(market).toMatchObject({
    status: 'resolved',
    outcome: 'YES',
    trading_ended_at: '2026-01-03T12:00:00Z',
  });
});

const never: InventedDay = [0.5, 3.99];
const fillable: InventedDay = [0.5, 4];

// A market stays only if every tier has a day, from its start until the day before resolution, that can fill $1.
it.each([
  ['fillable on the last day of the later tier', [never, never, fillable], 3, 2],
  ['fillable before the later tier starts alone', [fillable, fillable, never], 3, 0],
  ['fillable on the day of resolution alone', [never, never, fillable], 2, 0],
  ['fillable at a quote of 1 alone', [never, never, [1, 4_000]], 3, 0],
  ['a point is missing where it would count', [fillable, fillable, null], 3, 0],
] as const)('lists tasks of a market by its tiers: %s', (_, days, resolves, count) => {
  const market = inventMarket('7', [...days], { resolves });
  const tiers = [
    { name: 'full', startOffsetDays: 0 },
    { name: 'late', startOffsetDays: 2 },
  ];
  const environment = forecasterEnvironment({ ...optionsOf([market]), tiers });
  expect(environment.splits.length === 0 ? 0 : environment.count('test')).toBe(count);
});

it('starts the clock of a tier that many days after the first', async () => {
  const market = inventMarket('7', sameDays(5, 0.5, 4_000));
  const tiers = [
    { name: 'full', startOffsetDays: 0 },
    { name: 'late', startOffsetDays: 2 },
  ];
  const environment = forecasterEnvironment({ ...optionsOf([market]), tiers });
  expect(await (await openTask(environment, 0)).read('list_markets')).toMatchObject({ today: '2026-01-01' });
  const late = await openTask(environment, 1);
  expect(await late.read('list_markets')).toMatchObject({ today: '2026-01-03' });
  expect(((await late.read('price_history', { market_id: '7' })).history as []).length).toBe(3);
});

it('writes tasks of ids, version and rules only, in numeric order', () => {
  const markets = ['10', '9', '100'].map((id) => inventMarket(id, sameDays(3, 0.5, 4_000)));
  const environment = forecasterEnvironment({ ...optionsOf(markets), tiers: DEFAULT_TIERS });
  const tasks = [0, 1, 2].map((index) => environment.task('test', index));
  expect(tasks.map((task) => task.market_id)).toEqual(['9', '10', '100']);
  expect(tasks[0]).toEqual({
    dataset: 'polybench',
    version: '2026-11-30',
    split: 'test',
    market_id: '9',
    tier: 'full',
    start_offset_days: 0,
    rules: 'polybench_rules@1',
    bankroll: 10_000,
    fill_cap_alpha: 0.25,
    taker_fee_bps: 0,
    min_stake: 1,
  });
});

it.each([
  { fill_cap_alpha: 100 },
  { market_id: '8' },
  { market_id: '../7' },
  { version: '2026-11-29' },
  { extra: 1 },
])('refuses a task that it does not list: %j', async (change) => {
  const market = inventMarket('7', sameDays(3, 0.5, 4_000));
  const environment = forecasterEnvironment({ ...optionsOf([market]), tiers: DEFAULT_TIERS });
  const task = { ...environment.task('test', 0), ...change };
  await expect(environment.open(task, new Map())).rejects.toMatchObject({ status: 400 });
});

it('names no market in the prompt, and today in it', async () => {
  const player = await play(inventMarket('7', sameDays(3, 0.5, 4_000)));
  const [block] = player.episode.prompt();
  expect(block?.text).toContain('2026-01-01');
  expect(block?.text).not.toContain('invented thing');
  expect(FIRST).toBe(Date.UTC(2026, 0, 1) / 86_400_000);
});
