import { describe, expect, it } from 'vitest';
import { placeText } from '../../../pipelines/score/problems.js';
import { readRecord } from '../../../pipelines/score/read-record.js';
import type { QuestionType } from '../../../schemas/forecast.js';

const read = (type: QuestionType, prediction: unknown, confidence: unknown = 0.5) =>
  readRecord(type, { prediction, confidence }).prediction;

describe('other spellings of a prediction', () => {
  it.each<[QuestionType, unknown, string]>([
    ['boolean', 'yes', 'Yes'],
    ['boolean', ' YES ', 'Yes'],
    ['boolean', 'nO', 'No'],
    ['boolean', true, 'Yes'],
    ['boolean', false, 'No'],
    ['timeframe', ' 2024-02-29 ', '2024-02-29'],
    ['quantity', '42', '42'],
    ['quantity', ' +5 ', '5'],
    ['quantity', '.5', '0.5'],
    ['quantity', '-1e3', '-1000'],
  ])('%s: %j is taken', (type, spelling, prediction) => {
    expect(read(type, spelling)).toMatchObject({ status: 'answered', forecast: { prediction } });
  });

  it.each<[QuestionType, unknown]>([
    ['boolean', 1],
    ['boolean', 'true'],
    ['boolean', 'y'],
    ['timeframe', '2024-2-29'],
    ['timeframe', '2023-02-29'],
    ['quantity', '0x10'],
    ['quantity', '1,000'],
    ['quantity', '5 USD'],
    ['quantity', 'Infinity'],
    ['quantity', true],
  ])('%s: %j is not', (type, spelling) => {
    expect(read(type, spelling).status).toBe('malformed');
  });

  it('of a confidence: a text is taken, what lies outside of [0,1] is not', () => {
    expect(read('boolean', 'Yes', ' .25 ')).toMatchObject({ forecast: { confidence: 0.25 } });
    for (const confidence of ['1.01', -0.1, 'high', true, null])
      expect(read('boolean', 'Yes', confidence).status).toBe('malformed');
  });
});

it('names the place of a record as the kind of its file has it', () => {
  expect([placeText({ line: 5 }), placeText({ row: 5 })]).toEqual(['line 5', 'row 5']);
});
