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
  const low = Math.ceil(bins.edges[0] as number);
  const high = Math.floor(bins.edges.at(-1) as number);
  const decades = Array.from({ length: Math.max(0, high - low + 1) }, (_, n) => low + n);
  return columnChart(label, {
    width: HALF_WIDTH,
    ...axis,
    edges: bins.edges,
    series: [bins.counts],
    ticks: decades.length > 1 ? decades : [bins.edges[0] as number, bins.edges.at(-1) as number],
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
