import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Derivation } from '../../../pipelines/dataset.js';
import { deriveOpenforesight } from '../../../pipelines/openforesight/derive.js';
import { questionsTable } from '../../../schemas/openforesight.js';
import { rowCheck } from '../../../schemas/table.js';
import { planWorld } from '../../../sources/synthetic/hub/world.js';
import type { SyntheticUpstream } from '../../../sources/synthetic/part.js';
import { all, serveHub, type TestContext, testContext } from './context.js';

const world = planWorld(1, 'small');
const planted = world.plans.flatMap(({ name, rows }) =>
  world.records(name, 0, rows).map(({ record, expect: rule }, row) => ({
    split: name.replace('-', '_'),
    row,
    qid: record.qid,
    rule,
  })),
);
const idOf = ({ qid, split, row }: (typeof planted)[number]): string =>
  qid === null || qid === '' ? `openforesight:${split}[${row}]` : `openforesight:${String(qid)}`;

let hub: SyntheticUpstream;
let context: TestContext;
let derivation: Derivation;
beforeAll(async () => {
  hub = await serveHub();
  context = await testContext(hub.urls.hf);
  derivation = await deriveOpenforesight(context);
});
afterAll(() => hub.close());

describe('deriveOpenforesight on the invented Hub', () => {
  it('keeps and drops what was planted, each by its rule', async () => {
    const dropped = (await all(derivation.dropped())).map(({ id, rule }) => `${id} ${rule}`);
    const kept = (await all(derivation.rows('questions'))).map((row) => `${row.split} ${row.question_id}`);
    const expected = planted.filter(({ rule }) => rule !== 'kept').map((one) => `${idOf(one)} ${one.rule}`);
    expect(dropped.sort()).toEqual(expected.sort());
    expect(kept.sort()).toEqual(
      planted
        .filter(({ rule }) => rule === 'kept')
        .map((one) => `${one.split} ${idOf(one)}`)
        .sort(),
    );
    expect(new Set(planted.map(({ rule }) => rule)).size).toBe(7);
  });

  it('counts every candidate once', () => {
    const rows = Object.values(derivation.kept).reduce((sum, one) => sum + one.rows, 0);
    const drops = derivation.funnel.reduce((sum, { count }) => sum + count, 0);
    expect(rows + drops).toBe(derivation.candidates);
    expect(derivation.candidates).toBe(300);
    expect(derivation.funnel.map(({ rule }) => rule)[0]).toBe('malformed_record');
  });

  it('lists the splits of the revision under names that load', () => {
    expect(derivation.splits).toEqual(['train', 'validation', 'test', 'aljazeeraLate2025', 'late_2025']);
  });

  it('gives valid rows by qid, the same at every reading', async () => {
    const rows = await all(derivation.rows('questions'));
    const check = rowCheck(questionsTable(false));
    for (const row of rows) check.parse(row);
    const qids = rows.map((row) => Number(String(row.question_id).split(':')[1]));
    expect(qids).toEqual([...qids].sort((a, b) => a - b));
    expect(await all(derivation.rows('questions'))).toEqual(rows);
  });

  it('keeps text to the byte', async () => {
    const rows = await all(derivation.rows('questions'));
    const texts = rows.flatMap((row) => [row.background, row.resolution_criteria, row.answer]);
    expect(texts).toContain('First line.\r\nSecond\u2028third.\t\u202bright to left\u202c\ufeff');
    expect(texts).toContain('\ufeff<ul><li>Marked.</li></ul>');
    expect(texts).toContain('\u201c\u00dcn\u00efc\u00f6d\u00e9\u201d \u2014 \u65e5\u672c \u{1f9ea}');
  });

  it('tells the evidence of every candidate once', async () => {
    const ids = (await all(derivation.evidence())).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(planted.map(idOf)));
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('pins the commit, and informs of leaks without dropping', async () => {
    expect(derivation.sources).toEqual([
      {
        name: 'hf',
        complete: true,
        revision: expect.stringMatching(/^[0-9a-f]{40}$/),
        snapshotSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const findings = await all(derivation.audit());
    const found = new Set(findings.map(({ check }) => check));
    expect(found).toEqual(
      new Set(['resolution_before_article', 'answer_in_background', 'answer_in_criteria', 'near_duplicate']),
    );
    const near = findings.filter(({ check }) => check === 'near_duplicate');
    expect(near.length).toBeGreaterThanOrEqual(2);
  });

  it('gives the same again from the store alone, without a request', async () => {
    const replay = await testContext(
      'http://127.0.0.1:1',
      {},
      {
        dir: context.normalizedDir.replace(/normalized$/, ''),
        mode: 'replay',
      },
    );
    const again = await deriveOpenforesight({ ...replay, normalizedDir: `${context.normalizedDir}-again` });
    expect(await all(again.rows('questions'))).toEqual(await all(derivation.rows('questions')));
    expect(await all(again.evidence())).toEqual(await all(derivation.evidence()));
    expect(again.sources).toEqual(derivation.sources);
    expect(replay.upstream.sent.hf).toBe(0);
  });
});

describe('parameters', () => {
  it('pin another revision', async () => {
    const first = await deriveOpenforesight(await testContext(hub.urls.hf, { revision: 'v1.0' }));
    expect(first.splits).toEqual(['train', 'validation', 'test']);
    expect(first.sources[0]?.revision).not.toBe(derivation.sources[0]?.revision);
  });

  it('add the article columns', async () => {
    const rich = await deriveOpenforesight(await testContext(hub.urls.hf, { includeArticles: true }));
    const [row] = await all(rich.rows('questions'));
    rowCheck(questionsTable(true)).parse(row);
    expect(String(row?.prompt_with_retrieval)).toContain('Relevant passages');
  });
});
