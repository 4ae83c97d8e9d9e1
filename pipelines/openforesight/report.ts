import type { Row } from '../../schemas/table.js';
import type { ReportSection } from '../dataset.js';
import { barChart } from '../stages/report/bars.js';
import { numberOrNone, textCell, textOrNone } from '../stages/report/cells.js';
import { figure, legend, sideBySide } from '../stages/report/chart.js';
import { countTable, crossTable } from '../stages/report/cross-table.js';
import { dataTable } from '../stages/report/data-table.js';
import { Distribution } from '../stages/report/distribution.js';
import { count, percent } from '../stages/report/format.js';
import { logBinEntries, logHistogramChart } from '../stages/report/histogram.js';
import { html, type SafeHtml } from '../stages/report/html.js';
import { monthChart, monthOf } from '../stages/report/months.js';
import { CrossTally, Tally } from '../stages/report/tally.js';

/** Names shown of a property with many values; all others are summed up. */
const SHOWN = 15;
const TEXTS = ['question', 'background', 'resolution_criteria', 'answer', 'prompt'] as const;
const NULLABLE = [
  'answer_number',
  'question_start_date',
  'article_published_on',
  'source_url',
  'news_source',
  'data_source',
];

/**
 * An answer type without the outer `String (...)` and in lower case: upstream spells one type in many ways, as in
 * `String (Name)` and `string (name)`.
 */
export function answerTypeGroup(answerType: string): string {
  const folded = answerType.trim().replace(/\s+/g, ' ').toLowerCase();
  const inner = /^string ?\((.*)\)$/.exec(folded)?.[1]?.trim();
  return inner === undefined || inner === '' || !closed(inner) ? folded : inner;
}

/** Whether every parenthesis of the text has its partner in it. */
function closed(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** What the report counts of the rows, in one pass. */
class Counts {
  readonly bySplit = new CrossTally();
  readonly splits: string[] = [];
  readonly byMonth = new CrossTally();
  readonly answerTypes = new Tally();
  readonly spellings = new Set<string>();
  readonly sources = new Tally();
  readonly present = new CrossTally();
  readonly lengths = new Map<string, Distribution>(TEXTS.map((column) => [column, new Distribution()]));
  withoutSource = 0;

  add(row: Row): void {
    const split = textCell(row, 'split');
    if (!this.splits.includes(split)) this.splits.push(split);
    const isNumber = numberOrNone(row, 'answer_number') !== undefined;
    this.bySplit.add(split, isNumber ? 'number' : 'text');
    this.byMonth.add(monthOf(textCell(row, 'resolution_date')), split);
    this.spellings.add(textCell(row, 'answer_type'));
    this.answerTypes.add(answerTypeGroup(textCell(row, 'answer_type')));
    const source = textOrNone(row, 'news_source');
    if (source === undefined) this.withoutSource += 1;
    else this.sources.add(source);
    for (const column of NULLABLE) if (row[column] !== null) this.present.add(column, split);
    for (const [column, lengths] of this.lengths) lengths.add(textCell(row, column).length);
  }
}

function splitSection({ splits, bySplit, present }: Counts): ReportSection {
  const columns = [{ label: 'column' }, ...splits.map((label) => ({ label, numeric: true }))];
  const filled = dataTable({
    columns,
    rows: NULLABLE.map((column) => [
      html`<code>${column}</code>`,
      ...splits.map((split) => percent(present.row(column).of(split), bySplit.rowTotals.of(split))),
    ]),
  });
  return {
    title: 'Rows per split and kind of answer',
    html: html`<div class="pair"><div><p>An answer is a number where the whole answer is one decimal number.</p>
${crossTable('split', bySplit, splits, ['number', 'text'])}</div>
<div><p>Share of the rows that have a value, for columns that may be null.</p>${filled}</div></div>`.toString(),
  };
}

function monthSection({ splits, byMonth }: Counts): ReportSection {
  const title = 'Rows per resolution month and split';
  const body = figure({
    title,
    charts: monthChart(title, byMonth, splits),
    legend: legend(splits),
    table: crossTable('month', byMonth, byMonth.rowTotals.names(), splits),
  });
  return { title: 'Resolution months', html: body.toString() };
}

/** The most frequent names as bars, all others as one. */
function topFigure(title: string, note: string, tally: Tally): SafeHtml {
  const top = tally.top(SHOWN);
  const others = tally.total - top.reduce((sum, [, n]) => sum + n, 0);
  const shown = others === 0 ? top : [...top, [`${count(tally.size - top.length)} others`, others] as const];
  return figure({
    title,
    note,
    charts: barChart(
      title,
      shown.map(([name, value]) => ({ name, value })),
    ),
    table: countTable(title, shown, tally.total),
  });
}

function kindSection({ answerTypes, spellings, sources, withoutSource }: Counts): ReportSection {
  const types = topFigure(
    'Answer types',
    `${count(answerTypes.size)} types in ${count(spellings.size)} spellings, grouped without the outer String (...) and case.`,
    answerTypes,
  );
  const missing = withoutSource === 0 ? '' : ` Rows that name none: ${count(withoutSource)}.`;
  const news = topFigure('News sources', `Publishers: ${count(sources.size)}.${missing}`, sources);
  return { title: 'Answer types and sources', html: sideBySide([types, news]).toString() };
}

function lengthSection({ lengths }: Counts): ReportSection {
  const figures = [...lengths].map(([column, lengths]) => {
    const bins = lengths.logBins();
    return figure({
      title: column,
      charts: logHistogramChart(`Length of ${column}`, bins, {
        label: 'characters',
        tickFormat: (length) => count(Math.round(length)),
        unit: 'rows',
        width: 296,
        height: 170,
      }),
      table: countTable(
        'characters',
        logBinEntries(bins, (edge) => count(Math.ceil(edge))),
        lengths.count,
      ),
    });
  });
  const quantiles = dataTable({
    columns: [
      { label: 'column' },
      ...['least', 'median', '95 %', 'most'].map((label) => ({ label, numeric: true })),
    ],
    rows: [...lengths].map(([column, of]) => [
      html`<code>${column}</code>`,
      ...[0, 0.5, 0.95, 1].map((q) => {
        const length = of.quantile(q);
        return length === undefined ? '' : count(length);
      }),
    ]),
  });
  return {
    title: 'Lengths of texts',
    html: html`<p>In UTF-16 code units, on a logarithmic axis.</p>${quantiles}<div class="trio">${figures}</div>`.toString(),
  };
}

/** Chart sections of the dataset `openforesight`: splits, months, answer types, sources, lengths. */
export async function openforesightReport(
  rows: (table: string) => AsyncIterable<Row>,
): Promise<readonly ReportSection[]> {
  const counts = new Counts();
  for await (const row of rows('questions')) counts.add(row);
  return [splitSection, monthSection, kindSection, lengthSection].map((section) => section(counts));
}
