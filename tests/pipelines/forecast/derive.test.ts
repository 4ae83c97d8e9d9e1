import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../common/node-files.js';
import { parseInstant } from '../../../common/time.js';
import type { Derivation, PublishedVersion } from '../../../pipelines/dataset.js';
import type { ForecastContext } from '../../../pipelines/forecast/assess.js';
import { forecastDataset } from '../../../pipelines/forecast/index.js';
import { forecastParameters } from '../../../pipelines/forecast/parameters.js';
import { gateParameters } from '../../../pipelines/parameters.js';
import { questionsTable } from '../../../schemas/forecast.js';
import { type Row, rowCheck } from '../../../schemas/table.js';
import { SchemaDriftError } from '../../../sources/http/errors.js';
import { type Answer, FakeUpstream } from './fake-upstream.js';
import {
  aggregations,
  CLOSE,
  entry,
  groupPost,
  type Json,
  numeric,
  post,
  question,
  uniformCdf,
} from './sample-posts.js';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'forecast-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

const warnings: string[] = [];
const log = { info: () => {}, warn: (event: string) => void warnings.push(event), progress: () => {} };

function context(upstream: FakeUpstream, change: Partial<ForecastContext> = {}): ForecastContext {
  return {
    parameters: forecastParameters.parse({}),
    asOf: parseInstant('2026-11-30') ?? Number.NaN,
    upstream,
    files: nodeFiles,
    effects: { now: () => 0, sleep: async () => {}, random: () => 0 },
    log,
    gates: gateParameters.parse({}),
    normalizedDir: join(dir, 'normalized'),
    jobs: 2,
    ...change,
  };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const derive = (posts: readonly Json[], change: Partial<ForecastContext> = {}, answer?: Answer) =>
  forecastDataset.derive(context(new FakeUpstream(posts, answer), change));

/** What a later build sees of a derivation. */
async function published(
  derivation: Derivation,
  changeRow: (row: Row) => Row = (row) => row,
): Promise<PublishedVersion> {
  const rows = (await all(derivation.rows('questions'))).map(changeRow);
  return {
    version: '2026-01-01',
    dir: join(dir, 'previous'),
    manifest: {} as PublishedVersion['manifest'],
    rows: async function* () {
      yield* rows;
    },
  };
}

const manyPosts = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => post(first + index));

describe('forecast derivation', () => {
  it('accounts for every candidate, in id order, with valid rows', async () => {
    const posts = [
      post(12),
      post(2),
      post(30, question(30, { resolution: 'ambiguous' })),
      post(4, numeric(4)),
    ];
    const derivation = await derive(posts);
    const rows = await all(derivation.rows('questions'));
    expect(rows.map((row) => row.question_id)).toEqual(['metaculus:2', 'metaculus:4', 'metaculus:12']);
    for (const row of rows) expect(rowCheck(questionsTable).safeParse(row).error).toBeUndefined();
    expect(await all(derivation.dropped())).toEqual([
      { id: 'metaculus:30', rule: 'ambiguous', detail: 'resolution ambiguous' },
    ]);
    expect(derivation.candidates).toBe(4);
    expect(derivation.funnel.reduce((sum, { count }) => sum + count, 0)).toBe(1);
    expect(await all(derivation.evidence())).toHaveLength(4);
    expect(await all(forecastDataset.check(derivation.rows, forecastParameters.parse({})))).toEqual([]);
  });

  it('reproduces the sizes of the paper for single questions, and keeps them for published ones', async () => {
    const first = await derive(manyPosts(40));
    expect(Object.values(first.kept).map(({ rows }) => rows)).toEqual([26, 4, 10]);
    const before = new Map((await all(first.rows('questions'))).map((row) => [row.question_id, row.split]));
    const second = await derive(manyPosts(60), { previous: await published(first) });
    for (const row of await all(second.rows('questions')))
      expect(row.split).toBe(before.get(row.question_id) ?? row.split);
    expect(Object.values(second.kept).map(({ rows }) => rows)).toEqual([39, 6, 15]);
  });

  it('reads the members of a group from its detail', async () => {
    const members = [21, 22, 23, 24].map((id) => question(id));
    const whole = groupPost(20, members);
    const hidden = aggregations([]);
    const listed = groupPost(20, [...members.slice(0, 3), question(24, { aggregations: hidden })]);
    const answer: Answer = (path) => ({ status: path === '/api/posts/20/' ? 200 : 404, body: whole });
    const seen = await derive([listed, post(5)], {}, answer);
    expect(await all(seen.dropped())).toEqual([]);
    const splits = new Set((await all(seen.rows('questions'))).slice(1).map((row) => row.split));
    expect(splits.size).toBe(1);
    const closed = await derive([listed, post(5)], { normalizedDir: join(dir, 'closed') });
    expect(await all(closed.dropped())).toMatchObject([
      { id: 'metaculus:24', rule: 'no_community_prediction' },
    ]);
  });

  it('asks for a detail again only where the listed group changed', async () => {
    const tags = async (members: readonly Json[]) => {
      const upstream = new FakeUpstream([groupPost(20, members)]);
      await forecastDataset.derive(context(upstream, { normalizedDir: join(dir, 'tags') }));
      return upstream.asked.find(({ path }) => path === '/api/posts/20/')?.tag;
    };
    const once = await tags([question(21)]);
    expect(await tags([question(21, { average_coverage: 0.5 })])).toBe(once);
    expect(await tags([question(21, { resolution: 'no' })])).not.toBe(once);
  });

  const late = numeric(9, {
    aggregations: aggregations([entry()], entry({ start_time: CLOSE + 60, forecast_values: uniformCdf(10) })),
  });

  it('asks the explorer where only the CDF at the cut is missing, and for nothing else', async () => {
    const explored = {
      aggregations: aggregations([
        entry({ forecast_values: [0, 0.1, 0.2, 0.3, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1] }),
      ]),
    };
    const upstream = new FakeUpstream(
      [post(9, late), post(8, late, { forecasts_count: 5 }), post(7)],
      (path) =>
        path === '/api/aggregation_explorer/' ? { status: 200, body: explored } : { status: 404, body: {} },
    );
    const derivation = await forecastDataset.derive(context(upstream));
    const row = (await all(derivation.rows('questions'))).find(({ question_id: id }) => id === 'metaculus:9');
    expect(row).toMatchObject({
      community_at: (CLOSE - 3600) * 1e6,
      baseline_score: expect.closeTo(50 * Math.log(3), 9),
    });
    expect(upstream.asked.filter(({ path }) => path.includes('explorer')).map(({ query }) => query)).toEqual([
      '[["question_id","9"],["aggregation_methods","recency_weighted"]]',
    ]);
  });

  it.each([403, 404])('drops by rule where the explorer answers %i', async (status) => {
    const derivation = await derive([post(9, late)], {}, () => ({ status, body: { detail: 'no' } }));
    expect(await all(derivation.dropped())).toMatchObject([{ rule: 'no_community_prediction' }]);
  });

  it('takes a changed parameter without reading the posts again', async () => {
    const posts = [post(1), post(2, question(2), { forecasts_count: 50 })];
    await derive(posts);
    const blind = new FakeUpstream(posts);
    const body = blind.body.bind(blind);
    let reads = 0;
    blind.body = async (hash) => {
      reads += 1;
      return body(hash);
    };
    const walked = await blind.walk();
    reads = 0;
    blind.walk = async () => walked;
    const derivation = await forecastDataset.derive(
      context(blind, { parameters: forecastParameters.parse({ minForecasts: 10 }) }),
    );
    expect([derivation.kept.train?.rows, reads]).toEqual([1, 0]);
    expect(derivation.funnel.every(({ count }) => count === 0)).toBe(true);
  });

  it('ends with the field where more than 1 % of the walk does not parse', async () => {
    const broken = (count: number) =>
      manyPosts(200).map((one, index) =>
        index < count ? { ...one, question: { ...question(index + 1), type: 5 } } : one,
      );
    const held = await derive(broken(2));
    expect(held.funnel[0]).toEqual({ rule: 'malformed_record', count: 2 });
    const drifted = derive(broken(3), { normalizedDir: join(dir, 'drifted') });
    await expect(drifted).rejects.toThrow(SchemaDriftError);
    await expect(drifted).rejects.toThrow(/question\.type/);
  });

  it('ends with the field of one rule where many records lack it, a few are dropped', async () => {
    const lacking = (count: number) =>
      manyPosts(200).map((one, index) => (index < count ? { ...one, forecasts_count: '200' } : one));
    expect((await derive(lacking(5))).funnel).toContainEqual({ rule: 'too_few_forecasts', count: 5 });
    await expect(derive(lacking(6), { normalizedDir: join(dir, 'drifted') })).rejects.toThrow(
      /forecasts_count/,
    );
  });

  it('refuses by gate where most of the list is hidden', async () => {
    const posts = [post(1), ...[2, 3].map((id) => post(id, question(id, { resolution: null })))];
    const gate = (await derive(posts)).gates.find(({ name }) => name === 'hidden_by_access');
    expect(gate).toMatchObject({
      passed: false,
      limit: 0.5,
      reason: expect.stringContaining('forecast.project'),
    });
  });

  it('withdraws a question whose criteria differ from those published, and does not take it back', async () => {
    const first = await derive([post(1), post(2)]);
    const edited = (row: Row): Row =>
      row.question_id === 'metaculus:1' ? { ...row, resolution_criteria: 'Other.' } : row;
    const second = await derive([post(1), post(2)], { previous: await published(first, edited) });
    const dropped = await all(second.dropped());
    expect(dropped).toEqual([
      {
        id: 'metaculus:1',
        rule: 'criteria_changed',
        detail: 'criteria differ from those published in 2026-01-01',
      },
    ]);
    await nodeFiles.mkdir(join(dir, 'previous'));
    await writeFile(
      join(dir, 'previous', 'dropped.jsonl'),
      dropped.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const third = await derive([post(1), post(2)], { previous: await published(second) });
    expect(await all(third.dropped())).toEqual(dropped);
  });

  it('explains a kept and a dropped question, and knows no other', async () => {
    const upstream = new FakeUpstream([post(1), post(2, numeric(2, { resolution: 'annulled' }))]);
    const kept = await forecastDataset.explain('metaculus:1', context(upstream));
    expect(kept).toMatch(/kept/);
    expect(kept).toMatch(/pointer \/results\/0\/question\/aggregations\/recency_weighted\/latest/);
    expect(kept).toMatch(/100 \(ln 0\.7 - ln 0\.5\) \/ ln 2 = 48\.54/);
    const dropped = await forecastDataset.explain('metaculus:2', context(upstream));
    expect(dropped).toMatch(/annulled +DROP {2}resolution annulled/);
    expect(await forecastDataset.explain('metaculus:3', context(upstream))).toBeUndefined();
  });

  it('plans from the last walk', async () => {
    const upstream = new FakeUpstream(manyPosts(150));
    const [before] = await forecastDataset.plan(context(upstream));
    expect(before?.basis).toMatch(/no walk/);
    await forecastDataset.derive(context(upstream));
    const [after] = await forecastDataset.plan(context(upstream));
    expect(after).toMatchObject({ source: 'metaculus', requests: [5, 5] });
  });
});
