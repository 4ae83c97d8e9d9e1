import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openforesightDataset } from '../../../pipelines/openforesight/index.js';
import { planWorld } from '../../../sources/synthetic/hub/world.js';
import type { SyntheticUpstream } from '../../../sources/synthetic/part.js';
import { serveHub, type TestContext, testContext } from './context.js';

let hub: SyntheticUpstream;
let context: TestContext;
beforeAll(async () => {
  hub = await serveHub();
  context = await testContext(hub.urls.hf);
});
afterAll(() => hub.close());

const planted = (split: string, rule: string) => {
  const world = planWorld(1, 'small');
  const rows = Number(world.plans.find(({ name }) => name === split)?.rows);
  const at = world.records(split, 0, rows).findIndex(({ expect: verdict }) => verdict === rule);
  return { at, id: `openforesight:${String(world.records(split, at, at + 1)[0]?.record.qid)}` };
};

describe('plan', () => {
  it('says roughly what a first build costs, and exactly what the last one did', async () => {
    const fresh = await testContext(hub.urls.hf);
    const [first] = await openforesightDataset.plan(fresh);
    expect(first?.basis).toContain('no build yet');
    await openforesightDataset.derive(fresh);
    const sent = fresh.upstream.sent.hf;
    const [second] = await openforesightDataset.plan(fresh);
    expect(second?.basis).toContain('6 files');
    expect(second?.requests[0]).toBe(1);
    expect(second?.requests[1]).toBeGreaterThanOrEqual(sent - 1);
    expect(fresh.upstream.sent.hf).toBe(sent);
  });
});

describe('explain', () => {
  it('gives the file, the row and the verdict of each rule', async () => {
    const { id, at } = planted('train', 'bad_date');
    const text = await openforesightDataset.explain(id, context);
    expect(text).toContain(`${id} of train: dropped by bad_date`);
    // Two shards of 100 rows.
    expect(text).toContain(`data/train-0000${at < 100 ? 0 : 1}-of-00002.parquet, row ${at % 100} (from 0)`);
    expect(text).toMatch(/missing_field +keep\n +bad_date +DROP/);
    expect(text).toMatch(/sha256:[0-9a-f]{64}/);
    expect(text).toMatch(/revision main = commit [0-9a-f]{40}/);
  });

  it('gives label and leak findings of a kept row, without control characters', async () => {
    const { id } = planted('test', 'kept');
    const text = await openforesightDataset.explain(id, context);
    expect(text).toContain(`${id} of test: kept`);
    expect(text).toContain('Leak audit');
    expect(text).toContain('answer_number');
    expect(text).not.toMatch(/[^\n\P{Cc}]/u);
  });

  it('gives every candidate of an id, and records that do not parse', async () => {
    const malformed = planted('train', 'malformed_record');
    expect(await openforesightDataset.explain(malformed.id, context)).toMatch(
      /malformed_record +DROP +background is no valid UTF-8 text/,
    );
  });

  it('knows no other id', async () => {
    expect(await openforesightDataset.explain('openforesight:1', context)).toBeUndefined();
  });
});
