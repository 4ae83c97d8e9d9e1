import { axisX, axisY, cell } from '@observablehq/plot';
import { dayOfNumber, numberOfDay, type UtcDay } from '../../../common/time.js';
import { ACCENT, draw, FULL_WIDTH } from './chart.js';
import type { SafeHtml } from './html.js';
import { byCodeUnit } from './tally.js';

/** 1970-01-01 was a Thursday: this many days after a Monday. */
const EPOCH_WEEKDAY = 3;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const LARGEST_CELL = 19;
const MARGIN_LEFT = 34;

export interface CalendarDay {
  day: UtcDay;
  /** In [0,1]; 0 is drawn as an empty cell with a border. */
  share: number;
  /** Shown when pointed at. */
  title: string;
}

interface Square extends CalendarDay {
  week: number;
  weekday: number;
  /** Paint from faint to full; a share that is not 0 always shows. */
  opacity: number;
}

function squares(days: readonly CalendarDay[]): Square[] {
  const most = Math.max(Number.MIN_VALUE, ...days.map((day) => day.share));
  return days.flatMap((day) => {
    const number = numberOfDay(day.day);
    if (number === undefined) return [];
    const since = number + EPOCH_WEEKDAY;
    const opacity = day.share === 0 ? 0 : 0.15 + (0.85 * day.share) / most;
    return [{ ...day, week: Math.floor(since / 7), weekday: since % 7, opacity }];
  });
}

/** The first week that holds a day of each month, with that month. */
function monthStarts(days: readonly Square[]): Map<number, string> {
  const starts = new Map<string, number>();
  for (const { day, week } of days) {
    const month = day.slice(0, 7);
    const known = starts.get(month);
    if (known === undefined || week < known) starts.set(month, week);
  }
  const ordered = [...starts].sort(([a], [b]) => byCodeUnit(a, b));
  const roomy = ordered.filter(([, week], index) => {
    const next = ordered[index + 1];
    return next === undefined || next[1] - week >= 3;
  });
  return new Map(roomy.map(([month, week]) => [week, month]));
}

/** A calendar: weeks from left to right, weekdays from top to bottom, the share as depth of colour. */
export function calendarChart(label: string, days: readonly CalendarDay[]): SafeHtml {
  const cells = squares(days);
  const first = Math.min(...cells.map((square) => square.week));
  const last = Math.max(...cells.map((square) => square.week));
  const weeks = Array.from({ length: cells.length === 0 ? 0 : last - first + 1 }, (_, n) => first + n);
  const side = Math.min(LARGEST_CELL, (FULL_WIDTH - MARGIN_LEFT - 10) / Math.max(1, weeks.length));
  const months = monthStarts(cells);
  return draw(label, {
    width: Math.round(MARGIN_LEFT + 40 + side * weeks.length),
    height: Math.round(side * 7 + 30),
    marginLeft: MARGIN_LEFT,
    marginRight: 40,
    marginTop: 22,
    marginBottom: 6,
    x: { domain: weeks, padding: 0.12, axis: null },
    y: { domain: [0, 1, 2, 3, 4, 5, 6], padding: 0.12, axis: null },
    marks: [
      axisX([...months.keys()], {
        anchor: 'top',
        tickSize: 0,
        label: null,
        textAnchor: 'start',
        dx: -side / 2,
        tickFormat: (week: number) => String(months.get(week)),
      }),
      axisY([0, 2, 4, 6], { tickSize: 0, label: null, tickFormat: (n: number) => String(WEEKDAYS[n]) }),
      cell(cells, {
        x: 'week',
        y: 'weekday',
        fill: ACCENT,
        fillOpacity: 'opacity',
        stroke: 'var(--faint)',
        title: 'title',
      }),
    ],
    opacity: { type: 'identity' },
  });
}

/** All days from one to another, both included. */
export function daysBetween(first: UtcDay, last: UtcDay): UtcDay[] {
  const from = numberOfDay(first);
  const to = numberOfDay(last);
  if (from === undefined || to === undefined) return [];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => dayOfNumber(from + n));
}
