import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scoreJson } from '../../../pipelines/score/json.js';
import { scorePage } from '../../../pipelines/score/page.js';
import { placeText } from '../../../pipelines/score/problems.js';
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
    expect(result.problems.count).toBe(7);
    expect(result.problems.named.map(({ place, question_id }) => [placeText(place), question_id])).toEqual([
      ['line 2', id(2)],
      ['line 3', null],
      ['line 4', null],
      ['line 6', null],
      ['line 7', id(1)],
      ['line 8', id(3)],
      ['line 9', id(4)],
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

describe('samples', () => {
  const good = { prediction: 'Yes', confidence: 0.9 };
  const bad = { prediction: 'perhaps', confidence: 0.9 };

  it('that are no answers are counted and named, over all used records', async () => {
    const { predictions, problems } = await score([
      { question_id: id(2), prediction: 'Yes', confidence: 1, samples: [good, bad, null] },
      { question_id: id(3), prediction: 'perhaps', confidence: 1, samples: [good, bad] },
      { question_id: id(4), samples: [bad, bad] },
      {
        question_id: id(5),
        samples: [
          { prediction: 1e301, confidence: 1 },
          { prediction: 1, confidence: 1 },
        ],
      },
      { question_id: id(1), samples: [bad] },
    ]);
    expect(predictions).toMatchObject({ used: 4, unknown: 1, badSamples: 6 });
    expect(
      problems.named.map(({ place, question_id, reason }) => [placeText(place), question_id, reason]),
    ).toEqual([
      ['line 1', id(2), '2 of its 3 samples are no answers'],
      ['line 2', id(3), 'prediction is no boolean answer; 1 of its 2 samples are no answers'],
      ['line 3', id(4), 'none of the samples is an answer; 2 of its 2 samples are no answers'],
      ['line 4', id(5), '1 of its 2 samples are no answers'],
      ['line 5', id(1), 'no question of this split'],
    ]);
  });

  it('are compared whatever became of the prediction beside them', async () => {
    const { evaluation, aggregations } = await score([
      { question_id: id(2), prediction: 'perhaps', samples: [good, bad] },
      { question_id: id(3), prediction: 'No', confidence: 1 },
    ]);
    expect(evaluation.boolean).toMatchObject({ questions: 3, answered: 1, malformed: 1, unanswered: 1 });
    for (const [, { boolean }] of aggregations ?? [])
      expect(boolean).toMatchObject({ questions: 1, answered: 1 });
    expect(aggregations?.size).toBe(5);
  });
});

describe('a record', () => {
  it('without a prediction is named, with the fields that it has', async () => {
    const { evaluation, problems } = await score([
      { question_id: id(2), answer: 'Yes', p: 0.6 },
      { question_id: id(3), prediction: null, samples: [] },
    ]);
    expect(evaluation.boolean).toMatchObject({ answered: 0, unanswered: 3 });
    expect(problems.named.map(({ reason }) => reason)).toEqual([
      'neither prediction nor samples; its other fields are answer, p',
      'neither prediction nor samples',
    ]);
  });

  it('with a quantity beyond what can be summed up is malformed', async () => {
    for (const [prediction, status] of [
      [1e300, 'answered'],
      ['-1e300', 'answered'],
      [1.1e300, 'malformed'],
      ['-1e308', 'malformed'],
    ] as const) {
      const result = await score([{ question_id: id(5), prediction, confidence: 0.5 }]);
      expect(result.evaluation.quantity[status]).toBe(1);
      expect(scoreJson(result)).not.toContain('1e+308');
      const raw = result.evaluation.quantity.metrics.at(-1);
      expect(raw?.answered === undefined || Number.isFinite(raw.answered)).toBe(true);
    }
  });

  it('is one of many: no more problems than a thousand are kept', async () => {
    const result = await score([
      GOOD[0],
      ...Array.from({ length: 1_500 }, (_, n) => ({ question_id: `x${n}` })),
    ]);
    expect(result.problems.count).toBe(1_500);
    expect(result.problems.named).toHaveLength(1_000);
    const json = JSON.parse(scoreJson(result));
    expect([json.problem_count, json.problems.length]).toEqual([1_500, 1_000]);
    expect(json.problems[0]).toMatchObject({ line: 2, question_id: 'x0' });
    expect(scoreText(result)).toContain('\n  line 2 x0: no question of this split\n');
    expect(scorePage(result)).toContain('line 2');
    expect(scoreText(result)).toMatch(
      /problems: 1,500 of the records .*[\s\S]*the first 1,000 with --format json/,
    );
    expect(scorePage(result)).toContain('And 500 more');
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

  it('say that there was nothing to score', async () => {
    expect(scoreText(await score([]))).toContain('the predictions file is empty');
    expect(scorePage(await score([]))).toContain('the predictions file is empty');
  });

  it('do not steer a terminal', async () => {
    const text = scoreText(
      await score([
        GOOD[0],
        { question_id: '\u001b[2J\u202e\nfake', prediction: 1 },
        { question_id: id(3), '\u0007': 1 },
      ]),
    );
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text).toContain('\\u{1b}[2J\\u{202e}\\u{a}fake: no question of this split');
  });

  it('make a page that loads nothing and takes names for text', async () => {
    const page = scorePage(await score([...GOOD, '<script>']));
    expect(dangers(page).filter((found) => !found.startsWith('href=#'))).toEqual([]);
    expect(page).not.toContain('<b>Law</b>');
    const [boolean] = tables(page);
    expect(boolean?.[1]?.slice(0, 4)).toEqual(['answered', '3', '3', '0.3333']);
  });
});
