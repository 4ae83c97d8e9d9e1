import { type Row, tableNamed } from '../../schemas/table.js';
import { readTable } from '../io/read-table.js';
import { renderCard } from './card.js';
import { changesMarkdown } from './changes-text.js';
import { correctionsJsonl } from './corrections.js';
import { funnelOf, splitSizes } from './manifest.js';
import type { CheckedVersion } from './publish.js';
import { renderReport } from './report/page.js';
import type { VersionFacts } from './version-facts.js';
import { type VersionFile, writeText } from './write-version.js';

/** Writes CHANGES.md, corrections.jsonl, the report and the card, which says what all the others hold. */
export async function writeDocuments(facts: CheckedVersion, dir: string): Promise<VersionFile[]> {
  const { input, changes, version } = facts;
  const target = { files: input.files, dir };
  const corrections = await correctionsJsonl(input.files, input.previous, changes);
  const rows = (name: string): AsyncIterable<Row> =>
    readTable(dir, tableNamed(facts.tables, name), facts.splits);
  const written = versionFacts(facts);
  const sections = await input.dataset.report(rows);
  return [
    await writeText(target, 'CHANGES.md', changesMarkdown(version, changes)),
    { ...(await writeText(target, 'corrections.jsonl', corrections.content)), rows: corrections.rows },
    await writeText(target, 'report.html', renderReport(written, sections)),
    await writeText(target, 'README.md', renderCard(written)),
  ];
}

function versionFacts(facts: CheckedVersion): VersionFacts {
  const { input, changes, written } = facts;
  const main = changes?.tables.find(({ table }) => table === input.dataset.mainTable);
  return {
    dataset: input.dataset.name,
    version: facts.version,
    asOf: input.provenance.asOf,
    generator: input.provenance.generator,
    card: input.dataset.card,
    tables: facts.tables,
    rules: input.dataset.rules,
    parameters: input.parameters.flat,
    splits: splitSizes(facts),
    funnel: funnelOf(facts),
    gates: facts.gates,
    audit: [...written.audit].map(([check, count]) => ({ check, count })),
    files: written.files,
    ...(changes
      ? {
          previous: {
            version: changes.previous,
            added: main?.added.length ?? 0,
            removed: main?.removed.length ?? 0,
            changed: main?.changed.length ?? 0,
            corrections: changes.corrections.length,
          },
        }
      : {}),
  };
}
