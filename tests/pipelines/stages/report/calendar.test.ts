import { describe, expect, it } from 'vitest';
import { calendarChart, daysBetween } from '../../../../pipelines/stages/report/calendar.js';
import { parse } from './read.js';

interface Cell {
  day: string;
  x: number;
  y: number;
  opacity: number;
}

function cells(days: readonly (readonly [string, number])[]): Cell[] {
  const chart = calendarChart(
    'x',
    days.map(([day, share]) => ({ day, share, title: day })),
  );
  return [...parse(chart.toString()).querySelectorAll('rect')].map((rect) => ({
    day: String(rect.querySelector('title')?.textContent),
    x: Number(rect.getAttribute('x')),
    y: Number(rect.getAttribute('y')),
    opacity: Number(rect.getAttribute('fill-opacity')),
  }));
}

describe('calendarChart', () => {
  it('puts Sunday last in its week and Monday first in the next', () => {
    // 2026-11-29 was a Sunday, 2026-11-30 a Monday.
    const [saturday, sunday, monday] = cells([
      ['2026-11-28', 1],
      ['2026-11-29', 1],
      ['2026-11-30', 1],
    ]);
    expect(sunday?.x).toBe(saturday?.x);
    expect(Number(sunday?.y)).toBeGreaterThan(Number(saturday?.y));
    expect(Number(monday?.x)).toBeGreaterThan(Number(sunday?.x));
    expect(Number(monday?.y)).toBeLessThan(Number(saturday?.y));
  });

  it('paints nothing for 0, deepest for the largest share, and shows the smallest', () => {
    const [none, tiny, most] = cells([
      ['2026-01-05', 0],
      ['2026-01-06', 0.001],
      ['2026-01-07', 0.4],
    ]);
    expect([none?.opacity, most?.opacity]).toEqual([0, 1]);
    expect(Number(tiny?.opacity)).toBeGreaterThan(0.1);
  });
});

describe('daysBetween', () => {
  it('includes both ends and leap days', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([]);
  });
});
