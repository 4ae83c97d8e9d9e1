import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ABSENT,
  count,
  decimal,
  dollars,
  percent,
  shortCount,
  shortDollars,
  shorten,
} from '../../../../pipelines/stages/report/format.js';

describe('numbers', () => {
  it('have thousands commas and a true minus sign, whatever the locale', () => {
    expect([0, 999, 1000, 52183, 1234567, -1234].map(count)).toEqual([
      '0',
      '999',
      '1,000',
      '52,183',
      '1,234,567',
      '−1,234',
    ]);
    expect(decimal(-1234.567, 2)).toBe('−1,234.57');
    expect(decimal(0.5, 0)).toBe('1');
    expect(decimal(undefined, 2)).toBe(ABSENT);
    expect(dollars(1234567.4)).toBe('$1,234,567');
  });

  it('are shares of a whole, or absent where there is none', () => {
    expect(percent(187, 2256, 2)).toBe('8.29 %');
    expect(percent(0, 5)).toBe('0.0 %');
    expect(percent(0, 0)).toBe(ABSENT);
  });

  it('are short on axes', () => {
    expect([0, 0.05, 250, 1500, 20e6, 3.14159e9].map(shortDollars)).toEqual([
      '$0',
      '$0.05',
      '$250',
      '$1.5k',
      '$20M',
      '$3.14B',
    ]);
    expect(shortCount(12000)).toBe('12k');
  });
});

describe('shorten', () => {
  it('keeps what fits and cuts between code points', () => {
    expect(shorten('short', 5)).toBe('short');
    expect(shorten('six by six', 6)).toBe('six b…');
    expect(shorten('😀😀😀', 2)).toBe('😀…');
    expect(shorten('a\n\n  b', 10)).toBe('a b');
  });

  it('never exceeds the length, however long the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 20 }),
        (text, n) => [...shorten(text, n)].length <= n,
      ),
    );
    expect([...shorten('x'.repeat(200_000), 30)]).toHaveLength(30);
  });
});
