import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BaselineRow,
  baselineAttempts,
  baselineQuestion,
  baselineTable,
  baseRates,
  medianLocation,
} from '../../../pipelines/forecast/baselines.js';
import { forecastReport } from '../../../pipelines/forecast/report.js';
import type { Row } from '../../../schemas/table.js';
import { question } from '../../reader/rows.js';
import { stream, tables } from '../stages/report/read.js';

const DAY = 86_400;
const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

/** A date question with a linear range of 100 days and a community that is sure of its middle quarter. */
function timeframe(resolution: string, changes: Partial<BaselineRow> = {}): BaselineRow {
  const start = seconds('2024-01-01');
  return question({
    question_type: 'timeframe',
    resolution,
    resolution_value: seconds(resolution),
    community_probability: null,
    community_cdf: [0, 0, 0.25, 1, 1],
    range_min: start,
    range_max: start + 100 * DAY,
    ...changes,
  });
}

const yes = (probability: number) => question({ community_probability: probability });
const no = (probability: number) =>
  question({ resolution: 'No', resolution_value: 0, community_probability: probability });

function answers(
  baseline: Parameters<typeof baselineAttempts>[0],
  row: BaselineRow,
  training: BaselineRow[],
) {
  const [attempt] = baselineAttempts(
    baseline,
    [baselineQuestion(row)],
    baseRates(training.map(baselineQuestion)),
  );
  return attempt?.status === 'answered' ? attempt.forecast : attempt?.status;
}

describe('medianLocation', () => {
  it('interpolates between the points', () => {
    expect(medianLocation([0, 0, 0.25, 1, 1])).toBeCloseTo((2 + 1 / 3) / 4, 12);
    expect(medianLocation([0, 0.5, 1])).toBe(0.5);
  });

  it('ends at the range where the median lies beyond it', () => {
    expect(medianLocation([0.6, 0.8, 1])).toBe(0);
    expect(medianLocation([0, 0.1, 0.2])).toBe(1);
  });

  it('lies in [0,1]', () => {
    const sorted = fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 50 })
      .map((values) => values.sort((a, b) => a - b));
    fc.assert(
      fc.property(sorted, (cdf) => {
        const place = medianLocation(cdf);
        return place >= 0 && place <= 1;
      }),
    );
  });
});

describe('the baselines', () => {
  it('say Yes at one half, or the middle of the range', () => {
    expect(answers('always_half', no(0.2), [])).toEqual({ prediction: 'Yes', confidence: 0.5 });
    expect(answers('always_half', timeframe('2024-01-11'), [])).toEqual({
      prediction: '2024-02-20',
      confidence: 0.5,
    });
  });

  it('take the base rate from the training questions alone', () => {
    const training = [yes(0.9), no(0.1), no(0.1), no(0.1)];
    expect(answers('base_rate', yes(0.9), training)).toEqual({ prediction: 'No', confidence: 0.75 });
    expect(answers('base_rate', yes(0.9), [])).toBe('unanswered');
    const dates = ['2024-01-11', '2024-01-21', '2024-03-01'].map((day) =>
      timeframe(day, { gold_confidence: 0.6 }),
    );
    const found = answers('base_rate', timeframe('2024-02-01'), dates);
    expect(found).toMatchObject({ prediction: '2024-01-21' });
    expect(found).toHaveProperty('confidence', expect.closeTo(0.6, 12));
  });

  it('take the true median of an even number of outcomes', () => {
    const rate = (days: string[]) =>
      answers(
        'base_rate',
        timeframe('2024-02-01'),
        days.map((day) => timeframe(day)),
      );
    // Places 0.10, 0.20, 0.60 and 0.90 of a range of 100 days from 2024-01-01.
    const days = ['2024-03-31', '2024-01-11', '2024-01-21', '2024-03-01'];
    expect(rate(days)).toMatchObject({ prediction: '2024-02-10' });
    expect(rate(days.slice(1, 3))).toMatchObject({ prediction: '2024-01-16' });
    expect(rate(days.slice(0, 1))).toMatchObject({ prediction: '2024-03-31' });
    const quantities = [25, 75].map((value) =>
      timeframe('2024-01-11', {
        question_type: 'quantity',
        resolution_value: value,
        range_min: 0,
        range_max: 100,
      }),
    );
    const [asked] = quantities;
    expect(asked && answers('base_rate', asked, quantities)).toMatchObject({ prediction: '50' });
  });

  it('take the community at its word', () => {
    expect(answers('community', no(0.2), [])).toEqual({ prediction: 'No', confidence: 0.8 });
    expect(answers('community', timeframe('2024-02-01'), [])).toEqual({ prediction: '2024-02-28' });
  });

  it('score what the community gave to the outcome against the gold confidence', () => {
    // sigmoid(log2(2 * 0.75)) = 0.642208476541
    const rows = [yes(0.75), no(0.25)].map((row) => ({ ...row, gold_confidence: 0.642208476541 }));
    const { boolean } = baselineTable(rows.map(baselineQuestion), []).get('community') ?? {};
    const values = new Map(boolean?.metrics.map(({ metric, answered }) => [metric, answered]));
    expect(values.get('accuracy')).toBe(1);
    expect(values.get('brier_outcome@1')).toBeCloseTo(0.0625, 12);
    expect(values.get('brier_gold@1')).toBeCloseTo((0.75 - 0.642208476541) ** 2, 12);
  });

  it('answer nothing where a day has no four-digit year', () => {
    const far = timeframe('2024-01-11', { range_max: seconds('2024-01-01') + 1e12 });
    expect(answers('always_half', far, [])).toBe('unanswered');
  });
});

describe('the report', () => {
  it('has the baselines of every split, on the base rate of training', async () => {
    const rows = [
      { ...yes(0.9), split: 'train' },
      { ...no(0.2), split: 'train', question_id: 'metaculus:2' },
      { ...no(0.3), split: 'train', question_id: 'metaculus:3' },
      { ...no(0.4), question_id: 'metaculus:4' },
      { ...timeframe('2024-02-20'), question_id: 'metaculus:5' },
    ];
    const report = await forecastReport(stream(rows as Row[]));
    const html = report.find(({ title }) => title === 'Baselines')?.html;
    const [boolean, dates] = tables(String(html));
    expect(boolean?.map((cells) => cells.slice(0, 4))).toEqual([
      ['split and baseline', 'N', 'of', 'Acc. ↑'],
      ['train: always_half', '3', '3', '0.3333'],
      ['train: base_rate', '3', '3', '0.6667'],
      ['train: community', '3', '3', '1.0000'],
      ['test: always_half', '1', '1', '0.0000'],
      ['test: base_rate', '1', '1', '1.0000'],
      ['test: community', '1', '1', '1.0000'],
    ]);
    expect(dates?.slice(1).map((cells) => cells.slice(0, 4))).toEqual([
      ['test: always_half', '1', '1', '0.0000'],
      ['test: base_rate', '0', '1', '–'],
      ['test: community', '1', '1', expect.stringMatching(/^0\.\d{4}$/)],
    ]);
  });
});
