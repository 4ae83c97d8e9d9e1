import { describe, expect, it } from 'vitest';
import type { Dataset, PublishedVersion } from '../../../pipelines/dataset.js';
import { findChanges, type LaterVersion } from '../../../pipelines/stages/changes.js';
import { changesMarkdown, changesText } from '../../../pipelines/stages/changes-text.js';
import { double, oneOf, type Row, table, text } from '../../../schemas/table.js';

const questions = table({
  name: 'questions',
  doc: 'Invented.',
  columns: {
    question_id: text('id'),
    split: oneOf(['train', 'test'], 'split'),
    resolution: text('label'),
    gold_confidence: double('label'),
    question: text('text'),
  },
  key: ['question_id'],
});

const dataset = {
  name: 'forecast',
  mainTable: 'questions',
  idColumn: 'question_id',
  labelColumns: ['resolution', 'gold_confidence'],
} as unknown as Dataset;

const row = (id: string, resolution: string, gold: number, question = 'Q?'): Row => ({
  question_id: id,
  split: 'train',
  resolution,
  gold_confidence: gold,
  question,
});

async function* stream(rows: readonly Row[]) {
  yield* rows;
}

function compare(
  before: readonly Row[],
  after: readonly Row[],
  later: Partial<LaterVersion> & { upstreamChanged?: readonly string[] } = {},
) {
  const version = {
    version: '2026-11-29',
    manifest: {
      parameters: { 'forecast.minForecasts': 100 },
      generator: { version: '0.1.0+forecast.rules.1' },
    },
    rows: () => stream(before),
  } as unknown as PublishedVersion;
  const evidence = new Map(before.map((r) => [String(r.question_id), 'same']));
  return findChanges(
    dataset,
    [questions],
    { version, evidence },
    {
      version: '2026-11-30',
      parameters: { 'forecast.minForecasts': 100 },
      ruleSet: '0.1.0+forecast.rules.1',
      rows: () => stream(after),
      evidence: (id) => (later.upstreamChanged?.includes(id) ? 'other' : 'same'),
      droppedBy: () => undefined,
      ...later,
    },
  );
}

const old = [row('metaculus:1', 'Yes', 0.7), row('metaculus:2', 'No', 0.6), row('metaculus:3', 'No', 0.5)];

describe('findChanges', () => {
  it('lists relabelled and withdrawn rows with old and new value and the upstream as cause', async () => {
    const after = [row('metaculus:1', 'No', 0.2), row('metaculus:3', 'No', 0.5)];
    const changes = await compare(old, after, {
      upstreamChanged: ['metaculus:1', 'metaculus:2'],
      droppedBy: (id) => (id === 'metaculus:2' ? 'annulled' : undefined),
    });
    const common = { version: '2026-11-30', cause: 'upstream' };
    expect(changes.corrections).toEqual([
      { id: 'metaculus:1', field: 'resolution', old: 'Yes', new: 'No', ...common },
      { id: 'metaculus:1', field: 'gold_confidence', old: 0.7, new: 0.2, ...common },
      { id: 'metaculus:2', field: 'resolution', old: 'No', new: null, ...common },
      { id: 'metaculus:2', field: 'gold_confidence', old: 0.6, new: null, ...common },
    ]);
    const markdown = changesMarkdown('2026-11-30', changes);
    expect(markdown).toContain('| metaculus:1 | resolution | Yes | No |');
    expect(markdown).toContain('now dropped: annulled');
  });

  it('does not call a reworded question a relabelling', async () => {
    const after = [row('metaculus:1', 'Yes', 0.7, 'Reworded?'), ...old.slice(1)];
    const changes = await compare(old, after, { upstreamChanged: ['metaculus:1'] });
    expect(changes.corrections).toEqual([]);
    expect(changes.tables[0]?.fields).toEqual({ question: 1 });
  });

  it.each([
    [{ upstreamChanged: ['metaculus:1'], ruleSet: '0.1.0+forecast.rules.2' }, 'upstream'],
    [{ ruleSet: '0.1.0+forecast.rules.2', parameters: { 'forecast.minForecasts': 50 } }, 'rules'],
    [{ parameters: { 'forecast.minForecasts': 50 } }, 'parameters'],
    [{}, 'defect'],
  ] as const)('tells the cause from what both versions recorded: %j is %s', async (later, cause) => {
    const changes = await compare(old, [row('metaculus:1', 'No', 0.2), ...old.slice(1)], later);
    expect(changes.corrections.map((line) => line.cause)).toEqual([cause, cause]);
    expect(changesText('2026-11-30', changes)).toContain('metaculus:1 resolution: "Yes" -> "No"');
  });

  it('lets no markup of upstream text into CHANGES.md', async () => {
    const hostile = 'No|</td><script>alert(1)</script>\n# [x](y)';
    const changes = await compare(old, [row('metaculus:1', hostile, 0.7), ...old.slice(1)]);
    const line = changesMarkdown('2026-11-30', changes)
      .split('\n')
      .find((text) => text.includes('alert'));
    expect(line).toMatch(/^\| metaculus:1 \|/);
    expect(line).not.toMatch(/[^\\]</);
    expect(line?.match(/(?<!\\)\|/g)).toHaveLength(6);
  });
});

describe('the first version', () => {
  it('has nothing before it', () => {
    expect(changesMarkdown('2026-11-30', undefined)).toContain('first version');
  });
});
