import { describe, expect, it } from 'vitest';
import type { DayFlow } from '../../../pipelines/polybench/flow.js';
import { capacityMicros, quoteRules, tapeRules } from '../../../pipelines/polybench/market-rules.js';
import { polybenchParameters } from '../../../pipelines/polybench/parameters.js';
import { judge } from '../../../pipelines/stages/rules.js';

// 2026-06-01 is day 20605.
const JUNE = 20_605;
const P = polybenchParameters.parse({});
const quotes = (from: number, ...prices: number[]) =>
  prices.map((priceMicros, index) => ({ day: from + index, priceMicros, source: 'yes' as const }));
const days = (from: number, ...liquidity: number[]): DayFlow[] =>
  quotes(from, ...liquidity.map(() => 500_000)).map((quote, index) => ({
    ...quote,
    volumeMicros: 90_000_000_000,
    liquidityMicros: liquidity[index] ?? 0,
  }));

describe('quoteRules', () => {
  const rule = (list: ReturnType<typeof quotes>, resolutionDay: number, parameters = P) =>
    judge(quoteRules, { resolutionDay, quotes: list }, parameters)?.rule;

  it.each([
    [50_000, undefined],
    [49_500, 'not_uncertain'],
    [49_999, 'not_uncertain'],
    [950_000, undefined],
    [950_001, 'not_uncertain'],
    [950_500, 'not_uncertain'],
  ])('judge a start price of %d: %s', (start, expected) => {
    expect(rule(quotes(100, start, 1, 1), 103)).toBe(expected);
  });

  it('count days before the resolution date alone', () => {
    expect(rule(quotes(100, 500_000, 500_000), 102)).toBeUndefined();
    expect(rule(quotes(100, 500_000, 500_000), 101)).toBe('too_few_tradeable_days');
    expect(rule(quotes(100, 500_000), 101, { ...P, minTradeableDays: 1 })).toBeUndefined();
  });

  it('name missing quotes and answers that cannot be used', () => {
    expect(rule([], 100)).toBe('no_quotes');
    const flawed = { resolutionDay: 103, quotes: quotes(100, 500_000, 1), flaw: 'a sample of 1.7' };
    expect(judge(quoteRules, flawed, P)).toEqual({ rule: 'no_quotes', detail: 'a sample of 1.7' });
  });
});

describe('tapeRules', () => {
  const rule = (resolutionDay: number, list: DayFlow[]) =>
    judge(tapeRules, { resolutionDay, days: list }, P)?.rule;

  it.each([
    [40_000_000_000, undefined],
    [39_999_999_999, 'illiquid'],
  ])('judge a liquidity of %d from June 2026 on: %s', (liquidity, expected) => {
    expect(rule(JUNE, days(JUNE - 2, liquidity - 5, 5))).toBe(expected);
  });

  it('exempt what resolves before June 2026', () => {
    expect(rule(JUNE - 1, days(JUNE - 3, 1, 1))).toBeUndefined();
  });

  it('leave out the liquidity of the resolution date', () => {
    expect(rule(JUNE, days(JUNE - 1, 39_999_999_999, 40_000_000_000))).toBe('illiquid');
  });

  it('name an incomplete tape first', () => {
    const market = { resolutionDay: JUNE, days: days(JUNE - 1, 0), flaw: 'tape truncated' };
    expect(judge(tapeRules, market, P)).toEqual({ rule: 'incomplete_tape', detail: 'tape truncated' });
  });
});

describe('capacityMicros', () => {
  it.each([
    [40_000_000_000, 10_000_000_000],
    [1_474_932_659_463, 368_733_164_866],
    [0, 0],
  ])('of %d is %d', (liquidity, expected) => {
    expect(capacityMicros(liquidity, P)).toBe(expected);
  });
});
