import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normalizedTitle,
  publishedUnits,
  tiesOf,
  UnitBuilder,
  type UnitMember,
} from '../../../pipelines/forecast/units.js';

const member = (id: number, question: string, group: number | null = null, type = 'boolean'): UnitMember => ({
  question_id: `metaculus:${id}`,
  question_type: type,
  question,
  group_id: group === null ? null : `metaculus:group:${group}`,
});

function unitsOf(...members: UnitMember[]) {
  const builder = new UnitBuilder();
  for (const one of members) builder.add(one);
  return builder.finish();
}

describe('UnitBuilder', () => {
  it('makes a question its own unit', () => {
    expect(unitsOf(member(1, 'A?')).units).toEqual([{ unit: 'metaculus:1', types: { boolean: 1 } }]);
  });

  it('keeps a group together and counts its types', () => {
    const { units, unitOf } = unitsOf(
      member(1, 'A (x)', 9),
      member(2, 'A (y)', 9, 'quantity'),
      member(3, 'B?'),
    );
    expect(units).toEqual([
      { unit: 'metaculus:group:9', types: { boolean: 1, quantity: 1 } },
      { unit: 'metaculus:3', types: { boolean: 1 } },
    ]);
    expect(unitOf.get('metaculus:2')).toBe('metaculus:group:9');
  });

  it('keeps questions of one text together, whatever their case and blanks', () => {
    const { units, unitOf } = unitsOf(member(1, 'Will  A happen?'), member(2, 'will a HAPPEN? '));
    expect(units).toHaveLength(1);
    expect(unitOf.get('metaculus:1')).toBe(unitOf.get('metaculus:2'));
  });

  it('joins groups that share a text under the lower id', () => {
    const { units } = unitsOf(member(1, 'A', 10), member(2, 'B', 10), member(3, 'b', 9), member(4, 'B'));
    expect(units).toEqual([{ unit: 'metaculus:group:9', types: { boolean: 4 } }]);
  });

  it('ties exactly what shares a tie, in any order', () => {
    const some = fc.array(fc.record({ text: fc.nat(6), group: fc.option(fc.nat(4)) }), { maxLength: 20 });
    fc.assert(
      fc.property(some, (drawn) => {
        const members = drawn.map(({ text, group }, index) => member(index, `Q${text}`, group));
        const { unitOf } = unitsOf(...members);
        const reversed = unitsOf(...[...members].reverse()).unitOf;
        for (const a of members) {
          expect(reversed.get(a.question_id)).toBe(unitOf.get(a.question_id));
          for (const b of members)
            if (tiesOf(a).some((tie) => tiesOf(b).includes(tie)))
              expect(unitOf.get(a.question_id)).toBe(unitOf.get(b.question_id));
        }
      }),
    );
  });
});

describe('publishedUnits', () => {
  it('gives a unit the split of its published questions', () => {
    const unitOf = new Map([
      ['metaculus:1', 'u'],
      ['metaculus:2', 'u'],
      ['metaculus:3', 'v'],
    ]);
    expect([...publishedUnits(unitOf, new Map([['metaculus:2', 'test']]))]).toEqual([['u', 'test']]);
  });
});

describe('normalizedTitle', () => {
  it('folds width, case and blanks', () => {
    expect(normalizedTitle('  Ｗill\u00a0IT\n happen? ')).toBe('will it happen?');
  });
});
