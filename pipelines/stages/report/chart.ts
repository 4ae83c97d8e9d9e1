import type { PlotOptions } from '@observablehq/plot';
import { plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { html, NOTHING, type SafeHtml } from './html.js';
import { svgMarkup } from './svg.js';

/** Width of a chart over the whole page, in CSS pixels. */
export const FULL_WIDTH = 920;
/** Width of a chart that shares its row with another. */
export const HALF_WIDTH = 448;

/** Colours of the series, defined by the page's style sheet for light, dark and print. */
const SERIES_COLOURS = 8;
export const ACCENT = 'var(--series-1)';
export const MUTED = 'var(--muted)';
export const FAINT = 'var(--faint)';

/** The colour of the n-th series, from 0; the last colour serves all beyond. */
export function seriesColour(index: number): string {
  return `var(--series-${Math.min(index, SERIES_COLOURS - 1) + 1})`;
}

/** An axis label without an arrow; none where the name is undefined. */
export function axisName(name: string | undefined): { label: string | null; labelArrow: 'none' } {
  return { label: name === undefined ? null : name, labelArrow: 'none' };
}

/** Axis ticks at whole numbers only: a count of 2.5 rows means nothing. */
export function countTicks(max: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, Math.floor(max)));
}

type ChartOptions = PlotOptions & { width: number; height: number };

/** Draws a chart as SVG. `label` is what a screen reader says in its place. The same options give the same bytes. */
export function draw(label: string, options: ChartOptions): SafeHtml {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const drawn = plot({ ...options, document, figure: false });
  return svgMarkup(drawn, options, label);
}

/** Names of series with their colours, in series order; nothing for a single series. */
export function legend(names: readonly string[]): SafeHtml {
  if (names.length < 2) return NOTHING;
  const items = names.map(
    (name, index) =>
      html`<li><span class="key" style="background:${seriesColour(index)}"></span>${name}</li>`,
  );
  return html`<ul class="legend">${items}</ul>`;
}

export interface Figure {
  title: string;
  /** What is shown, how it was counted, what is left out. */
  note?: string;
  charts: SafeHtml | readonly SafeHtml[];
  legend?: SafeHtml;
  /** The figures behind the chart, so that they can be read without it. */
  table: SafeHtml;
}

/** A chart with its title and note, followed by its figures as a table to unfold. */
export function figure({ title, note, charts, legend: keys, table }: Figure): SafeHtml {
  return html`<figure>
<figcaption><strong>${title}</strong>${note === undefined ? NOTHING : html` <span>${note}</span>`}</figcaption>
${keys === undefined ? NOTHING : keys}<div class="chart">${charts}</div>
<details><summary>Figures</summary>${table}</details>
</figure>
`;
}

/** Figures side by side where the page is wide enough. */
export function sideBySide(figures: readonly SafeHtml[]): SafeHtml {
  return html`<div class="pair">${figures}</div>
`;
}
