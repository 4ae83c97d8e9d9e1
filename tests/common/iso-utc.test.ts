import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIsoUtc } from '../../common/iso-utc.js';

describe('readIsoUtc', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2024-02-29T23:59:59.5Z', 1709251199500000],
    ['2025-06-18T17:54:19.419048Z', 1750269259419048],
    ['1969-12-31T23:59:59.000001Z', -999999],
    // Unix seconds from `date -u +%s -d`.
    ['2025-04-08 12:00:00+00:00', 1744113600000000],
    ['2025-04-08T12:00:00.25+00:00', 1744113600250000],
    ['2025-04-08 12:00:00Z', 1744113600000000],
  ])('%s', (text, micros) => {
    expect(readIsoUtc(text)).toBe(micros);
  });

  it.each([
    '2023-02-29T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-00-01T00:00:00Z',
    '2024-01-00T00:00:00Z',
    '2024-01-32T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:60:00Z',
    '2024-01-01T00:00:60Z',
    '2024-01-01T00:00:00',
    '2024-01-01_00:00:00Z',
    '2024-01-01T00:00:00+00',
    '2024-01-01T00:00:00+01:00',
    '2024-01-01T00:00:00-00:00',
    '2024-01-01T00:00:00Z+00:00',
    '2024-01-01T00:00:00.Z',
    '2024-01-01T00:00:00.1234567Z',
    '2024-01-01T00:00:0xZ',
    '0099-01-01T00:00:00Z',
    '2024-01-01',
    '',
  ])('leaves %j to others', (text) => {
    expect(readIsoUtc(text)).toBeUndefined();
  });

  it('agrees with Date for whole milliseconds', () => {
    const instants = fc.date({
      min: new Date('1000-01-01'),
      max: new Date('2250-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(readIsoUtc(instant.toISOString())).toBe(instant.getTime() * 1000);
      }),
    );
  });
});
