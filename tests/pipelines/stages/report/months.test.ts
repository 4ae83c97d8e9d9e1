import { describe, expect, it } from 'vitest';
import { monthChart, monthOf, monthSpan, yearChart } from '../../../../pipelines/stages/report/months.js';
import { CrossTally } from '../../../../pipelines/stages/report/tally.js';
import { parse, texts } from './read.js';

describe('monthSpan', () => {
  it('fills the gaps over the turn of a year', () => {
    expect(monthSpan(['2026-02', '2025-11'])).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthSpan(['2026-02'])).toEqual(['2026-02']);
    expect(monthSpan([])).toEqual([]);
  });

  it('keeps the latest hundred years where one stray date would make it longer', () => {
    const months = monthSpan(['0001-01', '2026-11']);
    expect([months.length, months[0], months.at(-1)]).toEqual([1200, '1926-12', '2026-11']);
  });
});

function perMonth(months: readonly string[]): CrossTally {
  const tally = new CrossTally();
  for (const month of months) tally.add(month, 'train');
  return tally;
}

describe('monthChart', () => {
  it('draws one column per month that has rows, and names months or years to fit', () => {
    const few = monthChart('x', perMonth(['2026-01', '2026-01', '2026-03']), ['train']).toString();
    expect([...parse(few).querySelectorAll('rect')]).toHaveLength(2);
    expect(texts(parse(few), 'text')).toEqual(expect.arrayContaining(['2026-01', '2026-02', '2026-03']));
    const many = monthChart('x', perMonth(['2016-05', '2026-01']), ['train']).toString();
    expect(texts(parse(many), 'text')).toEqual(expect.arrayContaining(['2017', '2026']));
  });

  it('survives a dataset without a date', () => {
    expect(monthChart('x', perMonth([]), ['train']).toString()).toContain('<svg');
    expect(yearChart('x', perMonth([]), ['train']).toString()).toContain('<svg');
  });
});

describe('monthOf', () => {
  it('takes the month of a day', () => expect(monthOf('2026-11-30')).toBe('2026-11'));
});
