import { QUESTION_TYPES } from '../../schemas/forecast.js';
import { dataTable } from '../stages/report/data-table.js';
import { count } from '../stages/report/format.js';
import { html, NOTHING, SafeHtml } from '../stages/report/html.js';
import { reliabilityFigure } from '../stages/report/reliability.js';
import { STYLE } from '../stages/report/style.js';
import { type MetricLine, metricTable } from './metric-table.js';
import type { ScoreResult } from './score.js';
import { categoryLines, countSentences, heading, linesOf, mainLines } from './text.js';

interface Section {
  title: string;
  body: SafeHtml;
}

/** The result as one file that needs neither network nor script. */
export function scorePage(result: ScoreResult): string {
  const title = `Scores: ${heading(result)}`;
  const shown = sections(result);
  const links = shown.map((section, index) => html`<li><a href="#s${index + 1}">${section.title}</a></li>`);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${new SafeHtml(STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>manifest <code>${result.manifestSha256}</code></p>
${countSentences(result).map((sentence) => html`<p>${sentence}.</p>\n`)}
<nav aria-label="Sections"><ul>${links}</ul></nav>
</header>
<main>
${shown.map(({ title: name, body }, index) => html`<section id="s${index + 1}">\n<h2>${name}</h2>\n${body}</section>\n`)}</main>
</body>
</html>
`.toString();
}

function sections(result: ScoreResult): Section[] {
  return [
    metricsSection(result),
    { title: 'By category', body: html`${typeTables('category', categoryLines(result))}` },
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
      body: html`<p>The paper's Table 7: the sampled outputs of the questions that have some, put together in five ways.</p>
${typeTables('method', linesOf(aggregations, 'answered'))}`,
    },
  ];
}

function problemSections({ problems }: ScoreResult): Section[] {
  if (problems.length === 0) return [];
  const table = dataTable({
    columns: [{ label: 'record' }, { label: 'question' }, { label: 'problem' }],
    rows: problems.map(({ place, question_id, reason }) => [
      count(place),
      question_id === null ? NOTHING : question_id,
      reason,
    ]),
  });
  return [{ title: 'Records that were not scored as they stand', body: table }];
}
