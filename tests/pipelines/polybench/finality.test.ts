import { describe, expect, it } from 'vitest';
import { clockOf, isFinal, recordTag } from '../../../pipelines/polybench/finality.js';
import { instant } from './listed.js';

const CLOSED = instant('2026-08-01T10:00:00Z');

describe('recordTag', () => {
  it.each([
    ['2026-08-01T10:00:00Z', 'fresh'],
    ['2026-08-03T09:59:59Z', 'fresh'],
    ['2026-08-03T10:00:00Z', 'settled'],
    ['2026-08-31T09:59:59Z', 'settled'],
    ['2026-08-31T10:00:00Z', 'final'],
    ['2027-08-31T10:00:00Z', 'final'],
  ])('at %s is %s', (clock, stage) => {
    expect(recordTag(CLOSED, instant(clock))).toBe(`${stage} 2026-08-01T10:00:00Z`);
    expect(isFinal(CLOSED, instant(clock))).toBe(stage === 'final');
  });

  it('starts over where the market closed at another time', () => {
    const clock = instant('2027-01-01');
    expect(recordTag(CLOSED + 1_000_000, clock)).not.toBe(recordTag(CLOSED, clock));
  });
});

describe('clockOf', () => {
  it('reads the clock of a walk', () => {
    expect(clockOf({ asOf: '2026-08-01T10:00:00Z' })).toBe(CLOSED);
    expect(() => clockOf({ asOf: 'yesterday' })).toThrow(RangeError);
  });
});
