import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../common/errors.js';
import { withDuckDb } from '../../../pipelines/io/duckdb.js';
import { scoreJson } from '../../../pipelines/score/json.js';
import { scorePage } from '../../../pipelines/score/page.js';
import { readPredictions } from '../../../pipelines/score/predictions-file.js';
import { type ScoreResult, scorePredictions } from '../../../pipelines/score/score.js';
import { scoreText } from '../../../pipelines/score/text.js';
import { openDataset } from '../../../reader/index.js';
import { type QuestionRow, questionsTable } from '../../../schemas/forecast.js';
import { publishInvented } from '../../reader/invented-version.js';
import { at, question } from '../../reader/rows.js';
import { temporaryDirectory } from '../../support/cli.js';
import { dangers, tables } from '../stages/report/read.js';

let out: string;
let dispose: () => Promise<void>;
beforeEach(async () => {
  ({ path: out, dispose } = await temporaryDirectory());
  await publishInvented(out, { dataset: 'forecast', version: '2026-11-30', rows: [[questionsTable, ROWS]] });
});
afterEach(() => dispose());

const id = (n: number) => `metaculus:${n}`;
const ROWS: QuestionRow[] = [
  question({ question_id: id(1), split: 'train', resolution: 'No', resolution_value: 0 }),
  question({ question_id: id(2), categories: ['<b>Law</b>'] }),
  question({ question_id: id(3), resolution: 'No', resolution_value: 0, resolved_at: at('2023-06-01') }),
  question({ question_id: id(4), resolved_at: null }),
  question({
    question_id: id(5),
    question_type: 'quantity',
    resolution: '38',
    resolution_value: 38,
    gold_confidence: 0.5,
    community_probability: null,
    community_cdf: [0, 0.5, 1],
    range_min: 0,
    range_max: 100,
  }),
];

async function score(lines: readonly unknown[], after?: string): Promise<ScoreResult> {
  const predictions = join(out, 'predictions.jsonl');
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  await writeFile(predictions, text);
  const version = await openDataset(join(out, 'forecast'), { dataset: 'forecast' });
  return scorePredictions({ version, split: 'test', predictions, after });
}

const GOOD = [
  { question_id: id(2), prediction: 'Yes', confidence: 0.8 },
  { question_id: id(3), prediction: 'Yes', confidence: 0.6 },
  { question_id: id(4), prediction: 'No', confidence: 0.5 },
  { question_id: id(5), prediction: 0, confidence: 0.5 },
];

describe('scorePredictions', () => {
  it('scores every question of the split', async () => {
    const { evaluation, selection, predictions, reliability } = await score(GOOD);
    expect(selection).toEqual({ questions: 4, selected: 4, leftOut: 0, undated: 0 });
    expect(predictions).toMatchObject({ records: 4, used: 4, unknown: 0, repeated: 0, unreadable: 0 });
    expect(evaluation.boolean).toMatchObject({ questions: 3, answered: 3 });
    expect(evaluation.boolean.metrics[0]).toMatchObject({ metric: 'accuracy', answered: 1 / 3 });
    expect(evaluation.quantity.metrics.at(-1)?.answered).toBeCloseTo(26.20151251247, 10);
    expect(reliability.count).toBe(3);
  });

  it('counts and names what it does not use', async () => {
    const result = await score([
      GOOD[0],
      GOOD[0],
      'no JSON {',
      '[]',
      '',
      { prediction: 'Yes' },
      { question_id: id(1), prediction: 'Yes', confidence: 1 },
      { question_id: id(3), prediction: 'perhaps', confidence: 1 },
      { question_id: id(4), prediction: null },
    ]);
    expect(result.predictions).toEqual({
      records: 8,
      used: 3,
      repeated: 1,
      leftOut: 0,
      unknown: 1,
      unreadable: 3,
      badSamples: 0,
    });
    expect(result.evaluation.boolean).toMatchObject({ answered: 1, unanswered: 1, malformed: 1 });
    expect(result.evaluation.quantity).toMatchObject({ questions: 1, unanswered: 1 });
    expect(result.problems.map(({ place, question_id }) => [place, question_id])).toEqual([
      [2, id(2)],
      [3, null],
      [4, null],
      [6, null],
      [7, id(1)],
      [8, id(3)],
    ]);
  });

  it('leaves out what a model may have known, and says so', async () => {
    const { selection, predictions, evaluation } = await score(GOOD, '2023-12');
    expect(selection).toEqual({ questions: 4, selected: 2, leftOut: 1, undated: 1 });
    expect(predictions).toMatchObject({ records: 4, used: 2, leftOut: 2, unknown: 0 });
    expect(evaluation.boolean.questions).toBe(1);
  });

  it('compares with baselines, the base rate of which is that of training', async () => {
    const { baselines } = await score(GOOD);
    const accuracies = [...baselines].map(([name, { boolean }]) => [name, boolean.metrics[0]?.answered]);
    expect(accuracies).toEqual([
      ['always_half', 2 / 3],
      ['base_rate', 1 / 3],
      ['community', 2 / 3],
    ]);
  });

  it('compares the aggregation methods where there are samples', async () => {
    expect((await score(GOOD)).aggregations).toBeUndefined();
    const samples = [
      { prediction: 'No', confidence: 0.6 },
      { prediction: 'No', confidence: 0.5 },
      { prediction: 'Yes', confidence: 0.9 },
    ];
    const { aggregations, evaluation } = await score([{ question_id: id(2), samples }]);
    expect(evaluation.boolean.metrics[0]?.answered).toBe(1);
    const right = [...(aggregations ?? [])].map(([name, { boolean }]) => [
      name,
      boolean.metrics[0]?.answered,
    ]);
    expect(right).toEqual([
      ['majority_vote', 0],
      ['highest_confidence', 1],
      ['weighted_average', 0],
      ['logit_mean_probability', 0],
      ['bayesian', 1],
    ]);
  });
});

describe('its outputs', () => {
  it('say the same in JSON and text', async () => {
    const result = await score(GOOD);
    const json = JSON.parse(scoreJson(result));
    expect(json.types.boolean.metrics.accuracy).toEqual({ answered: 1 / 3, all: 1 / 3 });
    expect(json.after).toBeNull();
    expect(json.types.timeframe.metrics['ade@1']).toEqual({ answered: null, all: null });
    const text = scoreText(result);
    expect(text).toMatch(/^answered +3 +3 +0\.3333/m);
    expect(text).not.toMatch(/^timeframe: predictions/m);
    expect(scoreJson(await score(GOOD))).toBe(scoreJson(result));
  });

  it('make a page that loads nothing and takes names for text', async () => {
    const page = scorePage(await score([...GOOD, '<script>']));
    expect(dangers(page).filter((found) => !found.startsWith('href=#'))).toEqual([]);
    expect(page).not.toContain('<b>Law</b>');
    const [boolean] = tables(page);
    expect(boolean?.[1]?.slice(0, 4)).toEqual(['answered', '3', '3', '0.3333']);
  });
});

describe('readPredictions', () => {
  async function read(path: string) {
    const lines = [];
    for await (const line of readPredictions(path)) lines.push(line);
    return lines;
  }

  it('reads Parquet, with samples as a list of records', async () => {
    const filename = join(out, 'predictions.bin');
    parquetWriteFile({
      filename,
      columnData: [
        { name: 'question_id', data: [id(2), id(3)], type: 'STRING' },
        { name: 'prediction', data: ['Yes', undefined], type: 'STRING' },
        { name: 'confidence', data: [0.8, undefined], type: 'DOUBLE' },
        { name: 'samples', data: [undefined, [{ prediction: 'No', confidence: 0.5 }]], type: 'JSON' },
      ],
    });
    expect(await read(filename)).toEqual([
      {
        place: 1,
        record: expect.objectContaining({ question_id: id(2), prediction: 'Yes', confidence: 0.8 }),
      },
      {
        place: 2,
        record: expect.objectContaining({
          question_id: id(3),
          samples: [{ prediction: 'No', confidence: 0.5 }],
        }),
      },
    ]);
  });

  it('reads nested records and decimals, as DuckDB writes them', async () => {
    const path = join(out, 'nested.parquet');
    const select = `SELECT '${id(2)}' AS question_id, [{'prediction': 'No', 'confidence': 0.5}] AS samples`;
    await withDuckDb(async (connection) => {
      await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`);
    });
    const samples = [{ prediction: 'No', confidence: 0.5 }];
    expect(await read(path)).toEqual([{ place: 1, record: { question_id: id(2), samples } }]);
  });

  it('takes dates and integers of Parquet for what they mean', async () => {
    const filename = join(out, 'dates.parquet');
    parquetWriteFile({
      filename,
      columnData: [
        { name: 'question_id', data: [id(2)], type: 'STRING' },
        { name: 'prediction', data: [new Date('2024-02-29')], type: 'TIMESTAMP' },
        { name: 'confidence', data: [1n], type: 'INT64' },
      ],
    });
    expect(await read(filename)).toEqual([
      { place: 1, record: { question_id: id(2), prediction: '2024-02-29', confidence: 1 } },
    ]);
  });

  it('refuses what is no file of predictions', async () => {
    const path = join(out, 'broken.parquet');
    await writeFile(path, 'PAR1 and nothing more');
    await expect(read(path)).rejects.toThrow(UsageError);
    await expect(read(join(out, 'nowhere'))).rejects.toThrow(UsageError);
    await expect(read(out)).rejects.toThrow(UsageError);
    parquetWriteFile({ filename: path, columnData: [{ name: 'id', data: ['a'], type: 'STRING' }] });
    await expect(read(path)).rejects.toThrow(/no column question_id/);
  });
});
