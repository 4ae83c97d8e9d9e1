import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Contender, findDuplicates, textKey } from '../../../pipelines/openforesight/duplicates.js';

const contenders = (...list: [qid: string, split: string, key: string][]): Contender[] =>
  list.map(([qid, split, key], index) => ({ index, qid, split, key, row: index }));
const dropped = (list: Contender[]) => findDuplicates(list).map(({ contender }) => contender.index);

describe('textKey', () => {
  it('folds case, spacing and apostrophes of question and answer', () => {
    expect(textKey('Who  WINS?', 'Denis N\u2019Canha')).toBe(textKey('who wins? ', "denis n'canha"));
  });

  it('tells answers and questions apart', () => {
    expect(textKey('Who wins?', 'A')).not.toBe(textKey('Who wins?', 'B'));
    expect(textKey('a', 'b c')).not.toBe(textKey('a b', 'c'));
  });
});

describe('findDuplicates', () => {
  it('drops the train copy whichever comes first', () => {
    expect(dropped(contenders(['1', 'train', 'a'], ['2', 'test', 'a']))).toEqual([0]);
    expect(dropped(contenders(['2', 'validation', 'a'], ['1', 'train', 'a']))).toEqual([1]);
    expect(dropped(contenders(['1', 'train', 'a'], ['1', 'test', 'b']))).toEqual([0]);
  });

  it('lets validation win over test, test over other splits by name, those over train', () => {
    const all = contenders(
      ['1', 'train', 'a'],
      ['2', 'skysports2025', 'a'],
      ['3', 'aljazeera2026Q1', 'a'],
      ['4', 'test', 'a'],
      ['5', 'validation', 'a'],
    );
    for (const at of [4, 3, 2, 1]) {
      const givingWay = all.slice(0, at).map(({ index }) => index);
      expect(dropped(all.slice(0, at + 1)).sort()).toEqual(givingWay);
    }
    expect(dropped(all.slice(0, 3))).toEqual([1, 0]);
  });

  it('keeps the numerically lower qid inside a split, and the first row of one qid', () => {
    expect(dropped(contenders(['10', 'train', 'a'], ['9', 'train', 'a']))).toEqual([0]);
    expect(dropped(contenders(['7', 'train', 'a'], ['7', 'train', 'b']))).toEqual([1]);
  });

  it('names the copy that is kept and why', () => {
    const all = contenders(['1', 'train', 'a'], ['1', 'test', 'b'], ['2', 'train', 'b']);
    expect(findDuplicates(all)).toEqual([
      { contender: all[0], of: { qid: '1', split: 'test' }, because: 'same qid' },
      { contender: all[2], of: { qid: '1', split: 'test' }, because: 'same question and answer' },
    ]);
  });

  it('compares with kept questions only: a copy of a dropped copy stays', () => {
    expect(dropped(contenders(['1', 'test', 'a'], ['1', 'train', 'b'], ['2', 'train', 'b']))).toEqual([1]);
  });

  it('leaves qids and texts unique, drops nothing that is alone, and does not depend on the order', () => {
    const one = fc.record({
      qid: fc.integer({ min: 0, max: 8 }).map(String),
      split: fc.constantFrom('train', 'test', 'validation', 'late2025'),
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), (list) => {
        const all = list.map((fields, index) => ({ ...fields, index, row: index }));
        const gone = new Set(dropped(all));
        const kept = all.filter(({ index }) => !gone.has(index));
        expect(new Set(kept.map(({ qid }) => qid)).size).toBe(kept.length);
        expect(new Set(kept.map(({ key }) => key)).size).toBe(kept.length);
        for (const { index } of all.filter(({ index }) => gone.has(index))) {
          const lost = all[index];
          expect(kept.some(({ qid, key }) => qid === lost?.qid || key === lost?.key)).toBe(true);
        }
        expect(new Set(dropped([...all].reverse()))).toEqual(gone);
      }),
    );
  });
});
