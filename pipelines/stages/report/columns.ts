import { axisX, axisY, gridY, rect, ruleY } from '@observablehq/plot';
import { axisName, countTicks, draw, FAINT, FULL_WIDTH, seriesColour } from './chart.js';
import { shortCount } from './format.js';
import type { SafeHtml } from './html.js';

export interface Columns {
  /** Axis label below the columns; none where the ticks speak for themselves. */
  label?: string;
  /** Lower edges of the columns and the upper edge of the last one; in units of the axis. */
  edges: readonly number[];
  /** Counts per series and column, stacked in series order. */
  series: readonly (readonly number[])[];
  ticks: readonly number[];
  tickFormat: (value: number) => string;
  /** What the counts count, for the axis. */
  unit: string;
  width?: number;
  height?: number;
}

interface Block {
  low: number;
  high: number;
  from: number;
  to: number;
}

function stack({ edges, series }: Columns): Block[][] {
  const tops = edges.slice(1).map(() => 0);
  return series.map((counts) =>
    counts.map((n, index) => {
      const from = tops[index] as number;
      tops[index] = from + n;
      return { low: edges[index] as number, high: edges[index + 1] as number, from, to: from + n };
    }),
  );
}

/** Vertical columns over a numeric axis: histograms, and counts per month stacked by series. */
export function columnChart(label: string, columns: Columns): SafeHtml {
  const { edges, ticks, tickFormat, unit, width = FULL_WIDTH, height = 190 } = columns;
  const blocks = stack(columns);
  const most = Math.max(1, ...blocks.flat().map((block) => block.to));
  const inset = (width - 60) / edges.length > 4 ? 0.5 : 0;
  const shown = { ticks: countTicks(most, 4), tickFormat: shortCount };
  return draw(label, {
    width,
    height,
    marginLeft: 46,
    marginRight: 22,
    marginTop: 24,
    marginBottom: columns.label === undefined ? 22 : 36,
    x: { domain: [edges[0], edges.at(-1)] },
    y: { domain: [0, most], nice: true },
    marks: [
      gridY({ stroke: FAINT, strokeOpacity: 1, ...shown }),
      ...blocks.map((of, index) =>
        rect(
          of.filter((block) => block.to > block.from),
          {
            x1: 'low',
            x2: 'high',
            y1: 'from',
            y2: 'to',
            fill: seriesColour(index),
            insetLeft: inset,
            insetRight: inset,
          },
        ),
      ),
      ruleY([0]),
      axisX({
        ticks: [...ticks],
        tickFormat,
        tickSize: 4,
        ...axisName(columns.label),
        labelAnchor: 'center',
      }),
      axisY({ tickSize: 0, ...shown, ...axisName(unit) }),
    ],
  });
}
