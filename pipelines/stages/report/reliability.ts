import { axisX, axisY, dot, gridX, gridY, line, text } from '@observablehq/plot';
import type { Reliability } from './bins.js';
import { ACCENT, axisName, draw, FAINT, figure, HALF_WIDTH, MUTED } from './chart.js';
import { dataTable } from './data-table.js';
import { count, decimal } from './format.js';
import type { SafeHtml } from './html.js';

const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** Radius of the fullest bin's dot, in pixels; areas are in proportion to counts. */
const LARGEST_DOT = 11;

function edge(value: number): string {
  return value.toFixed(1);
}

function diagram(label: string, reliability: Reliability, axis: string, width: number): SafeHtml {
  const bins = reliability.bins().filter((bin) => bin.count > 0);
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  const radius = (n: number) => Math.max(2.5, LARGEST_DOT * Math.sqrt(n / most));
  const scale = { domain: [-0.02, 1.02] };
  return draw(label, {
    width,
    height: Math.min(width, 340),
    marginLeft: 44,
    marginBottom: 38,
    marginTop: 26,
    marginRight: 20,
    x: scale,
    y: scale,
    r: { type: 'identity' },
    marks: [
      gridX(TICKS, { stroke: FAINT, strokeOpacity: 1 }),
      gridY(TICKS, { stroke: FAINT, strokeOpacity: 1 }),
      axisX({ ticks: TICKS, tickFormat: edge, tickSize: 0, ...axisName(axis), labelAnchor: 'center' }),
      axisY({ ticks: TICKS, tickFormat: edge, tickSize: 0, ...axisName('observed frequency') }),
      line(
        [
          [0, 0],
          [1, 1],
        ],
        { stroke: MUTED, strokeDasharray: '4 4' },
      ),
      line(bins, { x: 'predicted', y: 'observed', stroke: ACCENT, strokeOpacity: 0.5 }),
      dot(bins, {
        x: 'predicted',
        y: 'observed',
        r: (bin) => radius(bin.count),
        fill: ACCENT,
        fillOpacity: 0.75,
      }),
      ...bins.map((bin) =>
        text([bin], {
          x: 'predicted',
          y: 'observed',
          text: [count(bin.count)],
          dy: -radius(bin.count) - 7,
          fontSize: 10,
          fill: MUTED,
          stroke: 'var(--paper)',
          strokeWidth: 3,
        }),
      ),
    ],
  });
}

export interface ReliabilityFigure {
  title: string;
  note?: string;
  reliability: Reliability;
  /** What the horizontal axis is. */
  axis: string;
  width?: number;
}

/** Predicted probability against observed frequency, the dots' areas by count, with the bins as a table. */
export function reliabilityFigure(of: ReliabilityFigure): SafeHtml {
  const { reliability, title, axis, width = HALF_WIDTH } = of;
  const base = `Events: ${count(reliability.count)}, base rate ${decimal(reliability.baseRate, 3)}, Brier score ${decimal(reliability.brier, 4)}.`;
  return figure({
    title,
    note: of.note === undefined ? base : `${base} ${of.note}`,
    charts: diagram(`${title}: ${base}`, reliability, axis, width),
    table: dataTable({
      columns: [
        { label: axis },
        { label: 'events', numeric: true },
        { label: 'mean predicted', numeric: true },
        { label: 'observed', numeric: true },
      ],
      rows: reliability
        .bins()
        .map((bin) => [
          `${edge(bin.low)} – ${edge(bin.high)}`,
          count(bin.count),
          decimal(bin.predicted, 3),
          decimal(bin.observed, 3),
        ]),
    }),
  });
}
