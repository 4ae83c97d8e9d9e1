import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareCodePoints,
  compareQids,
  splitsByPrecedence,
  splitsInCardOrder,
} from '../../../pipelines/openforesight/order.js';

describe('compareQids', () => {
  it('puts numbers first, by size', () => {
    const sorted = ['b', '10', '9', 'a', '007', '7', '99999999999999999999', '9x'].sort(compareQids);
    expect(sorted).toEqual(['007', '7', '9', '10', '99999999999999999999', '9x', 'a', 'b']);
  });

  it('agrees with the order of whole numbers', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
        expect(Math.sign(compareQids(String(a), String(b)))).toBe(Math.sign(a - b));
      }),
    );
  });
});

describe('compareCodePoints', () => {
  it('is the order of UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
    expect(compareCodePoints('\uff00', '\u{1f600}')).toBeLessThan(0);
  });
});

describe('the order of splits', () => {
  const splits = ['train', 'aljazeera2026Q1', 'test', 'validation', 'aljazeeraLate2025'];

  it('is by claim where a question has copies', () => {
    const ordered = ['validation', 'test', 'aljazeera2026Q1', 'aljazeeraLate2025', 'train'];
    expect(splitsByPrecedence(splits)).toEqual(ordered);
  });

  it('is as in the upstream card where splits are listed', () => {
    const ordered = ['train', 'validation', 'test', 'aljazeera2026Q1', 'aljazeeraLate2025'];
    expect(splitsInCardOrder(splits)).toEqual(ordered);
  });
});
