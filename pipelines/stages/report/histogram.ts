import { HALF_WIDTH } from './chart.js';
import { columnChart } from './columns.js';
import type { LogBins } from './distribution.js';
import type { SafeHtml } from './html.js';

/** Columns over [0,1] in equal bins. */
export function unitHistogramChart(
  label: string,
  counts: readonly number[],
  axis: string,
  size: { width?: number; height?: number } = {},
): SafeHtml {
  return columnChart(label, {
    label: axis,
    unit: 'rows',
    edges: Array.from({ length: counts.length + 1 }, (_, index) => index / counts.length),
    series: [counts],
    ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
    tickFormat: (value) => value.toFixed(1),
    width: HALF_WIDTH,
    ...size,
  });
}

/** Names of the bins of a histogram over [0,1]: `0.05 – 0.10`. */
export function unitBinNames(bins: number, digits: number): string[] {
  const edge = (index: number) => (index / bins).toFixed(digits);
  return Array.from({ length: bins }, (_, index) => `${edge(index)} – ${edge(index + 1)}`);
}

/** Powers of ten between two of them; with 2 and 5 times each where they are few. All as decimal logarithms. */
function logTicks(low: number, high: number): number[] {
  const steps = high - low > 3 ? [1] : [1, 2, 5];
  const decades = Array.from(
    { length: Math.ceil(high) - Math.floor(low) + 1 },
    (_, n) => Math.floor(low) + n,
  );
  const ticks = decades.flatMap((decade) => steps.map((step) => decade + Math.log10(step)));
  return ticks.filter((tick) => tick >= low && tick <= high);
}

/** Columns on a logarithmic axis. */
export function logHistogramChart(
  label: string,
  bins: LogBins,
  axis: {
    label: string;
    tickFormat: (value: number) => string;
    unit: string;
    width?: number;
    height?: number;
  },
): SafeHtml {
  return columnChart(label, {
    width: HALF_WIDTH,
    ...axis,
    edges: bins.edges,
    series: [bins.counts],
    ticks: logTicks(bins.edges[0] as number, bins.edges.at(-1) as number),
    tickFormat: (power) => axis.tickFormat(10 ** power),
  });
}

/** The bins of a logarithmic histogram with their counts; zeros first where there are any. */
export function logBinEntries(
  bins: LogBins,
  format: (value: number) => string,
): (readonly [string, number])[] {
  const edge = (index: number) => format(10 ** (bins.edges[index] as number));
  const entries = bins.counts.map((n, index) => [`${edge(index)} – ${edge(index + 1)}`, n] as const);
  return bins.zeros === 0 ? entries : [['0', bins.zeros] as const, ...entries];
}
