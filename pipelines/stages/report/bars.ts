import { axisX, axisY, barX, gridX, ruleX, text } from '@observablehq/plot';
import { ACCENT, countTicks, draw, FAINT, FULL_WIDTH, HALF_WIDTH, seriesColour } from './chart.js';
import { count, shortCount, shorten } from './format.js';
import type { SafeHtml } from './html.js';

/** Code points of a bar's name that are shown. */
const NAME_LENGTH = 36;
const CHARACTER_WIDTH = 6.7;
const ROW_HEIGHT = 20;

/** Room for names to the left of horizontal bars, in pixels. */
function nameMargin(names: readonly string[]): number {
  return 14 + CHARACTER_WIDTH * Math.max(4, ...names.map((name) => [...shorten(name, NAME_LENGTH)].length));
}

export interface NamedCount {
  name: string;
  value: number;
}

/** Horizontal bars in the given order, each with its value at the end. */
export function barChart(label: string, rows: readonly NamedCount[], width = HALF_WIDTH): SafeHtml {
  const indexed = rows.map((row, index) => ({ ...row, index }));
  const most = Math.max(1, ...rows.map((row) => row.value));
  return draw(label, {
    width,
    height: rows.length * ROW_HEIGHT + 12,
    marginLeft: nameMargin(rows.map((row) => row.name)),
    marginRight: 52,
    marginTop: 6,
    marginBottom: 6,
    x: { domain: [0, most], axis: null },
    y: { domain: indexed.map((row) => row.index), axis: null, padding: 0.22 },
    marks: [
      axisY({
        tickSize: 0,
        label: null,
        tickFormat: (index: number) => shorten(String(rows[index]?.name), NAME_LENGTH),
      }),
      barX(indexed, { x: 'value', y: 'index', fill: ACCENT }),
      text(indexed, { x: 'value', y: 'index', text: (row) => count(row.value), textAnchor: 'start', dx: 5 }),
    ],
  });
}

export interface FunnelStep {
  name: string;
  /** Candidates left before and after the step; equal for the first and the last. */
  before: number;
  after: number;
}

/** From all candidates to the kept ones: what each rule took (colour) of what had come so far (grey). */
export function funnelChart(label: string, steps: readonly FunnelStep[]): SafeHtml {
  const rows = steps.map((step, index) => ({
    ...step,
    index,
    ends: index === 0 || index === steps.length - 1,
  }));
  const most = Math.max(1, ...steps.map((step) => step.before));
  const caption = (row: (typeof rows)[number]) =>
    row.ends ? count(row.after) : row.before === row.after ? '0' : `−${count(row.before - row.after)}`;
  return draw(label, {
    width: FULL_WIDTH,
    height: steps.length * 22 + 34,
    marginLeft: nameMargin(steps.map((step) => step.name)),
    marginRight: 64,
    marginTop: 4,
    marginBottom: 30,
    x: { domain: [0, most] },
    y: { domain: rows.map((row) => row.index), axis: null, padding: 0.2 },
    marks: [
      gridX({ stroke: FAINT, strokeOpacity: 1, ticks: countTicks(most, 6) }),
      axisX({ ticks: countTicks(most, 6), tickFormat: shortCount, tickSize: 0, label: null }),
      axisY({ tickSize: 0, label: null, tickFormat: (index: number) => String(steps[index]?.name) }),
      barX(
        rows.filter((row) => !row.ends),
        { x1: 0, x2: 'after', y: 'index', fill: 'var(--rest)' },
      ),
      barX(
        rows.filter((row) => !row.ends),
        { x1: 'after', x2: 'before', y: 'index', fill: seriesColour(1) },
      ),
      barX(
        rows.filter((row) => row.ends),
        { x1: 0, x2: 'after', y: 'index', fill: ACCENT },
      ),
      text(rows, { x: 'before', y: 'index', text: caption, textAnchor: 'start', dx: 5 }),
      ruleX([0]),
    ],
  });
}
