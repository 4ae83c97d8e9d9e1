import { HALF_WIDTH } from './chart.js';
import { columnChart } from './columns.js';
import type { SafeHtml } from './html.js';
import type { CrossTally } from './tally.js';

/** A UTC month, `YYYY-MM`. */
export type Month = string;

/** More months than this are drawn as one chart all the same, but a stray date must not make thousands of columns. */
const WIDEST_SPAN = 1200;
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240] as const;
const MOST_TICKS = 13;

/** The month that holds a day `YYYY-MM-DD` or an ISO 8601 instant. */
export function monthOf(day: string): Month {
  return day.slice(0, 7);
}

function indexOf(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

function monthAt(index: number): Month {
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** All months from the first to the last, without a gap; the last 1200 of them where there are more. */
export function monthSpan(months: readonly Month[]): Month[] {
  if (months.length === 0) return [];
  const indexes = months.map(indexOf);
  const last = Math.max(...indexes);
  const first = Math.max(Math.min(...indexes), last - WIDEST_SPAN + 1);
  return Array.from({ length: last - first + 1 }, (_, offset) => monthAt(first + offset));
}

/** Ticks at the start of months, quarters or years, so that about a dozen are shown. */
function monthTicks(first: number, end: number): { ticks: number[]; format: (index: number) => string } {
  const wanted = (end - first) / MOST_TICKS;
  const step = MONTH_STEPS.find((size) => size >= wanted);
  const size = step === undefined ? 240 : step;
  const from = Math.ceil(first / size) * size;
  const ticks = Array.from(
    { length: Math.max(0, Math.ceil((end - from) / size)) },
    (_, n) => from + n * size,
  );
  const centre = size < 12 ? 0.5 : 0;
  const name = (at: number) => monthAt(Math.floor(at)).slice(0, size >= 12 ? 4 : 7);
  return { ticks: ticks.map((tick) => tick + centre), format: name };
}

/** Rows per month, stacked by series in the given order. */
export function monthChart(
  label: string,
  byMonth: CrossTally,
  series: readonly string[],
  unit = 'rows',
): SafeHtml {
  const months = monthSpan(byMonth.rowTotals.names());
  const first = months[0] === undefined ? 0 : indexOf(months[0]);
  const { ticks, format } = monthTicks(first, first + months.length);
  return columnChart(label, {
    unit,
    edges: Array.from({ length: months.length + 1 }, (_, offset) => first + offset),
    series: series.map((name) => months.map((month) => byMonth.row(month).of(name))),
    ticks,
    tickFormat: format,
  });
}

/** Rows per year, stacked by series in the given order. */
export function yearChart(label: string, byYear: CrossTally, series: readonly string[]): SafeHtml {
  const years = byYear.rowTotals.names().map(Number);
  const first = years[0] === undefined ? 0 : years[0];
  const last = years.at(-1) === undefined ? first : Math.max(...years);
  const span = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  const step = Math.ceil(span.length / 10);
  return columnChart(label, {
    unit: 'rows',
    edges: [...span, last + 1],
    series: series.map((name) => span.map((year) => byYear.row(String(year)).of(name))),
    ticks: span.filter((year) => year % step === 0).map((year) => year + 0.5),
    tickFormat: (middle) => String(Math.floor(middle)),
    width: HALF_WIDTH,
    height: 230,
  });
}
