import { QUESTION_TYPES } from '../../schemas/forecast.js';
import { dataTable } from '../stages/report/data-table.js';
import { renderPage } from '../stages/report/document.js';
import { count } from '../stages/report/format.js';
import { html, NOTHING, type SafeHtml } from '../stages/report/html.js';
import { reliabilityFigure } from '../stages/report/reliability.js';
import { type MetricLine, metricTable } from './metric-table.js';
import { placeText } from './problems.js';
import type { ScoreResult } from './score.js';
import { categoryLines, countSentences, heading, linesOf, mainLines } from './text.js';

interface Section {
  title: string;
  body: SafeHtml;
}

/** The result as one file that needs neither network nor script. */
export function scorePage(result: ScoreResult): string {
  const title = `Scores: ${heading(result)}`;
  const intro = html`<p>manifest <code>${result.manifestSha256}</code></p>
${countSentences(result).map((sentence) => html`<p>${sentence}.</p>\n`)}`;
  return renderPage({ title, intro, sections: sections(result) });
}

function sections(result: ScoreResult): Section[] {
  return [
    metricsSection(result),
    {
      title: 'By category',
      body: html`<p>Means over the answered questions.</p>\n${typeTables('category', categoryLines(result))}`,
    },
    reliabilitySection(result),
    ...aggregationSections(result),
    ...problemSections(result),
  ];
}

function metricsSection(result: ScoreResult): Section {
  return {
    title: 'Metrics',
    body: html`<p>The paper's table. Means over the answered questions; then over all, where a question without a usable
answer takes the worst value. Baselines on the same questions; the base rate is that of the training split, the community's
median has no confidence of its own. ADE, APE, MAE and squashed CRPS are normalised to [0,1]; raw CRPS is in days or units.</p>
${typeTables('forecast', mainLines(result))}`,
  };
}

/** One table a type; lines without a question of that type are left out, and so are types without a line. */
function typeTables(corner: string, lines: readonly MetricLine[]): readonly SafeHtml[] {
  return QUESTION_TYPES.map((type) => {
    const own = lines.filter(({ evaluation }) => evaluation[type].questions > 0);
    return own.length === 0 ? NOTHING : metricTable(type, corner, own);
  });
}

function reliabilitySection({ reliability }: ScoreResult): Section {
  const body = reliabilityFigure({
    title: 'Reliability of the predictions',
    note: 'Booleans; dots are placed at the mean prediction of each tenth, areas by count.',
    reliability,
    axis: 'stated probability of Yes',
  });
  return { title: 'Reliability', body };
}

function aggregationSections({ aggregations }: ScoreResult): Section[] {
  if (aggregations === undefined) return [];
  return [
    {
      title: 'Aggregation methods',
      body: html`<p>The paper's Table 7: the sampled outputs of the questions that have some that are answers, put together in
five ways; a prediction beside them does not count here.</p>
${typeTables('method', linesOf(aggregations, 'answered'))}`,
    },
  ];
}

function problemSections({ problems }: ScoreResult): Section[] {
  const { count: all, named } = problems;
  if (all === 0) return [];
  const table = dataTable({
    columns: [{ label: 'place in the file' }, { label: 'question' }, { label: 'problem' }],
    rows: named.map(({ place, question_id, reason }) => [
      placeText(place),
      question_id === null ? NOTHING : question_id,
      reason,
    ]),
  });
  const rest = all - named.length;
  const note = rest === 0 ? NOTHING : html`<p>And ${count(rest)} more that are not listed.</p>\n`;
  return [{ title: 'Records that were not scored as they stand', body: html`${table}${note}` }];
}
