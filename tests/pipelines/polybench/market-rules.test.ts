import { describe, expect, it } from 'vitest';
import type { DayFlow } from '../../../pipelines/polybench/flow.js';
import { capacityMicros, quoteRules, tapeRules } from '../../../pipelines/polybench/market-rules.js';
import { polybenchParameters } from '../../../pipelines/polybench/parameters.js';
import type { Quote } from '../../../pipelines/polybench/quotes.js';
import { readRules } from '../../../pipelines/polybench/readings.js';
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
    judge(tapeRules, { resolutionDay, days: list, rows: 2 }, P)?.rule;

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
    const market = { resolutionDay: JUNE, days: days(JUNE - 1, 0), rows: 0, flaw: 'tape truncated' };
    expect(judge(tapeRules, market, P)).toEqual({ rule: 'incomplete_tape', detail: 'tape truncated' });
  });
});

describe('the figures of quoteRules', () => {
  const figures = (list: Quote[], resolutionDay: number, flaw?: string) =>
    readRules(quoteRules, { resolutionDay, quotes: list, ...(flaw === undefined ? {} : { flaw }) }, P).map(
      ({ rule, figure }) => `${rule}: ${figure}`,
    );

  it('are days quoted, start price and tradeable days, with their limits', () => {
    const list = [
      ...quotes(JUNE - 4, 50_000),
      { day: JUNE - 1, priceMicros: 400_000, source: 'no_complement' as const },
      ...quotes(JUNE, 900_000),
    ];
    expect(figures(list, JUNE)).toEqual([
      'no_quotes: 3 days quoted, 1 of them from the NO token, 2 days between them without a quote',
      'not_uncertain: start quote 0.05 on 2026-05-28; bounds 0.05..0.95',
      'too_few_tradeable_days: 2 tradeable days before 2026-06-01; at least 2',
    ]);
  });

  it('end with the rule that drops', () => {
    expect(figures(quotes(JUNE - 2, 950_001), JUNE).at(-1)).toBe(
      'not_uncertain: start quote 0.950001 on 2026-05-30; bounds 0.05..0.95',
    );
    expect(figures([], JUNE, 'a sample of 1.7')).toEqual([
      'no_quotes: 0 days quoted, 0 of them from the NO token, 0 days between them without a quote; a sample of 1.7',
    ]);
  });
});

describe('the figures of tapeRules', () => {
  const page = {
    request: { source: 'data', path: '/v2/trades', query: [] },
    cursorIn: null,
    cursorOut: null,
    count: 2,
    sha256: '',
  } as const;
  const figures = (resolutionDay: number, more: object = {}) =>
    readRules(
      tapeRules,
      {
        resolutionDay,
        days: days(resolutionDay - 2, 30_000_000_000, 10_000_000_000, 7),
        rows: 1234,
        walk: { status: 'complete', pages: [page, page] },
        ...more,
      },
      P,
    ).map(({ rule, figure }) => `${rule}: ${figure}`);

  it('are pages, end and trades, and the sum of the caps against the bankroll', () => {
    expect(figures(JUNE)).toEqual([
      'incomplete_tape: 2 pages, complete; 1234 trades',
      'illiquid: 0.25 x 40000 = 10000 USD; at least 10000',
    ]);
  });

  it('say who is exempt, and what such a market would have', () => {
    expect(figures(JUNE - 1).at(-1)).toBe(
      'illiquid: exempt, as 2026-05-31 is before 2026-06-01; 0.25 x 40000 = 10000 USD',
    );
  });

  it('say how a tape ended that is not complete', () => {
    const walk = { status: 'truncated', pages: [page] };
    expect(figures(JUNE, { walk, flaw: 'tape truncated: depth' })).toEqual([
      'incomplete_tape: 1 pages, truncated; tape truncated: depth',
    ]);
    expect(figures(JUNE, { walk: undefined, flaw: 'pagination: drifted' })).toEqual([
      'incomplete_tape: no page could be read; pagination: drifted',
    ]);
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
