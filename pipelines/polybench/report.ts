import type { Row } from '../../schemas/table.js';
import type { ReportSection } from '../dataset.js';
import { barChart } from '../stages/report/bars.js';
import { calendarChart, daysBetween } from '../stages/report/calendar.js';
import { figure, legend, sideBySide } from '../stages/report/chart.js';
import { countTable, crossTable } from '../stages/report/cross-table.js';
import { dataTable } from '../stages/report/data-table.js';
import { count, dollars, percent, shortDollars } from '../stages/report/format.js';
import {
  logBinEntries,
  logHistogramChart,
  unitBinNames,
  unitHistogramChart,
} from '../stages/report/histogram.js';
import { html, type SafeHtml } from '../stages/report/html.js';
import { monthChart, monthOf } from '../stages/report/months.js';
import { reliabilityFigure } from '../stages/report/reliability.js';
import { Tally } from '../stages/report/tally.js';
import { type DayFigures, HistoryCounts, MarketCounts, readSamples } from './report-counts.js';
import { sampleSection } from './report-samples.js';

const SHOWN_TAGS = 15;

function marketSection({ splits, byMonth, tags, facts, outcomes }: MarketCounts): ReportSection {
  const title = 'Markets per resolution month and split';
  const months = figure({
    title,
    charts: monthChart(title, byMonth, splits, 'markets'),
    legend: legend(splits),
    table: crossTable('month', byMonth, byMonth.rowTotals.names(), splits),
  });
  const top = tags.top(SHOWN_TAGS);
  const tagFigure = figure({
    title: 'Markets per tag',
    note: `The ${count(top.length)} most frequent of ${count(tags.size)} tags, in percent of the markets; a market may have several.`,
    charts: barChart(
      'Markets per tag',
      top.map(([name, value]) => ({ name, value })),
    ),
    table: countTable('tag', top, facts.size),
  });
  const outcomeTable = html`<div class="aside"><p><strong>Outcomes</strong></p>${crossTable('split', outcomes, splits, ['YES', 'NO'])}</div>`;
  return { title: 'Markets', html: html`${months}${sideBySide([tagFigure, outcomeTable])}`.toString() };
}

function priceSection({ startPrices, capacity }: MarketCounts): ReportSection {
  const bins = unitBinNames(startPrices.bins, 2);
  const start = figure({
    title: 'Start price',
    note: 'Quote on the first day of the window.',
    charts: unitHistogramChart('Start price', startPrices.counts, 'YES price'),
    table: countTable(
      'YES price',
      bins.map((name, bin) => [name, startPrices.counts[bin] as number]),
      startPrices.total,
    ),
  });
  const logBins = capacity.logBins();
  const median = capacity.quantile(0.5);
  const zeros = `Markets without any: ${count(logBins.zeros)}.`;
  const capacities = figure({
    title: 'Capacity',
    note: `Sum of the daily fill caps over the tradeable days, logarithmic; median ${median === undefined ? 'none' : dollars(median)}. ${zeros}`,
    charts: logHistogramChart('Capacity per market', logBins, {
      label: 'US dollars',
      tickFormat: shortDollars,
      unit: 'markets',
    }),
    table: countTable('US dollars', logBinEntries(logBins, shortDollars), capacity.count),
  });
  return { title: 'Start price and capacity', html: sideBySide([start, capacities]).toString() };
}

function calibrationSection({ calibration, markets }: HistoryCounts): ReportSection {
  const figures = [...calibration].map(([days, reliability]) =>
    reliabilityFigure({
      title: `${days} ${days === 1 ? 'day' : 'days'} before`,
      note: `Markets without a quote that day: ${count(markets.facts.size - reliability.count)}.`,
      reliability,
      axis: 'YES quote',
      width: 296,
    }),
  );
  return {
    title: 'Calibration of the quote',
    html: html`<p>The 00:00 UTC quote some days before the resolution date against the share of markets that resolved YES.</p>
<div class="trio">${figures}</div>`.toString(),
  };
}

function calendar(title: string, note: string, days: readonly DayFigures[], part: Part): SafeHtml {
  const cells = days.map((day) => {
    const [n, of] = part(day);
    return { day: day.day, share: of === 0 ? 0 : n / of, title: `${day.day}: ${count(n)} of ${count(of)}` };
  });
  const deepest = cells.reduce((most, cell) => (cell.share > most.share ? cell : most));
  const scale =
    deepest.share === 0 ? 'None.' : `Deepest colour: ${percent(deepest.share, 1)}, ${deepest.day}.`;
  return figure({
    title,
    note: `${note} ${scale}`,
    charts: calendarChart(title, cells),
    table: dayTable(days, part),
  });
}

function dayTable(days: readonly DayFigures[], part: Part): SafeHtml {
  return dataTable({
    columns: ['day', 'markets open', 'with a quote', 'from the NO token', 'share'].map((label, index) => ({
      label,
      numeric: index > 0,
    })),
    rows: days
      .filter((day) => part(day)[0] > 0)
      .map((day) => [day.day, count(day.open), count(day.quoted), count(day.filled), percent(...part(day))]),
  });
}

/** The counted part and its whole. */
type Part = (day: DayFigures) => [part: number, whole: number];

function monthlyTable(days: readonly DayFigures[]): SafeHtml {
  const sums = { open: new Tally(), quoted: new Tally(), filled: new Tally() };
  for (const { day, open, quoted, filled } of days) {
    sums.open.add(monthOf(day), open);
    sums.quoted.add(monthOf(day), quoted);
    sums.filled.add(monthOf(day), filled);
  }
  const line = (name: string, [open, quoted, filled]: readonly [number, number, number]) => [
    name,
    count(open),
    count(open - quoted),
    percent(open - quoted, open, 2),
    count(filled),
    percent(filled, quoted, 2),
  ];
  const labels = ['month', 'market days', 'without a quote', 'share', 'from the NO token', 'share of quotes'];
  return dataTable({
    columns: labels.map((label, index) => ({ label, numeric: index > 0 })),
    rows: sums.open
      .names()
      .map((month) => line(month, [sums.open.of(month), sums.quoted.of(month), sums.filled.of(month)])),
    total: line('total', [sums.open.total, sums.quoted.total, sums.filled.total]),
  });
}

function gapSection(history: HistoryCounts): ReportSection {
  const known = new Map(history.days().map((day) => [day.day, day]));
  const days = [...known.keys()];
  if (days.length === 0) return { title: 'Gaps and filled days', html: '' };
  const span = daysBetween(days[0] as string, days.at(-1) as string).map((day) => {
    const figures = known.get(day);
    return figures === undefined ? { day, open: 0, quoted: 0, filled: 0 } : figures;
  });
  const gaps = calendar(
    'Days without a quote',
    'Share of the markets open at 00:00 UTC that have no history point dated that day.',
    span,
    ({ open, quoted }) => [open - quoted, open],
  );
  const filled = calendar(
    'Days filled from the NO token',
    'Share of the quotes of a day that are one minus the quote of the NO token.',
    span,
    (day) => [day.filled, day.quoted],
  );
  return { title: 'Gaps and filled days', html: html`${gaps}${filled}${monthlyTable(span)}`.toString() };
}

/** Chart sections of the dataset `polybench`. Reads the markets twice and the history once; keeps no history but that of the sample. */
export async function polybenchReport(
  rows: (table: string) => AsyncIterable<Row>,
): Promise<readonly ReportSection[]> {
  const markets = new MarketCounts();
  for await (const row of rows('markets')) markets.add(row);
  const history = new HistoryCounts(markets);
  for await (const row of rows('history')) history.add(row);
  return [
    marketSection(markets),
    priceSection(markets),
    calibrationSection(history),
    gapSection(history),
    sampleSection(await readSamples(rows('markets'), history.samples)),
  ];
}
