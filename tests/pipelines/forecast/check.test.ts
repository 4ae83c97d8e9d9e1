import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../common/time.js';
import { checkForecast } from '../../../pipelines/forecast/check.js';
import { labelOf } from '../../../pipelines/forecast/label.js';
import { normalizePost } from '../../../pipelines/forecast/normalize.js';
import type { QuestionRow } from '../../../schemas/forecast.js';
import { groupPost, type Json, numeric, post, question } from './sample-posts.js';

const AS_OF = parseInstant('2026-11-30') ?? Number.NaN;

function rowsOf(value: unknown, change: Partial<QuestionRow> = {}): QuestionRow[] {
  return normalizePost(value, { sha256: '', pointer: '' }, AS_OF).map((record) => ({
    ...labelOf(record, { communityStatistic: 'means' }),
    split: 'train',
    ...change,
  }));
}

async function violations(rows: readonly object[]): Promise<[string, string][]> {
  const found: [string, string][] = [];
  const read = async function* () {
    for (const row of rows) yield row as Json;
  };
  for await (const { check, id } of checkForecast(read)) found.push([check, id]);
  return found;
}

describe('checkForecast', () => {
  const sound = [...rowsOf(post(2)), ...rowsOf(post(3, numeric(3))), ...rowsOf(post(10))];

  it('finds nothing in what was derived', async () => {
    expect(await violations(sound)).toEqual([]);
  });

  it.each<[string, Partial<QuestionRow>]>([
    ['a score of another forecast', { baseline_score: 1 }],
    ['a confidence of another score', { gold_confidence: 0.51 }],
    ['a resolution of another value', { resolution: 'No' }],
    ['a probability of another label', { community_probability: 0.71 }],
    ['no probability', { community_probability: null }],
  ])('finds %s', async (_, change) => {
    expect(await violations(rowsOf(post(2), change))).toEqual([['label_follows_formula', 'metaculus:2']]);
  });

  it.each<[string, Partial<QuestionRow>]>([
    ['a CDF that falls', { community_cdf: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.84] }],
    ['an open bound that was closed', { open_upper_bound: true }],
    ['an outcome out of range', { resolution_value: 11, resolution: '11' }],
  ])('finds %s', async (_, change) => {
    expect(await violations(rowsOf(post(3, numeric(3)), change))).toEqual([
      ['label_follows_formula', 'metaculus:3'],
    ]);
  });

  it('finds rows that are no rows, out of order, or on both sides of a split', async () => {
    expect(await violations([{ question_id: 'metaculus:1' }])).toEqual([['row_valid', 'metaculus:1']]);
    expect(await violations([...rowsOf(post(10)), ...rowsOf(post(9))])).toEqual([
      ['rows_in_order', 'metaculus:9'],
    ]);
    const [a, b] = rowsOf(groupPost(20, [question(21), question(22)]));
    expect(await violations([a, { ...b, split: 'test' }].map(Object))).toEqual([
      ['unit_in_one_split', 'metaculus:22'],
    ]);
    const [twin] = rowsOf(post(5, question(5, { title: 'Will  event 2 HAPPEN?' })), { split: 'test' });
    expect(await violations([...rowsOf(post(2)), twin].map(Object))).toEqual([
      ['unit_in_one_split', 'metaculus:5'],
    ]);
  });
});
