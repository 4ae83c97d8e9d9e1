import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, compareDatasetIds, compareIds } from '../../common/order.js';

const sign = (value: number) => Math.sign(value);

describe('compareCodePoints', () => {
  it('agrees with the order of UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it('puts an emoji behind the last character of the basic plane, unlike UTF-16', () => {
    expect(compareCodePoints('\u{1F680}', '\uFFFD')).toBeGreaterThan(0);
    expect('\u{1F680}' < '\uFFFD').toBe(true);
  });
});

describe('compareIds', () => {
  it.each([
    ['9', '10', -1],
    ['10', '9', 1],
    ['9007199254740992', '9007199254740993', -1],
    ['007', '8', -1],
    ['7', '7', 0],
    ['0', '00', -1],
    ['10', '1a', -1],
    ['1a', '9', 1],
    ['a', 'b', -1],
    ['', '0', 1],
  ])('%s against %s', (a, b, expected) => {
    expect(sign(compareIds(a, b))).toBe(expected);
  });

  it('orders digit strings of any length by value', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 40n });
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        expect(sign(compareIds(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('is a total order over any mixture', () => {
    const id = fc.string({
      unit: fc.constantFrom('0', '1', '9', 'a', ':', '\uFFFD', '\u{1F680}'),
      maxLength: 4,
    });
    fc.assert(
      fc.property(id, id, id, (a, b, c) => {
        for (const compare of [compareIds, compareDatasetIds]) {
          expect(sign(compare(a, b))).toBe(-sign(compare(b, a)) + 0);
          expect(compare(a, b) === 0).toBe(a === b);
          if (compare(a, b) < 0 && compare(b, c) < 0) expect(compare(a, c)).toBeLessThan(0);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('compareDatasetIds', () => {
  it('is numeric behind the prefix', () => {
    const ids = ['metaculus:100', 'metaculus:12', 'metaculus:9', 'cond:0xb', 'metaculus:group:3'];
    expect(ids.sort(compareDatasetIds)).toEqual([
      'cond:0xb',
      'metaculus:9',
      'metaculus:12',
      'metaculus:100',
      'metaculus:group:3',
    ]);
  });
});
