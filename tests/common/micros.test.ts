import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMicros, finiteNumber, formatMicros, fromMicros, toMicros } from '../../common/micros.js';

describe('finiteNumber', () => {
  it.each([
    [1, 1],
    [0.21999995306666104, 0.21999995306666104],
    ['1245309.180539', 1245309.180539],
    ['0.000000000000000000000000000001', 1e-30],
    ['12.345678901234567890123456789012', 12.345678901234567],
    [' 7 ', 7],
    ['-.5', -0.5],
    ['1e3', 1000],
  ])('reads %j', (value, expected) => {
    expect(finiteNumber(value)).toBe(expected);
  });

  it.each([
    ['NaN'],
    ['Infinity'],
    ['0x10'],
    [''],
    ['1,000'],
    ['1 2'],
    ['1e999'],
    [Number.NaN],
    [null],
    [[1]],
    [true],
  ])('refuses %j', (value) => {
    expect(finiteNumber(value)).toBeUndefined();
  });
});

describe('toMicros', () => {
  it.each([
    [0.0005, 500],
    [0.335, 335_000],
    [0.21999995306666104, 220_000],
    [0.0000004, 0],
    [0.0000005, 1],
    [-0.0000005, 0],
    [1, 1_000_000],
  ])('rounds %d to %d', (value, expected) => {
    expect(toMicros(value)).toBe(expected);
  });

  it('refuses what a double cannot hold exactly', () => {
    expect(toMicros(9e9)).toBe(9e15);
    expect(() => toMicros(1e10)).toThrow(RangeError);
    expect(() => toMicros(Number.NaN)).toThrow(RangeError);
    expect(() => addMicros(Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError);
  });
});

describe('formatMicros and fromMicros', () => {
  it.each([
    [0, '0'],
    [1, '0.000001'],
    [500_000, '0.5'],
    [12_000_000, '12'],
    [-3_000_001, '-3.000001'],
    [1_719_599_785_657, '1719599.785657'],
  ])('%d is %s', (micros, expected) => {
    expect(formatMicros(micros)).toBe(expected);
  });

  it('agree, go back to the same integer and never show more than six decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4_000_000_000_000_000, max: 4_000_000_000_000_000 }), (micros) => {
        expect(toMicros(fromMicros(micros))).toBe(micros);
        expect(Number(formatMicros(micros))).toBe(fromMicros(micros));
        expect(formatMicros(micros)).toMatch(/^-?\d+(\.\d{1,6})?$/);
      }),
    );
  });
});
