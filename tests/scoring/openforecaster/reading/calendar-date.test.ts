import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heuristicMatch } from '../../../../scoring/openforecaster/index.js';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Every way of writing a day that is read; `day` is YYYY-MM-DD. */
function writings(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  const short = name.slice(0, 3);
  const plain = String(Number(date));
  return [
    day,
    `${year}-${Number(month)}-${plain}`,
    `${year}/${month}/${date}`,
    `${year}.${month}.${date}`,
    `${name} ${plain}, ${year}`,
    `${short}. ${plain} ${year}`,
    `${plain} ${short} ${year}`,
    `the ${plain}th of ${name} ${year}`,
    `${year} ${name} ${plain}`,
    `on ${name} ${date} ${year}`,
  ];
}

describe('dates', () => {
  it.each([
    ['2026-03-01', 'March 1, 2026', true],
    ['2026-03-01', '2026-3-1', true],
    ['2026-03-01', '2026 March 1', true],
    ['2026-03-01', 'Sunday, March 1, 2026', true],
    ['2026-03-01', 'the 1st of March 2026', true],
    ['2001-09-11', 'Sept. 11, 2001', true],
    ['2001-09-11', '11 Sep 2001', true],
    ['2026-03-01', '1/3/2026', false],
    ['2026-03-01', '2026/03-01', false],
    ['2026-02-29', 'February 29, 2026', false],
    ['2026-02-29', '2026-2-29', false],
    ['2026-13-01', '2026-13-1', false],
    ['2025-11-07', '2025-11-08', false],
  ])('%j against %j: %s', (truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
  });

  it.each([
    ['March 1', 'March 1 2026', true],
    ['March 1', '2026-03-01', true],
    ['March 1', '1 March', true],
    ['March 1', 'March 2, 2026', false],
    ['March 1', 'March 2026', false],
    ['March 1', '1', false],
    ['March 2026', 'March 1, 2026', true],
    ['March 2026', '2026 March', true],
    ['March 2026', 'March 2025', false],
    ['March 2026', 'April 1, 2026', false],
    ['March 2026', 'March 1', false],
    ['2026', 'March 2026', true],
    ['2026', '2026-03-01', true],
    ['2026', 'March 1, 2025', false],
    ['March', 'March 1', true],
    ['March', 'April', false],
    ['February 29', 'February 29, 2024', true],
    ['February 30', 'February 30 2024', false],
  ])('of a truth %j the answer %j: %s', (truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
  });

  it.each([
    ['March 1, 2026', 'March 2026'],
    ['March 1, 2026', 'March 1'],
    ['March 1, 2026', '2026'],
    ['March 2026', 'March'],
    ['25 December', '25'],
    ['25 December', '25.1'],
    ['1 June', '1'],
    ['1', '1 June'],
    ['1', 'June 1'],
    ['25', 'December 25'],
  ])('%j is more than %j says, or something else', (truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(false);
  });

  it('match the same day and never another, however the two are written', () => {
    const day = fc
      .date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const near = fc.tuple(day, fc.integer({ min: -40, max: 40 })).map(([text, days]) => {
      return [text, new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10)] as const;
    });
    const form = fc.nat(7);
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(day, day)), form, form, ([a, b], left, right) => {
        const [truth = '', said = ''] = [writings(a)[left], writings(b)[right]];
        return heuristicMatch(truth, said) === (a === b);
      }),
      { numRuns: 400 },
    );
  });
});
