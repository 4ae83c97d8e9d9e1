import { describe, expect, it } from 'vitest';
import {
  createWorld,
  expectedMarket,
  TRAPS,
  type World,
} from '../../../sources/synthetic/polymarket/index.js';
import { dailySeries } from '../../../sources/synthetic/polymarket/series.js';
import { dayBlock, dayCounts } from '../../../sources/synthetic/polymarket/tape.js';

const SERVED = { makers: false, dust: false };
const small = createWorld({ seed: 7, size: 'small' });
const full = createWorld({ seed: 7, size: 'full' });

function takerRows(world: World): number {
  return world.markets.reduce(
    (sum, market) => sum + dayCounts(market, SERVED).reduce((rows, { count }) => rows + count, 0),
    0,
  );
}

describe('size and identity of the world', () => {
  it('is the same for the same seed and another for another', () => {
    const again = createWorld({ seed: 7, size: 'small' });
    const other = createWorld({ seed: 8, size: 'small' });
    const text = (world: World): string =>
      JSON.stringify(world.markets.map(({ event: _event, ...own }) => own));
    expect(text(again)).toBe(text(small));
    expect(text(other)).not.toBe(text(small));
  });

  it('holds the promised numbers of markets, and two million taker rows when large', () => {
    const large = createWorld({ seed: 7, size: 'large' });
    expect([small, full, large].map(({ markets }) => markets.length)).toEqual([150, 1500, 3000]);
    expect(takerRows(large)).toBe(2_000_000);
  });

  it('gives every market its own id, condition and tokens of 77 digits', () => {
    const { markets } = full;
    expect(new Set(markets.map(({ id }) => id)).size).toBe(markets.length);
    expect(full.byCondition.size).toBe(markets.length);
    expect(full.byToken.size).toBe(2 * markets.length);
    expect(
      markets.every(({ yesToken, noToken }) => /^\d{77}$/.test(yesToken) && /^\d{77}$/.test(noToken)),
    ).toBe(true);
  });

  it('has events of one to six legs and one of three hundred', () => {
    const sizes = new Set(full.events.map(({ markets }) => markets.length));
    expect([...sizes].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 300]);
    expect(full.events.filter(({ markets }) => markets.length === 300)).toHaveLength(1);
  });

  it('opens from September 2025 on and closes until the end of November 2026, but for those after the clock', () => {
    const closed = full.markets.flatMap(({ closedAt }) => closedAt ?? []).sort((a, b) => a - b);
    expect(Math.min(...full.markets.map(({ openedAt }) => openedAt))).toBeGreaterThanOrEqual(
      Date.UTC(2025, 7, 1) / 1000,
    );
    const months = new Set(closed.map((at) => new Date(at * 1000).toISOString().slice(0, 7)));
    for (const month of [
      '2025-11',
      '2025-12',
      '2026-03',
      '2026-06',
      '2026-09',
      '2026-10',
      '2026-11',
      '2026-12',
    ]) {
      expect(months).toContain(month);
    }
  });
});

describe('prices', () => {
  it('sum to one over the legs of every whole negRisk group', () => {
    const groups = full.events.filter(
      ({ negRisk, markets }) => negRisk && markets[0]?.traps.includes('placeholder_leg') === false,
    );
    expect(groups.length).toBeGreaterThan(40);
    const whole = groups.slice(0, -1).flatMap(({ markets }) => {
      const [first] = markets;
      return (first?.path ?? []).map((_, night) =>
        markets.reduce((sum, { path }) => sum + (path[night] ?? 0), 0),
      );
    });
    const exact = whole.filter((sum) => sum === 1_000_000);
    expect(exact.length / whole.length).toBeGreaterThan(0.97);
  });

  it('end nearer to the outcome than they began, most of the time', () => {
    const ordinary = full.markets.filter(
      ({ traps, closedAt, path }) => traps.length === 0 && closedAt !== null && path.length > 5,
    );
    const nearer = ordinary.filter(({ winner, openMicros, closeMicros }) => {
      const target = winner === 'YES' ? 1_000_000 : 0;
      return Math.abs(target - closeMicros) <= Math.abs(target - openMicros) + 20_000;
    });
    expect(nearer.length / ordinary.length).toBeGreaterThan(0.9);
  });

  it('are sampled 10 to 59 s after midnight where they are quotes, unless a trap says otherwise', () => {
    const ordinary = full.markets.filter(({ traps }) => traps.length === 0).slice(0, 200);
    const offsets = ordinary.flatMap((market) =>
      dailySeries(market)
        .yes.filter(({ quote }) => quote)
        .map(({ at }) => at % 86_400),
    );
    expect(offsets.length).toBeGreaterThan(2_000);
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...offsets)).toBeLessThanOrEqual(59);
  });

  it('follow the trades: the last trade of a day is within three cents of the next quote nearly always', () => {
    const distances = full.markets
      .filter(({ traps, rows }) => traps.length === 0 && rows > 100)
      .slice(0, 40)
      .flatMap((market) => {
        const quotes = new Map(
          dailySeries(market)
            .yes.filter(({ quote }) => quote)
            .map(({ at, micros }) => [Math.floor(at / 86_400), micros]),
        );
        return dayCounts(market, SERVED).flatMap(({ day, count }) => {
          const quote = quotes.get(day + 1);
          const [last] = dayBlock(market, day, SERVED);
          if (quote === undefined || last === undefined || count < 4) return [];
          return Math.abs((last.token === 'yes' ? last.priceMicros : 1_000_000 - last.priceMicros) - quote);
        });
      });
    expect(distances.length).toBeGreaterThan(300);
    expect(distances.filter((distance) => distance <= 30_000).length / distances.length).toBeGreaterThan(
      0.95,
    );
  });
});

describe('traps', () => {
  it.each(TRAPS.map((trap) => [trap.name, trap] as const))(
    '%s is there, and ends as it should',
    (name, trap) => {
      for (const [size, world] of [
        ['small', small],
        ['full', full],
      ] as const) {
        const events = world.events.filter(({ markets }) =>
          markets.some(({ traps }) => traps.includes(name)),
        );
        expect(events).toHaveLength(trap.copies[size]);
        if (trap.expect[0] === '*') continue;
        for (const { markets } of events) {
          markets.forEach((market, leg) => {
            const wanted = trap.expect[Math.min(leg, trap.expect.length - 1)];
            expect(expectedMarket(world, market.id)?.verdict).toContain(wanted);
          });
        }
      }
    },
  );

  it('have names of their own', () => {
    expect(new Set(TRAPS.map(({ name }) => name)).size).toBe(TRAPS.length);
  });

  it('keep records that do not parse below one in a hundred of the closed ones', () => {
    for (const world of [small, full]) {
      const closed = world.markets.filter(({ closedAt }) => closedAt !== null);
      const broken = closed.filter(
        ({ verdict, rows }) => verdict?.includes('malformed_record') && rows < 100,
      );
      expect(broken.length / closed.length).toBeLessThan(0.01);
      expect(broken.length).toBeGreaterThan(0);
    }
  });
});

describe('truth', () => {
  const of = (name: string) => {
    const market = full.markets.find(({ traps }) => traps.includes(name));
    const truth = market && expectedMarket(full, market.id);
    if (truth === undefined) throw new Error(name);
    return truth;
  };

  it('knows no market that is not there', () => {
    expect(expectedMarket(full, '1')).toBeUndefined();
  });

  it('states capacities on both sides of 10,000 dollars to the micro-dollar', () => {
    expect(of('capacity_exact').liquidityMicros).toBe(40_000_000_000);
    expect(of('capacity_one_below').liquidityMicros).toBe(39_999_999_996);
    expect(of('capacity_hair_below').liquidityMicros).toBe(39_999_999_999);
  });

  it('counts a trade at 00:00:00 on the next point and one at 23:59:59 on this', () => {
    const days = of('capacity_exact').days;
    expect(days.filter(({ volumeMicros }) => volumeMicros === 4_000_000_000)).toHaveLength(10);
    const midnight = full.markets.find(({ traps }) => traps.includes('midnight_trade'));
    const placed = midnight?.extras[0];
    if (midnight === undefined || placed === undefined) throw new Error('no trade at midnight');
    expect(placed.at % 86_400).toBe(0);
    const without = { ...midnight, extras: midnight.extras.slice(1) };
    const world = { ...full, byId: new Map([[midnight.id, without]]) };
    const volume = (truth: ReturnType<typeof expectedMarket>, day: number) =>
      truth?.days.find((each) => each.day === new Date(day * 1000).toISOString().slice(0, 10))
        ?.volumeMicros ?? NaN;
    const [before, after] = [expectedMarket(world, midnight.id), expectedMarket(full, midnight.id)];
    expect(volume(after, placed.at) - volume(before, placed.at)).toBe(0);
    expect(volume(after, placed.at + 86_400) - volume(before, placed.at + 86_400)).toBe(777_000_000);
  });

  it('never has more liquidity than volume', () => {
    for (const { id } of small.markets) {
      const days = expectedMarket(small, id)?.days ?? [];
      expect(days.every(({ liquidityMicros, volumeMicros }) => liquidityMicros <= volumeMicros)).toBe(true);
    }
  });

  it('says which days came from the NO token and which are missing', () => {
    expect(of('gap_filled_by_no').days.filter(({ source }) => source === 'no_complement')).toHaveLength(3);
    expect(of('yes_series_empty').days.every(({ source }) => source === 'no_complement')).toBe(true);
    expect(of('gap_not_filled').days).toHaveLength(of('gap_filled_by_no').days.length - 3);
    expect(of('empty_history').days).toHaveLength(0);
    expect(of('quote_at_300_seconds').days.length - of('quote_at_301_seconds').days.length).toBe(1);
  });

  it('lets the tie of equal legs fall by volumeNum, then by the number of the id', () => {
    const event = full.events.find(({ markets }) => markets[0]?.traps.includes('tied_legs'));
    const truths = event?.markets.map(({ id }) => expectedMarket(full, id));
    expect(new Set(truths?.map((truth) => truth?.volumeMicros)).size).toBe(1);
    expect(truths?.map((truth) => [truth?.id, truth?.verdict[0]])).toEqual([
      ['100003', 'event_cap'],
      ['99991', 'kept'],
      ['100021', 'kept'],
    ]);
  });
});
