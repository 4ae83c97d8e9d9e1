import type { ReportSection } from '../../dataset.js';
import { keptOf, type VersionFacts } from '../version-facts.js';
import { barChart, type FunnelStep, funnelChart } from './bars.js';
import { figure } from './chart.js';
import { dataTable } from './data-table.js';
import { count, decimal, percent } from './format.js';
import { html, NOTHING, type SafeHtml } from './html.js';

/** The funnel as steps: what was left before and after each rule. */
export function funnelSteps(funnel: VersionFacts['funnel']): FunnelStep[] {
  let left = 0;
  return funnel.map(({ rule, count: n }, index) => {
    const ends = index === 0 || index === funnel.length - 1;
    const before = ends ? n : left;
    left = ends ? n : left - n;
    return { name: rule, before, after: left };
  });
}

function funnelTable(facts: VersionFacts): SafeHtml {
  const docs = new Map(facts.rules.map((rule) => [rule.name, rule.doc]));
  const candidates = facts.funnel[0]?.count;
  return dataTable({
    columns: [
      { label: 'rule' },
      { label: 'rows', numeric: true },
      { label: 'of candidates', numeric: true },
      { label: 'definition' },
    ],
    rows: facts.funnel.map(({ rule, count: n }) => {
      const doc = docs.get(rule);
      const share = candidates === undefined ? NOTHING : percent(n, candidates);
      return [html`<code>${rule}</code>`, count(n), share, doc === undefined ? NOTHING : doc];
    }),
  });
}

function funnelSection(facts: VersionFacts): ReportSection {
  const dropped = facts.funnel.slice(1, -1).reduce((sum, rule) => sum + rule.count, 0);
  const summary = `${count(dropped)} rows dropped, ${count(keptOf(facts))} kept.`;
  return {
    title: 'From candidates to rows',
    html: figure({
      title: 'Drop funnel',
      note: `Each candidate is dropped by the first rule that applies; dropped.jsonl names every one. ${summary}`,
      charts: funnelChart(`Drop funnel: ${summary}`, funnelSteps(facts.funnel)),
      table: funnelTable(facts),
    }).toString(),
  };
}

function splitSection({ splits }: VersionFacts): ReportSection {
  const rows = splits.reduce((sum, split) => sum + split.rows, 0);
  const groups = splits.reduce((sum, split) => sum + split.groups, 0);
  const chart = barChart(
    'Rows per split',
    splits.map((split) => ({ name: split.name, value: split.rows })),
  );
  const table = dataTable({
    columns: [
      { label: 'split' },
      { label: 'rows', numeric: true },
      { label: 'share', numeric: true },
      { label: 'units', numeric: true },
    ],
    rows: splits.map((split) => [
      split.name,
      count(split.rows),
      percent(split.rows, rows),
      count(split.groups),
    ]),
    total: ['total', count(rows), percent(rows, rows), count(groups)],
  });
  return {
    title: 'Splits',
    html: html`<p>A unit is what stays together in one split: a group, an event, or questions with the same text.</p>
<div class="pair"><div class="chart">${chart}</div>${table}</div>`.toString(),
  };
}

/** Whole numbers as such, others with at most six significant digits. */
function gateNumber(value: number): string {
  return Number.isInteger(value) ? count(value) : decimal(Number(value.toPrecision(6)), 4);
}

function verdict(passed: boolean, reason: string | undefined): SafeHtml {
  if (passed) return html`<span class="good">passed</span>`;
  return html`<span class="bad">${reason === undefined ? 'refused' : 'accepted'}</span>`;
}

function gateSection({ gates }: VersionFacts): ReportSection {
  return {
    title: 'Quality gates',
    html: dataTable({
      columns: [
        { label: 'gate' },
        { label: 'value', numeric: true },
        { label: 'limit', numeric: true },
        { label: 'verdict' },
        { label: 'reason' },
      ],
      rows: gates.map(({ name, value, limit, passed, reason }) => [
        html`<code>${name}</code>`,
        gateNumber(value),
        gateNumber(limit),
        verdict(passed, reason),
        reason === undefined ? NOTHING : reason,
      ]),
    }).toString(),
  };
}

function auditSections({ audit }: VersionFacts): readonly ReportSection[] {
  if (audit.length === 0) return [];
  const found = audit.reduce((sum, { count: n }) => sum + n, 0);
  const body = figure({
    title: 'Audit findings',
    note: `Findings: ${count(found)}. They drop no row; audit.jsonl names each. One row may have several.`,
    charts: barChart(
      'Findings per check',
      audit.map(({ check, count: value }) => ({ name: check, value })),
      920,
    ),
    table: dataTable({
      columns: [{ label: 'check' }, { label: 'findings', numeric: true }],
      rows: audit.map(({ check, count: n }) => [check, count(n)]),
    }),
  });
  return [{ title: 'Audit', html: body.toString() }];
}

/** What every dataset's report opens with. */
export function openingSections(facts: VersionFacts): readonly ReportSection[] {
  return [funnelSection(facts), splitSection(facts)];
}

/** What every dataset's report closes with. */
export function closingSections(facts: VersionFacts): readonly ReportSection[] {
  return [...auditSections(facts), gateSection(facts), parameterSection(facts), dictionarySection(facts)];
}

function parameterSection({ parameters }: VersionFacts): ReportSection {
  return {
    title: 'Parameters',
    html: dataTable({
      columns: [{ label: 'parameter' }, { label: 'value' }],
      rows: Object.entries(parameters).map(([name, value]) => [
        html`<code>${name}</code>`,
        html`<code>${value === undefined ? 'not set' : JSON.stringify(value)}</code>`,
      ]),
    }).toString(),
  };
}

function typeName(kind: string, of: string | undefined, nullable: boolean): string {
  const name = of === undefined ? kind : `${kind} of ${of}`;
  return nullable ? `${name}, may be absent` : name;
}

function dictionarySection({ tables }: VersionFacts): ReportSection {
  const parts = tables.map(
    (table) => html`<h3><code>${table.name}</code></h3><p>${table.doc}</p>
${dataTable({
  columns: [{ label: 'column' }, { label: 'type' }, { label: 'meaning' }],
  rows: Object.entries(table.columns).map(([name, { type, nullable, doc }]) => [
    html`<code>${name}</code>`,
    typeName(type.kind, type.kind === 'list' ? type.of : undefined, nullable),
    doc,
  ]),
})}`,
  );
  return {
    title: 'Data dictionary',
    html: html`<p>The same as JSON Schema: <a href="schema.json">schema.json</a>.</p>${parts}`.toString(),
  };
}
