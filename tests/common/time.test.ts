import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayNumber,
  dayOfNumber,
  formatInstant,
  instantOfSeconds,
  numberOfDay,
  parseInstant,
  utcDay,
} from '../../common/time.js';

describe('parseInstant', () => {
  it.each([
    // Unix seconds from `date -u +%s -d`.
    ['2025-04-08 12:00:00+00:00', 1744113600_000000],
    ['2025-04-08T12:00:00Z', 1744113600_000000],
    ['2025-06-18T17:54:19.419048Z', 1750269259_419048],
    ['2024-03-10T23:30:00-05:00', 1710131400_000000],
    ['2026-02-01 00:00:00+00', 1769904000_000000],
    ['2026-02-01T00:00:00+0530', 1769884200_000000],
    ['2020-12-31', 1609372800_000000],
    ['1969-12-31T23:59:59.999999Z', -1],
  ])('reads %s', (text, micros) => {
    expect(parseInstant(text)).toBe(micros);
  });

  it.each([
    '',
    'yes',
    '2025-02-30',
    '2025-13-01T00:00:00Z',
    '2025-04-08T25:00:00Z',
    '1744113600',
    '2025-04-08T12:00Z x',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('gives back what formatInstant wrote', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2e15, max: 4e15 }), (micros) => {
        expect(parseInstant(formatInstant(micros))).toBe(micros);
      }),
    );
  });
});

describe('days', () => {
  it('belong to the UTC calendar', () => {
    expect(utcDay(parseInstant('2024-03-09T23:30:00-05:00') ?? 0)).toBe('2024-03-10');
    expect(utcDay(-1)).toBe('1969-12-31');
    expect(dayNumber(instantOfSeconds(86_399.999999))).toBe(0);
    expect(dayNumber(instantOfSeconds(86_400))).toBe(1);
  });

  it('are numbered from 1970, and only real ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (n) => {
        expect(numberOfDay(dayOfNumber(n))).toBe(n);
      }),
    );
    expect(numberOfDay('2025-02-29')).toBeUndefined();
    expect(numberOfDay('2025-02-30')).toBeUndefined();
    expect(numberOfDay('2025-02-32')).toBeUndefined();
    expect(numberOfDay('2025-13-01')).toBeUndefined();
    expect(numberOfDay('2025-00-01')).toBeUndefined();
    expect(numberOfDay('2025-01-00')).toBeUndefined();
    expect(numberOfDay('2025-2-9')).toBeUndefined();
  });
});
