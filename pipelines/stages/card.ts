import { frontMatter, splitFiles } from './card/front-matter.js';
import { dictionary, leftOut, parameterTable, provenance, ruleTable, splitTable } from './card/sections.js';
import { usage } from './card/usage.js';
import type { VersionFacts } from './version-facts.js';

/**
 * README.md of a version: the dataset card with the front matter that `load_dataset` reads. Text that may come from an
 * upstream or a user (split names, parameters) is made inert; the dataset's own card text is Markdown.
 * TypeError where the files could not be loaded as written (see `splitFiles`).
 */
export function renderCard(facts: VersionFacts): string {
  const { card } = facts;
  const files = splitFiles(facts);
  const sections: readonly (readonly [title: string, body: string])[] = [
    ['Load', usage(facts, files)],
    ['Splits', splitTable(facts, files)],
    [
      'Data dictionary',
      `${facts.tables.map(dictionary).join('\n\n')}\n\nThe same as JSON Schema: [schema.json](schema.json).`,
    ],
    ['What was left out', `${leftOut(facts)}\n\n${ruleTable(facts)}`],
    ['Parameters', parameterTable(facts)],
    ...card.sections.map(({ title, body }) => [title, body] as const),
    ['Provenance', provenance(facts)],
    ['Terms', card.terms],
  ];
  const body = sections.map(([title, text]) => `## ${title}\n\n${text}\n`).join('\n');
  return `---\n${frontMatter(facts)}---\n\n# ${card.prettyName}\n\n${card.summary}\n\nCharts and counts: [report.html](report.html).\n\n${body}`;
}
