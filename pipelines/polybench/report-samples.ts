import { axisY, dot, lineY, rect, ruleY } from '@observablehq/plot';
import { numberOfDay } from '../../common/time.js';
import type { ReportSection } from '../dataset.js';
import { ACCENT, draw, FAINT, figure, seriesColour } from '../stages/report/chart.js';
import { dataTable } from '../stages/report/data-table.js';
import { count, decimal, dollars, shortDollars, shorten } from '../stages/report/format.js';
import { html, type SafeHtml } from '../stages/report/html.js';
import type { HistoryPoint, Sample } from './report-counts.js';

/** Volume bars stand below the price, in a strip of this height on the price's scale. */
const STRIP = 0.4;
const GAP = 0.08;
const TITLE_LENGTH = 76;

interface Mark extends HistoryPoint {
  /** Days since the first point. */
  offset: number;
  from: number;
  to: number;
}

/** Days without a quote break the price line. */
function marksOf({ points }: Sample): Mark[][] {
  const most = Math.max(Number.MIN_VALUE, ...points.map((point) => point.volume));
  const first = points[0] === undefined ? undefined : numberOfDay(points[0].date);
  const runs: Mark[][] = [];
  for (const point of points) {
    const offset = Number(numberOfDay(point.date)) - Number(first);
    const from = -GAP - STRIP;
    const mark = { ...point, offset, from, to: from + (STRIP * point.volume) / most };
    const run = runs.at(-1);
    if (run?.at(-1)?.offset === offset - 1) run.push(mark);
    else runs.push([mark]);
  }
  return runs;
}

function sampleChart(sample: Sample): SafeHtml {
  const runs = marksOf(sample);
  const marks = runs.flat();
  const last = marks.at(-1);
  const end = last === undefined ? 1 : last.offset + 0.5;
  const label = `Market ${sample.id}: price per day from 0 to 1, volume below`;
  return draw(label, {
    width: 214,
    height: 104,
    marginLeft: 24,
    marginRight: 4,
    marginTop: 6,
    marginBottom: 4,
    x: { domain: [-0.5, end], axis: null },
    y: { domain: [-GAP - STRIP, 1.02] },
    marks: [
      ruleY([0, 0.5, 1], { stroke: FAINT }),
      axisY({
        ticks: [0, 0.5, 1],
        tickFormat: (value: number) => String(value),
        tickSize: 0,
        label: null,
        fontSize: 9,
      }),
      rect(
        marks.filter((mark) => mark.to > mark.from),
        {
          x1: (mark: Mark) => mark.offset - 0.4,
          x2: (mark: Mark) => mark.offset + 0.4,
          y1: 'from',
          y2: 'to',
          fill: seriesColour(1),
        },
      ),
      ...runs.map((run) => lineY(run, { x: 'offset', y: 'price', stroke: ACCENT, strokeWidth: 1.6 })),
      dot(runs.filter((run) => run.length === 1).flat(), { x: 'offset', y: 'price', r: 1.3, fill: ACCENT }),
    ],
  });
}

function panel(sample: Sample): SafeHtml {
  const first = sample.points[0];
  const last = sample.points.at(-1);
  const span = first === undefined || last === undefined ? '' : `${first.date} – ${last.date}`;
  return html`<div><h3>${shorten(sample.question, TITLE_LENGTH)}</h3>
${sampleChart(sample)}<p>${span}<br>${sample.outcome} · ${shortDollars(sample.volumeUsd)}</p></div>
`;
}

function sampleTable(samples: readonly Sample[]): SafeHtml {
  const numeric = ['days with a quote', 'first price', 'last price', 'most volume in a day', 'volume'];
  return dataTable({
    columns: [
      { label: 'market' },
      { label: 'question' },
      { label: 'outcome' },
      ...numeric.map((label) => ({ label, numeric: true })),
    ],
    rows: samples.map(({ id, question, outcome, points, volumeUsd }) => [
      html`<code>${id}</code>`,
      shorten(question, TITLE_LENGTH),
      outcome,
      count(points.length),
      decimal(points[0]?.price, 3),
      decimal(points.at(-1)?.price, 3),
      dollars(Math.max(0, ...points.map((point) => point.volume))),
      dollars(volumeUsd),
    ]),
  });
}

/** Sample markets as small multiples: the price as a line, the volume as bars below it. */
export function sampleSection(samples: readonly Sample[]): ReportSection {
  return {
    title: 'Sample markets',
    html: figure({
      title: `${samples.length} markets from the most to the least traded, at even steps`,
      note: 'Line: YES price, broken where a day has no quote. Bars: volume per day, each market to its own scale.',
      charts: html`<div class="many">${samples.map(panel)}</div>`,
      table: sampleTable(samples),
    }).toString(),
  };
}
