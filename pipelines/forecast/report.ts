import { MICROS_PER_SECOND, utcDay } from '../../common/time.js';
import type { Row } from '../../schemas/table.js';
import type { ReportSection } from '../dataset.js';
import { Reliability, UnitHistogram } from '../stages/report/bins.js';
import { numberCell, numberOrNone, textCell, textsCell } from '../stages/report/cells.js';
import { figure, legend } from '../stages/report/chart.js';
import { countTable, crossTable } from '../stages/report/cross-table.js';
import { dataTable } from '../stages/report/data-table.js';
import { Distribution } from '../stages/report/distribution.js';
import { count, decimal } from '../stages/report/format.js';
import { unitBinNames, unitHistogramChart } from '../stages/report/histogram.js';
import { html, type SafeHtml } from '../stages/report/html.js';
import { monthChart, monthOf, yearChart } from '../stages/report/months.js';
import { reliabilityFigure } from '../stages/report/reliability.js';
import { CrossTally, Tally } from '../stages/report/tally.js';
import type { BaselineQuestion } from './baselines.js';
import { addQuestion, baselineSection } from './report-baselines.js';

const TYPES = ['boolean', 'timeframe', 'quantity'] as const;
const MICROS_PER_HOUR = 3600 * MICROS_PER_SECOND;
const GOLD_BINS = 20;
/** Entries of each list of the paper's Table 9. */
const TOP = 10;

/** What the report counts of the rows, in one pass. */
class Counts {
  readonly splits: string[] = [];
  readonly bySplit = new CrossTally();
  readonly byYear = new CrossTally();
  readonly byMonth = new CrossTally();
  readonly byCategory = new CrossTally();
  readonly statistics = new CrossTally();
  readonly ages = new Map<string, Distribution>(TYPES.map((type) => [type, new Distribution()]));
  readonly gold = new Map<string, UnitHistogram>(TYPES.map((type) => [type, new UnitHistogram(GOLD_BINS)]));
  readonly community = new Reliability();
  withoutClose = 0;

  add(row: Row): void {
    const type = textCell(row, 'question_type');
    const split = textCell(row, 'split');
    if (!this.splits.includes(split)) this.splits.push(split);
    this.bySplit.add(split, type);
    this.addClose(row, type);
    for (const category of textsCell(row, 'categories')) this.byCategory.add(category, type);
    this.gold.get(type)?.add(numberCell(row, 'gold_confidence'));
    this.addCommunity(row, type);
  }

  private addClose(row: Row, type: string): void {
    const closedAt = numberOrNone(row, 'closed_at');
    if (closedAt === undefined) {
      this.withoutClose += 1;
      return;
    }
    const month = monthOf(utcDay(closedAt));
    this.byMonth.add(month, type);
    this.byYear.add(month.slice(0, 4), type);
  }

  private addCommunity(row: Row, type: string): void {
    this.statistics.add(textCell(row, 'community_statistic'), type);
    const age = entryAge(row);
    if (age !== undefined) this.ages.get(type)?.add(age);
    const probability = numberOrNone(row, 'community_probability');
    if (type === 'boolean' && probability !== undefined)
      this.community.add(probability, numberCell(row, 'resolution_value') === 1);
  }
}

/** Hours from the start of the community entry to the closing or resolution, whichever came first. */
function entryAge(row: Row): number | undefined {
  const ends = [numberOrNone(row, 'closed_at'), numberOrNone(row, 'resolved_at')].filter(
    (end) => end !== undefined,
  );
  if (ends.length === 0) return undefined;
  return Math.max(0, Math.min(...ends) - numberCell(row, 'community_at')) / MICROS_PER_HOUR;
}

function splitSection({ splits, bySplit }: Counts): ReportSection {
  return {
    title: 'Rows per split and type',
    html: html`<p>The paper's Table 8 for this version.</p>
${crossTable('split', bySplit, splits, TYPES)}`.toString(),
  };
}

function closeSection({ byYear, byMonth, withoutClose }: Counts): ReportSection {
  const title = 'Rows per closing month and type';
  const missing = withoutClose === 0 ? '' : ` Rows without a closing time, left out: ${count(withoutClose)}.`;
  const body = html`${figure({
    title,
    note: `UTC month of closed_at.${missing}`,
    charts: monthChart(title, byMonth, TYPES),
    legend: legend(TYPES),
    table: crossTable('month', byMonth, byMonth.rowTotals.names(), TYPES),
  })}
<div class="pair"><div class="chart">${yearChart('Rows per closing year and type', byYear, TYPES)}</div>
${crossTable('year', byYear, byYear.rowTotals.names(), TYPES)}</div>`;
  return { title: 'Closing dates', html: body.toString() };
}

/** The ten most frequent names overall and per type, in the order of the paper's Table 9. */
function topTables(corner: string, tally: CrossTally, wholes: Tally): SafeHtml {
  const perType = TYPES.map((type) => {
    const names = new Tally();
    for (const name of tally.rowTotals.names()) {
      const n = tally.row(name).of(type);
      if (n > 0) names.add(name, n);
    }
    return countTable(corner, names.top(TOP), wholes.of(type), type);
  });
  return html`<div class="many">${[countTable(corner, tally.rowTotals.top(TOP), wholes.total, 'all'), ...perType]}</div>
`;
}

function topSection({ bySplit, byMonth, byCategory }: Counts): ReportSection {
  return {
    title: 'Top months and categories',
    html: html`<p>The paper's Table 9 for this version. Months are closing months, in percent of the rows. A row may have
several categories: their counts are in percent of all category entries.</p>
${topTables('month', byMonth, bySplit.columnTotals)}${topTables('category', byCategory, byCategory.columnTotals)}`.toString(),
  };
}

function goldSection({ gold }: Counts): ReportSection {
  const shown = [...gold].filter(([, histogram]) => histogram.total > 0);
  const names = unitBinNames(GOLD_BINS, 2);
  const figures = shown.map(([type, { counts, total }]) =>
    figure({
      title: type,
      note: `${count(total)} rows`,
      charts: unitHistogramChart(`Gold confidence, ${type}`, counts, 'gold confidence', {
        width: 296,
        height: 180,
      }),
      table: countTable(
        'gold confidence',
        names.map((name, bin) => [name, counts[bin] as number]),
        total,
      ),
    }),
  );
  return {
    title: 'Gold confidence',
    html: html`<p>Sigmoid of the community's log score against the uniform baseline: 0.5 is no better than knowing nothing.
A boolean reaches at most 0.731.</p>
<div class="trio">${figures}</div>`.toString(),
  };
}

function communitySection({ community, statistics, ages }: Counts): ReportSection {
  const diagram = reliabilityFigure({
    title: 'Reliability of the community forecast',
    note: 'Booleans; dots are placed at the mean prediction of each tenth, areas by count.',
    reliability: community,
    axis: 'community probability',
  });
  const shares = [0.5, 0.95, 1];
  const ageTable = dataTable({
    columns: [{ label: 'type' }, ...['median', '95 %', 'most'].map((label) => ({ label, numeric: true }))],
    rows: [...ages].map(([type, age]) => [type, ...shares.map((share) => decimal(age.quantile(share), 1))]),
  });
  return {
    title: 'Community forecast',
    html: html`<div class="pair">${diagram}<div class="aside">
<p><strong>Statistic used</strong></p>${crossTable('statistic', statistics, statistics.rowTotals.names(), TYPES)}
<p><strong>Age of the entry</strong>: hours from its start to the closing or resolution of the question. How many entries had
ended before the cut stands among the quality gates.</p>
${ageTable}</div></div>`.toString(),
  };
}

/** Chart sections of the dataset `forecast`: the paper's Tables 8 and 9 for this version, gold confidence, reliability, baselines. */
export async function forecastReport(
  rows: (table: string) => AsyncIterable<Row>,
): Promise<readonly ReportSection[]> {
  const counts = new Counts();
  const questions = new Map<string, BaselineQuestion[]>();
  for await (const row of rows('questions')) {
    counts.add(row);
    addQuestion(questions, row);
  }
  const sections = [splitSection, closeSection, topSection, goldSection, communitySection];
  return [...sections.map((section) => section(counts)), baselineSection(questions)];
}
