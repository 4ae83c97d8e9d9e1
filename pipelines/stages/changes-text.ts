import type { Cause, Changes } from './changes.js';
import type { TableDiff } from './row-diff.js';

const CAUSES: Record<Cause, string> = {
  upstream: 'upstream changed (the hash of its records differs)',
  rules: 'our rules changed (the rule-set version differs)',
  parameters: 'parameters changed',
  defect: 'same records, rules and parameters: a defect, please report it',
};

/** Ids listed per heading; the rest is counted, and `diff` prints them all. Labels are always listed in full. */
const LISTED = 50;

/** CHANGES.md of a version. `changes` is undefined for the first one. Markdown of upstream text is made inert. */
export function changesMarkdown(version: string, changes: Changes | undefined): string {
  if (!changes) return `# Changes in ${version}\n\nThe first version: there is none before it.\n`;
  const sections = [
    `# Changes in ${version} against ${changes.previous}`,
    labelSection(changes),
    settingsSection(changes),
    ...changes.tables.map((table) => tableSection(table, changes)),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The same for a terminal, every id listed. */
export function changesText(version: string, changes: Changes): string {
  const lines = changes.tables.flatMap((table) => [
    `${table.table}: ${table.added.length} added, ${table.removed.length} removed, ${table.changed.length} changed`,
    ...Object.entries(table.fields).map(([field, count]) => `  ${field}: ${count} changed`),
    ...table.added.map((key) => `  + ${key}`),
    ...table.removed.map(({ key }) => `  - ${key}${droppedNote(changes, key)}`),
    ...table.changed.map((row) => `  ~ ${row.key}: ${row.fields.join(', ')}${causeNote(changes, row.key)}`),
  ]);
  const labels = changes.corrections.map(
    (line) => `  ${line.id} ${line.field}: ${plain(line.old)} -> ${plain(line.new)} (${CAUSES[line.cause]})`,
  );
  return [
    `${changes.previous} -> ${version}`,
    ...lines,
    `labels: ${labels.length} corrected or withdrawn`,
    ...labels,
    ...changes.parameters.map(
      ({ name, old, new: now }) => `parameter ${name}: ${plain(old)} -> ${plain(now)}`,
    ),
    ...(changes.ruleSet.old === changes.ruleSet.new
      ? []
      : [`rules: ${changes.ruleSet.old} -> ${changes.ruleSet.new}`]),
  ].join('\n');
}

function labelSection(changes: Changes): string {
  if (changes.corrections.length === 0) return '## Labels\n\nNo published label changed or was withdrawn.';
  const rows = changes.corrections.map(
    ({ id, field, old, new: now, cause }) =>
      `| ${cell(id)} | ${cell(field)} | ${cell(old)} | ${cell(now)} | ${CAUSES[cause]}${droppedNote(changes, id)} |`,
  );
  return `## Labels\n\n| id | field | old | new | why |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function settingsSection(changes: Changes): string {
  const rules =
    changes.ruleSet.old === changes.ruleSet.new
      ? []
      : [`- rules: ${changes.ruleSet.old}, now ${changes.ruleSet.new}`];
  const parameters = changes.parameters.map(
    ({ name, old, new: now }) => `- ${name}: ${cell(old)}, now ${cell(now)}`,
  );
  const lines = [...rules, ...parameters];
  return lines.length === 0 ? '' : `## Rules and parameters\n\n${lines.join('\n')}`;
}

function tableSection(table: TableDiff, changes: Changes): string {
  const fields = Object.entries(table.fields).map(([field, count]) => `| ${field} | ${count} |`);
  return [
    `## Table ${table.table}`,
    `${table.added.length} rows added, ${table.removed.length} removed, ${table.changed.length} changed.`,
    ...(fields.length === 0 ? [] : [`| column | rows changed |\n|---|---|\n${fields.join('\n')}`]),
    ...listed('Added', table.added.map(cell)),
    ...listed(
      'Removed',
      table.removed.map(({ key }) => `${cell(key)}${droppedNote(changes, key)}`),
    ),
    ...listed(
      'Changed',
      table.changed.map((row) => `${cell(row.key)}: ${row.fields.join(', ')}${causeNote(changes, row.key)}`),
    ),
  ].join('\n\n');
}

function listed(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const rest = items.length > LISTED ? [`- and ${items.length - LISTED} more`] : [];
  return [`### ${title}\n\n${[...items.slice(0, LISTED).map((item) => `- ${item}`), ...rest].join('\n')}`];
}

function causeNote(changes: Changes, id: string): string {
  const cause = changes.causes.get(id);
  return cause === undefined ? '' : ` (${CAUSES[cause]})`;
}

function droppedNote(changes: Changes, id: string): string {
  const rule = changes.droppedNow.get(id);
  return rule === undefined ? '' : ` [now dropped: ${rule}]`;
}

function plain(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

/** A value in a table cell or list: on one line, without anything that Markdown or HTML would act on. */
function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : plain(value);
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/[\\`*_[\]<>|&#]/g, (mark) => `\\${mark}`);
}
