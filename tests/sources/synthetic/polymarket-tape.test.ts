import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld, expectedMarket } from '../../../sources/synthetic/polymarket/index.js';
import type { Market } from '../../../sources/synthetic/polymarket/model.js';
import { split, tapeLength, tapeSlice } from '../../../sources/synthetic/polymarket/tape.js';
import { makeTrade, priceText, sizeText } from '../../../sources/synthetic/polymarket/trades.js';
import { carrier, createClient, walkTape } from './polymarket-client.js';

const client = createClient({ seed: 3, size: 'small' });
const { world } = client;
const SERVED = { makers: false, dust: false };
const complete = world.markets.filter(({ paging }) => paging !== 'loop' && paging !== 'broken');

/** A row's decimals as they stand in the body, read without floating point. */
interface RawRow {
  token: string;
  condition: string;
  size: string;
  price: string;
  at: number;
}

function rawRows(body: string): RawRow[] {
  const pattern =
    /"token_id":"(\d+)","condition_id":"(0x\w+)","size":([^,]+),"price":([^,]+),"timestamp":(\d+)/g;
  return [...body.matchAll(pattern)].map(([, token, condition, size, price, at]) => ({
    token: String(token),
    condition: String(condition),
    size: String(size),
    price: String(price),
    at: Number(at),
  }));
}

/** A decimal as a whole number of 1e-36. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(36, '0'));
}

const half = (unit: bigint): bigint => unit / 2n;
const rounded = (value: bigint, unit: bigint): number => Number((value + half(unit)) / unit);
const usdMicros = ({ size, price }: RawRow): number => rounded(scaled(size) * scaled(price), 10n ** 66n);
const priceMicros = ({ price }: RawRow): number => rounded(scaled(price), 10n ** 30n);

function sumsByDay(market: Market, rows: readonly RawRow[], quotes: ReadonlyMap<string, number>) {
  const sums = new Map<string, { volume: number; liquidity: number }>();
  for (const row of rows.filter(({ condition }) => condition === market.conditionId)) {
    const day = new Date((Math.floor(row.at / 86_400) + 1) * 86_400_000).toISOString().slice(0, 10);
    const quote = quotes.get(day);
    if (quote === undefined) continue;
    const yes = row.token === market.yesToken ? priceMicros(row) : 1_000_000 - priceMicros(row);
    const sum = sums.get(day) ?? { volume: 0, liquidity: 0 };
    sum.volume += usdMicros(row);
    if (Math.abs(yes - quote) <= 50_000) sum.liquidity += usdMicros(row);
    sums.set(day, sum);
  }
  return sums;
}

describe('the rows that are served', () => {
  it('come to the declared count, page after page, and never twice', () => {
    for (const market of complete) {
      const rows = walkTape(client, market.conditionId).flatMap((body) => JSON.parse(body).data);
      expect(rows).toHaveLength(tapeLength(market, SERVED));
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
      const times = rows.map(({ timestamp }) => timestamp);
      expect(times).toEqual([...times].sort((a, b) => b - a));
    }
  });

  it('add up to the stated truth when read as decimals', () => {
    for (const market of complete.filter(({ verdict }) => verdict === undefined)) {
      const days = expectedMarket(world, market.id)?.days ?? [];
      const quotes = new Map(days.map(({ day, quoteMicros }) => [day, quoteMicros]));
      const rows = walkTape(client, market.conditionId).flatMap(rawRows);
      const sums = sumsByDay(market, rows, quotes);
      for (const { day, volumeMicros, liquidityMicros } of days) {
        const { volume, liquidity } = sums.get(day) ?? { volume: 0, liquidity: 0 };
        expect([market.id, day, volume, liquidity]).toEqual([market.id, day, volumeMicros, liquidityMicros]);
      }
    }
  });

  it('are the same in floating point, as no product is near a tie', () => {
    const market = carrier(world, 'deeper_than_v1');
    for (const row of walkTape(client, market.conditionId).flatMap(rawRows)) {
      expect(Math.round(Number(row.size) * Number(row.price) * 1e6)).toBe(usdMicros(row));
    }
  });

  it('show each of the row traps', () => {
    const rowsOf = (name: string) =>
      walkTape(client, carrier(world, name).conditionId).flatMap((body) => JSON.parse(body).data);
    expect(
      rowsOf('outcome_index_999').filter((row) => row.outcome_index === 999 && row.outcome === '').length,
    ).toBeGreaterThanOrEqual(2);
    const shared = rowsOf('shared_transaction').filter((row) => row.timestamp % 86_400 === 4_321);
    expect(new Set(shared.map((row) => row.transaction_hash)).size).toBe(1);
    expect(shared.map((row) => row.size).sort((a, b) => a - b)).toEqual([100, 250, 400]);
    expect(walkTape(client, carrier(world, 'thirty_decimals').conditionId).join()).toMatch(
      /"size":\d+\.\d{30},/,
    );
    expect(rowsOf('average_prices').map((row) => String(row.price))).toContain('0.519999953066');
    expect(
      rowsOf('foreign_row').filter((row) => row.condition_id !== carrier(world, 'foreign_row').conditionId),
    ).toHaveLength(1);
    expect(rowsOf('combo_row').filter((row) => row.condition_id.length === 64)).toHaveLength(1);
    expect(rowsOf('token_of_neither_side').filter((row) => row.token_id === '6'.repeat(77))).toHaveLength(1);
    expect(rowsOf('no_trades')).toHaveLength(0);
    expect(
      rowsOf('midnight_trade').filter((row) => row.timestamp % 86_400 === 0).length,
    ).toBeGreaterThanOrEqual(3);
    expect(
      rowsOf('last_second_trade').filter((row) => row.timestamp % 86_400 === 86_399).length,
    ).toBeGreaterThanOrEqual(3);
    const closed = carrier(world, 'trade_after_close').closedAt ?? 0;
    expect(rowsOf('trade_after_close').filter((row) => row.timestamp > closed)).toHaveLength(2);
  });

  it('hold trades exactly five cents from the quote, and a micro-dollar beyond', () => {
    const distances = (name: string): number[] => {
      const market = carrier(world, name);
      const quote = market.openMicros;
      return walkTape(client, market.conditionId)
        .flatMap(rawRows)
        .map(
          (row) => (row.token === market.yesToken ? priceMicros(row) : 1_000_000 - priceMicros(row)) - quote,
        );
    };
    expect(new Set(distances('five_cents_exactly'))).toContain(50_000);
    expect(new Set(distances('five_cents_exactly'))).toContain(-50_000);
    expect(new Set(distances('five_cents_beyond'))).toContain(50_001);
    expect(new Set(distances('five_cents_beyond'))).toContain(-50_001);
  });
});

describe('the cost of a page', () => {
  const large = createWorld({ seed: 3, size: 'large' });
  const deep = carrier(large, 'very_deep');

  /** The market, counting the days whose rows are made: each reads what was placed by hand once. */
  function counting(market: Market): { market: Market; daysMade: () => number } {
    let reads = 0;
    const watched = Object.defineProperty({ ...market }, 'extras', {
      get: () => {
        reads++;
        return market.extras;
      },
    });
    return { market: watched, daysMade: () => reads - 1 };
  }

  it('is that of its own days, however deep it lies', () => {
    const length = tapeLength(deep, SERVED);
    expect(length).toBe(12_000);
    const { market, daysMade } = counting(deep);
    expect(tapeSlice(market, SERVED, 11_000, 500)).toHaveLength(500);
    expect(daysMade()).toBeLessThan(6);
  });

  it('gives the same rows in whatever pieces the tape is read', () => {
    const whole = tapeSlice(deep, SERVED, 0, 12_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_100 }), fc.integer({ min: 1, max: 1_500 }), (start, count) => {
        expect(tapeSlice(deep, SERVED, start, count)).toEqual(whole.slice(start, start + count));
      }),
      { numRuns: 25 },
    );
  });
});

describe('the arithmetic of the generator', () => {
  it('gives the cash of a row exactly, and away from ties', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000_000 }),
        fc.integer({ min: 1_000, max: 999_000 }),
        fc.integer({ min: -400_000, max: 400_000 }),
        (size, price, dustPico) => {
          const trade = makeTrade({
            at: 0,
            sizeMicros: size,
            priceMicros: price,
            dustPico,
            transaction: 'x',
          });
          const row = { size: sizeText(trade), price: priceText(trade), token: '', condition: '', at: 0 };
          expect(usdMicros(row)).toBe(trade.usdMicros);
          expect(Math.round(Number(row.size) * Number(row.price) * 1e6)).toBe(trade.usdMicros);
          expect(priceMicros(row)).toBe(price);
        },
      ),
    );
  });

  it('splits whole numbers without losing any', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.array(fc.double({ min: 0.001, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 60 }),
        (total, weights) => {
          const parts = split(total, weights);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
          expect(parts.every((part) => part >= 0 && Number.isInteger(part))).toBe(true);
        },
      ),
    );
  });
});
