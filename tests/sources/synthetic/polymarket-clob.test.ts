import { describe, expect, it } from 'vitest';
import type { Market } from '../../../sources/synthetic/polymarket/model.js';
import { carrier, createClient, type Fault, type Query } from './polymarket-client.js';

const DAY = 86_400;
const client = createClient({ seed: 2, size: 'full' });
const { world } = client;
const history = (query: Query, fault?: Fault) =>
  client.body<{ history: { t: number; p: number }[] }>('clob', 'prices-history', query, fault).history;
const refusal = (query: Query) => {
  const { status, body } = client.ask('clob', 'prices-history', query);
  return [status, JSON.parse(String(body)).error];
};

/** All daily points of a token in windows of fifteen days, without those that come twice at the seams. */
function daily(market: Market, token: string): { t: number; p: number }[] {
  const points = new Map<string, { t: number; p: number }>();
  for (let from = market.openedAt - 5 * DAY; from < (market.closedAt ?? 0) + 5 * DAY; from += 15 * DAY) {
    const query = { market: token, startTs: String(from), endTs: String(from + 15 * DAY), fidelity: '1440' };
    for (const point of history(query)) points.set(`${point.t}/${point.p}`, point);
  }
  return [...points.values()];
}

const steady = carrier(world, 'capacity_exact');
const closed = steady.closedAt ?? 0;
const window = (span: number, more: Query = {}): Query => ({
  market: steady.yesToken,
  startTs: String(closed - span),
  endTs: String(closed),
  ...more,
});

describe('windows', () => {
  it('reach fifteen days and not a second further, at any fidelity', () => {
    expect(history(window(15 * DAY, { fidelity: '1440' }))).toHaveLength(15);
    for (const fidelity of ['1', '60', '1440']) {
      expect(refusal(window(15 * DAY + 1, { fidelity }))).toEqual([
        400,
        "invalid filters: 'startTs' and 'endTs' interval is too long",
      ]);
    }
  });

  it('have any length without endTs', () => {
    const points = history({ market: steady.yesToken, startTs: String(steady.openedAt), fidelity: '1440' });
    expect(points).toHaveLength(20);
  });

  it.each([
    [{ interval: 'max' }, "invalid filters: 'market' is required"],
    [{ market: '1', fidelity: '0', interval: 'max' }, "invalid filters: 'fidelity' is not valid"],
    [{ market: '1' }, "invalid filters: either 'interval' or 'startTs' and 'endTs' must be set"],
    [
      { market: '1', interval: '2w' },
      "invalid filters: either 'interval' or 'startTs' and 'endTs' must be set",
    ],
    [{ market: '1', startTs: 'x', endTs: '2' }, "invalid filters: 'startTs' and 'endTs' must be numbers"],
    [
      { market: '1', interval: '1m', fidelity: '9' },
      "invalid filters: minimum 'fidelity' for '1m' range is 10",
    ],
    [
      { market: '1', interval: '1w', fidelity: '4' },
      "invalid filters: minimum 'fidelity' for '1w' range is 5",
    ],
  ])('refuse %j', (query, error) => {
    expect(refusal(query)).toEqual([400, error]);
  });

  it('of an unknown token are empty, which is no error', () => {
    expect(history({ market: '9'.repeat(77), startTs: '0', endTs: '100' })).toEqual([]);
  });
});

describe('intervals', () => {
  it('of a resolved token answer from twelve hours on only', () => {
    const max = (more: Query) => history({ market: steady.yesToken, interval: 'max', ...more });
    expect(max({})).toEqual([]);
    expect(max({ fidelity: '719' })).toEqual([]);
    expect(history({ market: steady.yesToken, interval: '1w', fidelity: '1440' })).toEqual([]);
    const half = max({ fidelity: '720' });
    const midnights = half.filter(({ t }) => t % DAY < 60);
    expect(midnights).toEqual(max({ fidelity: '1440' }));
    expect(half.length).toBeGreaterThan(2 * midnights.length - 2);
  });

  it('of a live token without fidelity give 31 days of ten minutes and a point of now, twice', () => {
    const live = carrier(world, 'open_past_end');
    const points = history({ market: live.yesToken, interval: 'max' });
    expect(points).toEqual(history({ market: live.yesToken, interval: '1m', fidelity: '10' }));
    expect(points.length).toBeGreaterThan(31 * 140);
    expect(points.at(-1)).toEqual(points.at(-2));
    const [first, last] = [points[0]?.t ?? 0, points.at(-1)?.t ?? 0];
    expect(last - first).toBeLessThanOrEqual(31 * DAY + 60);
  });
});

describe('points', () => {
  it('are oldest first, one a day, and the two tokens sum to one', () => {
    const [yes, no] = [daily(steady, steady.yesToken), daily(steady, steady.noToken)];
    expect(yes.map(({ t }) => t)).toEqual([...yes.map(({ t }) => t)].sort((a, b) => a - b));
    expect(new Set(yes.map(({ t }) => Math.floor(t / DAY))).size).toBe(yes.length);
    expect(yes.map(({ p }, at) => Math.round((p + (no[at]?.p ?? 0)) * 1e6))).toEqual(yes.map(() => 1e6));
  });

  it('show the traps of the series', () => {
    const of = (name: string, side: 'yesToken' | 'noToken' = 'yesToken') => {
      const market = carrier(world, name);
      return daily(market, market[side]);
    };
    expect(of('empty_history')).toEqual([]);
    expect(of('yes_series_empty')).toEqual([]);
    expect(of('yes_series_empty', 'noToken').length).toBeGreaterThan(15);
    expect(of('quote_at_300_seconds').filter(({ t }) => t % DAY === 300)).toHaveLength(1);
    expect(of('quote_at_301_seconds').filter(({ t }) => t % DAY === 301)).toHaveLength(1);
    expect(of('price_zero_and_one').map(({ p }) => p)).toEqual(expect.arrayContaining([0, 1]));
    expect(
      of('two_samples_a_day').filter(({ t }) => Math.floor(t / DAY) === Date.UTC(2025, 11, 17) / DAY / 1000),
    ).toHaveLength(2);
    expect(of('gap_filled_by_no', 'noToken').length - of('gap_filled_by_no').length).toBe(3);
    const after = carrier(world, 'point_after_close');
    expect(of('point_after_close').filter(({ t }) => t > (after.closedAt ?? 0))).toHaveLength(2);
    const before = carrier(world, 'point_before_start');
    expect(of('point_before_start').filter(({ t }) => t < before.openedAt)).toHaveLength(1);
    expect(of('start_price_lowest')[0]?.p).toBe(0.05);
    expect(of('start_price_below')[0]?.p).toBe(0.0495);
    expect(of('point_outside').some(({ p }) => p === 1.2)).toBe(true);
    expect(of('point_not_a_number').some(({ p }) => String(p) === 'NaN')).toBe(true);
  });

  it('miss midnights between February and April 2026, which fidelity 1 still has', () => {
    const market = carrier(world, 'slow_sampler');
    const points = daily(market, market.yesToken);
    expect(points.length).toBeLessThan(market.path.length - 3);
    const missing = market.path
      .map((_, night) => Math.floor(market.openedAt / DAY) + 1 + night)
      .filter((day) => !points.some(({ t }) => Math.floor(t / DAY) === day));
    for (const day of missing) {
      const query = {
        market: market.yesToken,
        startTs: String(day * DAY),
        endTs: String(day * DAY + 100),
        fidelity: '1',
      };
      expect(history(query).some(({ t }) => t % DAY >= 60 && t % DAY <= 75)).toBe(true);
    }
  });

  it('miss nineteen of twenty on 2026-04-14 and a third of them have the other token', () => {
    const day = Date.UTC(2026, 3, 14) / 1000;
    const alive = world.markets.filter(
      ({ openedAt, closedAt, traps }) =>
        traps.length === 0 && openedAt < day && (closedAt ?? Infinity) > day + DAY,
    );
    const at = (token: string) =>
      history({ market: token, startTs: String(day), endTs: String(day + 59), fidelity: '1440' }).length;
    const pairs = alive.map(({ yesToken, noToken }) => [at(yesToken), at(noToken)] as const);
    expect(alive.length).toBeGreaterThan(50);
    expect(pairs.filter(([yes]) => yes === 0).length / pairs.length).toBeGreaterThan(0.6);
    expect(pairs.filter(([yes, no]) => yes === 0 && no === 1).length).toBeGreaterThan(5);
  });

  it('at a finer fidelity lie in minutes that are its multiples', () => {
    const points = history(window(2 * DAY, { fidelity: '10' }));
    expect(points.length).toBeGreaterThan(280);
    expect(points.every(({ t }) => Math.floor(t / 60) % 10 === 0)).toBe(true);
  });

  it('repeat and drift on request', () => {
    const query = window(5 * DAY, { fidelity: '1440' });
    const plain = history(query);
    expect(history(query, 'repeat')).toEqual([...plain.slice(0, 3), ...plain]);
    expect(JSON.parse(String(client.ask('clob', 'prices-history', query, 'drift').body))).not.toHaveProperty(
      'history',
    );
  });
});
