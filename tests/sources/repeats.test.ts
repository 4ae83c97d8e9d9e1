import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutOfOrderError, RepeatFilter } from '../../sources/repeats.js';

const row = (timestamp: number, name: string) => ({ timestamp, raw: { timestamp, name } });

describe('RepeatFilter', () => {
  it('keeps identical rows of one page and rows of one transaction', () => {
    const twins = [row(9, 'a'), row(9, 'a'), row(9, 'b')];
    expect(new RepeatFilter().fresh(twins)).toEqual(twins);
  });

  it('takes out the rows that a page repeats, once for each time that they were there', () => {
    const filter = new RepeatFilter();
    filter.fresh([row(9, 'x'), row(8, 'a'), row(8, 'a')]);
    expect(filter.fresh([row(8, 'a'), row(8, 'a'), row(8, 'a'), row(7, 'b')])).toEqual([
      row(8, 'a'),
      row(7, 'b'),
    ]);
  });

  it('finds repeats whose ties changed places, across an empty page', () => {
    const filter = new RepeatFilter();
    filter.fresh([row(9, 'x'), row(8, 'c'), row(8, 'b'), row(8, 'a')]);
    expect(filter.fresh([])).toEqual([]);
    expect(filter.fresh([row(8, 'a'), row(8, 'b'), row(8, 'c'), row(8, 'd')])).toEqual([row(8, 'd')]);
  });

  it('keeps a row that differs from a remembered one in any field', () => {
    const filter = new RepeatFilter();
    filter.fresh([row(8, 'a')]);
    expect(filter.fresh([row(8, 'A')])).toEqual([row(8, 'A')]);
  });

  it('refuses a page that goes back in time', () => {
    const filter = new RepeatFilter();
    filter.fresh([row(9, 'a'), row(5, 'b')]);
    expect(() => filter.fresh([row(12, 'c')])).toThrow(OutOfOrderError);
  });

  it('restores any list of distinct rows from pages that repeat rows of their neighbours', () => {
    const lists = fc
      .array(fc.nat(6), { maxLength: 60 })
      .map((times) => times.sort((a, b) => b - a).map((time, index) => row(time, `row ${index}`)));
    const cuts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 9 }), repeat: fc.nat(5) }), {
      minLength: 60,
      maxLength: 60,
    });
    fc.assert(
      fc.property(lists, cuts, (list, pages) => {
        const filter = new RepeatFilter();
        const read: unknown[] = [];
        for (let at = 0, n = 0; at < list.length; n += 1) {
          const { size, repeat } = pages[n] ?? { size: 1, repeat: 0 };
          read.push(...filter.fresh(list.slice(Math.max(0, at - repeat), at + size)));
          at += size;
        }
        expect(read).toEqual(list);
      }),
    );
  });
});
