import { formatInstant } from '../../../common/time.js';
import type { ReportSection } from '../../dataset.js';
import { keptOf, type VersionFacts } from '../version-facts.js';
import { renderPage } from './document.js';
import { count } from './format.js';
import { html, SafeHtml } from './html.js';
import { closingSections, openingSections } from './overview.js';

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
  const intro = html`<p><code>${of.dataset}</code> · as of ${formatInstant(of.asOf)} · ${of.generator.name} ${of.generator.version} · <a href="README.md">card</a> · <a href="manifest.json">manifest</a></p>
${changes(of)}
${facts(of)}`;
  return renderPage({
    title: `${of.card.prettyName} ${of.version}`,
    intro,
    sections: all.map((section) => ({ title: section.title, body: new SafeHtml(section.html) })),
  });
}
