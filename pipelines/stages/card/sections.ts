import { formatInstant } from '../../../common/time.js';
import type { Column, Table } from '../../../schemas/table.js';
import { keptOf, type VersionFacts } from '../version-facts.js';
import type { SplitFiles } from './front-matter.js';
import { code, sentence, table } from './markdown.js';

/** Rows per split and table, and the units of the main table. */
export function splitTable(facts: VersionFacts, files: readonly SplitFiles[]): string {
  const tables = [...new Set(files.map((file) => file.table))];
  const rowsOf = (name: string, split: string) =>
    files.find((file) => file.table === name && file.split === split)?.rows;
  const rows = facts.splits.map(({ name, groups }) => [
    code(name),
    ...tables.map((of) => {
      const n = rowsOf(of, name);
      return n === undefined ? '' : String(n);
    }),
    String(groups),
  ]);
  const head = ['split', ...tables.map((name) => `rows of ${code(name)}`), 'units'];
  return table(head, rows, [...head.keys()].slice(1));
}

function typeText({ type, nullable }: Column): string {
  const name = type.kind === 'list' ? `list of ${type.of}` : type.kind;
  const values = type.kind === 'enum' ? `: ${type.values.map(code).join(', ')}` : '';
  return `${name}${values}${nullable ? '; may be null' : ''}`;
}

/** The columns of a table with type and meaning. */
export function dictionary({ name, doc, columns, key }: Table): string {
  const rows = Object.entries(columns).map(([column, of]) => [code(column), typeText(of), sentence(of.doc)]);
  return `### ${code(name)}\n\n${sentence(doc)} Key: ${key.map(code).join(', ')}.\n\n${table(['column', 'type', 'meaning'], rows)}`;
}

/** Every rule in the order applied, with its definition and what it dropped. */
export function ruleTable({ funnel, rules }: VersionFacts): string {
  const docs = new Map(rules.map(({ name, doc }) => [name, doc]));
  const rows = funnel.map(({ rule, count }) => {
    const doc = docs.get(rule);
    return [code(rule), String(count), doc === undefined ? '' : sentence(doc)];
  });
  return table(['rule', 'rows', 'definition'], rows, [1]);
}

export function parameterTable({ parameters }: VersionFacts): string {
  const rows = Object.entries(parameters).map(([name, value]) => [
    code(name),
    value === undefined ? 'not set' : code(JSON.stringify(value)),
  ]);
  return table(['parameter', 'value'], rows);
}

/** Where the version comes from and what it follows. */
export function provenance(facts: VersionFacts): string {
  const { generator, previous } = facts;
  const history =
    previous === undefined
      ? 'There is no version before it.'
      : `The version before it is ${code(previous.version)}: ${previous.added} rows added, ${previous.removed} removed, ` +
        `${previous.changed} changed; labels corrected or withdrawn: ${previous.corrections}; see [CHANGES.md](CHANGES.md).`;
  return [
    `- Version ${code(facts.version)}, as of ${code(formatInstant(facts.asOf))}: what resolved later counts as unresolved.`,
    `- Made by ${code(`${generator.name} ${generator.version}`)}.`,
    `- ${history}`,
    '- [manifest.json](manifest.json) has the commit, the sha256 of every file, the gates and the parameters.',
    '- `corrections.jsonl` lists every published id that was relabelled or withdrawn so far: repair past scores with it.',
  ].join('\n');
}

/** What the folder holds beside the tables, and where the rows went that it does not hold. */
export function leftOut(facts: VersionFacts): string {
  const candidates = facts.funnel[0]?.count;
  const findings = facts.audit.map(({ check, count }) => `${code(check)} ${count}`).join(', ');
  return [
    `Of ${candidates} candidates ${keptOf(facts)} were kept. Each of the others is named in \`dropped.jsonl\` with the rule that`,
    'dropped it; a candidate is dropped by the first rule that applies. A split without rows is left out of files and card.',
    ...(findings === '' ? [] : [`Findings that drop no row stand in \`audit.jsonl\`: ${findings}.`]),
  ].join('\n');
}
