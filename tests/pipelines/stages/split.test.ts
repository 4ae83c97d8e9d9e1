import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignSplits, type Split, type SplitUnit, splitTargets } from '../../../pipelines/stages/split.js';

const singles = (type: string, n: number): SplitUnit[] =>
  Array.from({ length: n }, (_, i) => ({ unit: `${type}:${i}`, types: { [type]: 1 } }));

const nothing: ReadonlyMap<string, Split> = new Map();

function sizes(units: readonly SplitUnit[], splits: ReadonlyMap<string, Split>, type: string) {
  const count = { train: 0, validation: 0, test: 0 };
  for (const unit of units) {
    const split = splits.get(unit.unit);
    if (split) count[split] += unit.types[type] ?? 0;
  }
  return [count.train, count.validation, count.test];
}

describe('split sizes', () => {
  // FOReCAst Table 8; its quantity column prints 223 and 349, which contradicts the totals 1465 and 2256.
  it.each([
    ['boolean', 1758, [1142, 175, 441]],
    ['timeframe', 139, [90, 13, 36]],
    ['quantity', 359, [233, 35, 91]],
  ] as const)('reproduces Table 8 for %s', (type, n, expected) => {
    const units = singles(type, n);
    expect(sizes(units, assignSplits(units, { seed: 's', published: nothing }), type)).toEqual(expected);
    expect(Object.values(splitTargets(n))).toEqual(expected);
  });

  it('does not lose a question to floating point', () => {
    expect(splitTargets(100)).toEqual({ train: 65, validation: 10, test: 25 });
    expect(splitTargets(20)).toEqual({ train: 13, validation: 2, test: 5 });
    expect(splitTargets(1)).toEqual({ train: 0, validation: 0, test: 1 });
  });
});

describe('assignment', () => {
  const unitList = fc.uniqueArray(
    fc.record({
      unit: fc.string({ minLength: 1, maxLength: 6 }),
      types: fc.dictionary(
        fc.constantFrom('boolean', 'timeframe', 'quantity'),
        fc.integer({ min: 1, max: 9 }),
        {
          minKeys: 1,
        },
      ),
    }),
    { selector: (u) => u.unit, maxLength: 60 },
  );

  it('does not depend on the order of the input', () => {
    fc.assert(
      fc.property(unitList, (units) => {
        const forward = assignSplits(units, { seed: 'x', published: nothing });
        const backward = assignSplits([...units].reverse(), { seed: 'x', published: nothing });
        expect(new Map(backward)).toEqual(new Map(forward));
        expect(forward.size).toBe(units.length);
      }),
    );
  });

  it('keeps published units where they are, whatever is added', () => {
    fc.assert(
      fc.property(unitList, unitList, (before, added) => {
        const first = assignSplits(before, { seed: 'x', published: nothing });
        const names = new Set(before.map((u) => u.unit));
        const union = [...before, ...added.filter((u) => !names.has(u.unit))];
        const second = assignSplits(union, { seed: 'other', published: first });
        for (const [unit, split] of first) expect(second.get(unit)).toBe(split);
      }),
    );
  });

  it('is exact when singles can fill what groups leave', () => {
    const groups: SplitUnit[] = [
      { unit: 'g1', types: { boolean: 6 } },
      { unit: 'g2', types: { boolean: 5 } },
    ];
    const units = [...groups, ...singles('boolean', 29)];
    expect(sizes(units, assignSplits(units, { seed: 's', published: nothing }), 'boolean')).toEqual([
      26, 4, 10,
    ]);
  });

  it('gives ties to train, then to test', () => {
    // Two questions: targets 1 / 0 / 1. The first meets a tie between train and test.
    const units = singles('boolean', 2);
    expect(sizes(units, assignSplits(units, { seed: 's', published: nothing }), 'boolean')).toEqual([
      1, 0, 1,
    ]);
    // A unit of eleven against targets 7 / 1 / 3 goes to train, the largest deficit.
    const one = [{ unit: 'g', types: { boolean: 11 } }];
    expect(assignSplits(one, { seed: 's', published: nothing }).get('g')).toBe('train');
  });
});
