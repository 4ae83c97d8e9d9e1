import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  evaluate,
  evaluateByCategory,
  type MetricValue,
  type ScoredRow,
  scoreQuestion,
} from '../../../scoring/forecast/index.js';

const boolean = (changes: Partial<ScoredRow> = {}): ScoredRow => ({
  question_id: 'metaculus:1',
  question_type: 'boolean',
  resolution: 'Yes',
  resolution_value: 1,
  gold_confidence: 0.6,
  categories: [],
  ...changes,
});
const no = boolean({ resolution: 'No', resolution_value: 0 });
const quantity = boolean({
  question_type: 'quantity',
  resolution: '38',
  resolution_value: 38,
  gold_confidence: 0.5,
});
const timeframe = boolean({
  question_type: 'timeframe',
  resolution: '2024-03-01',
  resolution_value: 1709251200,
  gold_confidence: 0.5,
});
const answered = (row: ScoredRow, prediction: string, confidence: number): Attempt => ({
  row,
  status: 'answered',
  forecast: { prediction, confidence },
});
const value = (metrics: readonly MetricValue[], name: string) =>
  metrics.find(({ metric }) => metric === name);

describe('scoreQuestion', () => {
  it('gives a wrong answer what its confidence leaves to the outcome', () => {
    const scores = scoreQuestion(boolean(), { prediction: 'No', confidence: 0.9 });
    expect(scores.accuracy).toBe(0);
    expect(scores['brier_gold@1']).toBeCloseTo((0.1 - 0.6) ** 2, 12);
    expect(scores['brier_outcome@1']).toBeCloseTo(0.81, 12);
  });

  it('scores a quantity and a date by the closed forms', () => {
    expect(scoreQuestion(quantity, { prediction: '0', confidence: 0.5 })).toEqual({
      'mae@1': expect.closeTo(Math.tanh(0.95), 12),
      'ape@1': expect.closeTo(0.024994793, 8),
      'crps_raw@1': expect.closeTo(26.20151251247, 10),
      'crps_squashed@1': expect.closeTo(0.575051621011, 11),
    });
    expect(scoreQuestion(timeframe, { prediction: '2024-02-20', confidence: 0.5 })).toEqual({
      'ade@1': expect.closeTo(Math.tanh(0.25), 12),
      'crps_raw@1': expect.closeTo(1.789047521178, 11),
      'crps_squashed@1': expect.closeTo(0.0446963879767, 12),
    });
  });

  it('refuses what is no canonical answer', () => {
    expect(() => scoreQuestion(timeframe, { prediction: 'soon', confidence: 0.5 })).toThrow(RangeError);
    expect(() => scoreQuestion(quantity, { prediction: 'many', confidence: 0.5 })).toThrow(RangeError);
    expect(() => scoreQuestion(quantity, { prediction: '', confidence: 0.5 })).toThrow(RangeError);
    for (const prediction of ['yes', 'Maybe', '', 'true'])
      expect(() => scoreQuestion(boolean(), { prediction, confidence: 0.5 })).toThrow(RangeError);
    for (const confidence of [1.5, -0.1, Number.NaN])
      for (const row of [boolean(), timeframe, quantity])
        expect(() => scoreQuestion(row, { prediction: row.resolution, confidence })).toThrow(RangeError);
  });
});

describe('evaluate', () => {
  it('has no reward for answering only what is sure', () => {
    const silent = Array.from({ length: 7 }, () => ({ row: no, status: 'unanswered' as const }));
    const { boolean: summary } = evaluate([
      answered(boolean(), 'Yes', 0.7),
      answered(boolean(), 'Yes', 0.7),
      ...silent,
    ]);
    expect(value(summary.metrics, 'f1')).toMatchObject({ answered: 1, all: 4 / 11 });
  });

  it('keeps what is answered apart from what is missing, and counts both', () => {
    const { boolean: summary, timeframe: empty } = evaluate([
      answered(boolean(), 'Yes', 0.8),
      answered(no, 'Yes', 0.6),
      { row: boolean(), status: 'unanswered' },
      { row: no, status: 'malformed' },
    ]);
    expect(summary).toMatchObject({ questions: 4, answered: 2, unanswered: 1, malformed: 1 });
    expect(value(summary.metrics, 'accuracy')).toMatchObject({ answered: 0.5, all: 0.25 });
    // Answered: one hit, one false alarm. All: what happened without an answer is missed, what did not a false alarm.
    expect(value(summary.metrics, 'f1')).toMatchObject({ answered: 2 / 3, all: 2 / 5 });
    const outcome = value(summary.metrics, 'brier_outcome@1');
    expect(outcome?.answered).toBeCloseTo((0.04 + 0.36) / 2, 12);
    expect(outcome?.all).toBeCloseTo((0.04 + 0.36 + 2) / 4, 12);
    expect(empty.metrics.every(({ answered, all }) => answered === undefined && all === undefined)).toBe(
      true,
    );
  });

  it('has no worst value for raw CRPS, and no calibration for a point without a confidence', () => {
    const { quantity: summary } = evaluate([
      { row: quantity, status: 'answered', forecast: { prediction: '38' } },
      { row: quantity, status: 'unanswered' },
    ]);
    expect(value(summary.metrics, 'mae@1')).toMatchObject({ answered: 0, all: 0.5 });
    expect(value(summary.metrics, 'crps_raw@1')).toMatchObject({ answered: undefined, all: undefined });
    expect(value(summary.metrics, 'crps_squashed@1')?.answered).toBeUndefined();
  });

  it('loses no question, and stays in [0,1] where it is normalised', () => {
    const attempt = fc.tuple(
      fc.constantFrom(boolean(), no),
      fc.constantFrom('Yes', 'No', 'unanswered' as const, 'malformed' as const),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(attempt), (drawn) => {
        const attempts = drawn.map(
          ([row, said, confidence]): Attempt =>
            said === 'unanswered' || said === 'malformed'
              ? { row, status: said }
              : answered(row, said, confidence),
        );
        const { boolean: summary } = evaluate(attempts);
        expect(summary.answered + summary.unanswered + summary.malformed).toBe(drawn.length);
        for (const { answered: mean, all } of summary.metrics)
          for (const number of [mean, all])
            if (number !== undefined) expect(number >= 0 && number <= 1).toBe(true);
      }),
    );
  });
});

describe('evaluateByCategory', () => {
  it('orders names by code point, where UTF-16 has another order', () => {
    const categories = ['\u{1f3c6}', '\ufb01', 'Law'];
    const found = evaluateByCategory([answered(boolean({ categories }), 'Yes', 1)]);
    expect([...found.keys()]).toEqual(['Law', '\ufb01', '\u{1f3c6}']);
  });

  it('counts a question in each of its categories, by name', () => {
    const found = evaluateByCategory([
      answered(boolean({ categories: ['Politics', 'Law', 'Law'] }), 'Yes', 1),
      answered(boolean({ categories: ['Politics'] }), 'No', 1),
      answered(boolean(), 'No', 1),
    ]);
    const sizes = [...found].map(([name, { boolean: summary }]) => [name, summary.questions]);
    expect(sizes).toEqual([
      ['(none)', 1],
      ['Law', 1],
      ['Politics', 2],
    ]);
  });
});
