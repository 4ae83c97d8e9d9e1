import { formatInstant } from '../../../common/time.js';
import type { ReportSection } from '../../dataset.js';
import { keptOf, type VersionFacts } from '../version-facts.js';
import { count } from './format.js';
import { html, SafeHtml } from './html.js';
import { closingSections, openingSections } from './overview.js';
import { STYLE } from './style.js';

function facts(of: VersionFacts): SafeHtml {
  const figures: readonly (readonly [string, string])[] = [
    ['rows', count(keptOf(of))],
    ...of.splits.map((split) => [split.name, count(split.rows)] as const),
  ];
  return html`<dl class="facts">${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** What came with this version, in one line. */
function changes({ previous }: VersionFacts): SafeHtml {
  if (previous === undefined) return html`<p>The first version.</p>`;
  return html`<p>Against ${previous.version}: ${count(previous.added)} rows added, ${count(previous.removed)} removed,
${count(previous.changed)} changed; labels corrected or withdrawn: ${count(previous.corrections)} (<a href="CHANGES.md">changes</a>).</p>`;
}

/**
 * report.html of a version: one file that needs neither network nor script. `sections` are the dataset's own, placed
 * between the funnel and splits that every report opens with and the gates and dictionary that it closes with.
 */
export function renderReport(of: VersionFacts, sections: readonly ReportSection[]): string {
  const all = [...openingSections(of), ...sections, ...closingSections(of)];
  const links = all.map(({ title }, index) => html`<li><a href="#s${index + 1}">${title}</a></li>`);
  const bodies = all.map(
    (section, index) => html`<section id="s${index + 1}">
<h2>${section.title}</h2>
${new SafeHtml(section.html)}
</section>
`,
  );
  const title = `${of.card.prettyName} ${of.version}`;
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
<p><code>${of.dataset}</code> · as of ${formatInstant(of.asOf)} · ${of.generator.name} ${of.generator.version} · <a href="README.md">card</a> · <a href="manifest.json">manifest</a></p>
${changes(of)}
${facts(of)}
<nav aria-label="Sections"><ul>${links}</ul></nav>
</header>
<main>
${bodies}</main>
</body>
</html>
`.toString();
}
