import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../common/time.js';
import { canonicalAnswer, isCutoff, readPrediction, resolvedAfter } from '../../../scoring/forecast/index.js';

describe('canonicalAnswer', () => {
  it.each([
    ['boolean', ' YES ', 'Yes'],
    ['boolean', 'no', 'No'],
    ['boolean', true, 'Yes'],
    ['boolean', 'y', undefined],
    ['boolean', 1, undefined],
    ['boolean', '000000', undefined],
    ['timeframe', '2024-02-29', '2024-02-29'],
    ['timeframe', '2023-02-29', undefined],
    ['timeframe', '2024-02', undefined],
    ['timeframe', '2024-02-29T00:00:00Z', undefined],
    ['timeframe', 20240229, undefined],
    ['quantity', '1.50', '1.5'],
    ['quantity', -0, '0'],
    ['quantity', '1e3', '1000'],
    ['quantity', '1,000', undefined],
    ['quantity', Number.NaN, undefined],
    ['quantity', '', undefined],
    ['quantity', true, undefined],
  ] as const)('of a %s for %j', (type, value, expected) => {
    expect(canonicalAnswer(type, value)).toBe(expected);
  });
});

describe('readPrediction', () => {
  it('takes an answer with its confidence', () => {
    expect(readPrediction('boolean', { prediction: 'no', confidence: '0.25' })).toEqual({
      status: 'answered',
      forecast: { prediction: 'No', confidence: 0.25 },
      samples: [],
      badSamples: 0,
    });
  });

  it.each([0, 1])('takes the confidence %d', (confidence) => {
    expect(readPrediction('boolean', { prediction: 'No', confidence }).status).toBe('answered');
  });

  it.each([null, undefined, -0.1, 1.1, '70%', Number.NaN])('refuses the confidence %j', (confidence) => {
    expect(readPrediction('boolean', { prediction: 'No', confidence })).toEqual({
      status: 'malformed',
      reason: 'confidence is no number in [0,1]',
    });
  });

  it('tells an answer that is missing from one that is wrong in form', () => {
    expect(readPrediction('quantity', { prediction: null, confidence: 0.5 }).status).toBe('unanswered');
    expect(readPrediction('quantity', { prediction: 'many', confidence: 0.5 }).status).toBe('malformed');
    expect(readPrediction('quantity', { prediction: 3, confidence: 0.5, samples: 'x' }).status).toBe(
      'malformed',
    );
  });

  it('takes the most confident sample where only samples are given, and counts those that are no answer', () => {
    const samples = [
      { prediction: 'yes', confidence: 0.6, probability: 0.1 },
      { prediction: 'No', confidence: 0.8 },
      { prediction: '0000', confidence: 0.99 },
      { prediction: 'Yes', confidence: 2 },
      null,
    ];
    expect(readPrediction('boolean', { samples })).toEqual({
      status: 'answered',
      forecast: { prediction: 'No', confidence: 0.8 },
      samples: [
        { prediction: 'Yes', confidence: 0.6, probability: 0.1 },
        { prediction: 'No', confidence: 0.8, probability: 0.8 },
      ],
      badSamples: 3,
    });
    expect(readPrediction('boolean', { samples: [{ prediction: 'x', confidence: 1 }] }).status).toBe(
      'malformed',
    );
    expect(readPrediction('boolean', { samples: [] }).status).toBe('unanswered');
  });
});

describe('the cutoff', () => {
  const at = (text: string) => parseInstant(text) ?? Number.NaN;

  it.each([
    ['2023-12', '2023-12-31T23:59:59Z', false],
    ['2023-12', '2024-01-01T00:00:00Z', true],
    ['2023-12-15', '2023-12-15T23:59:59Z', false],
    ['2023-12-15', '2023-12-16T00:00:00Z', true],
  ])('%s and a resolution at %s', (cutoff, resolved, expected) => {
    expect(resolvedAfter(cutoff, at(resolved))).toBe(expected);
  });

  it('says nothing of a question without a date', () => {
    expect(resolvedAfter('2023-12', null)).toBeUndefined();
  });

  it('is a month or a day', () => {
    expect(['2023-12', '2024-02-29'].every(isCutoff)).toBe(true);
    expect(['2023', '2023-13', '2023-02-29', '2023-1', '', '2023-12-1'].some(isCutoff)).toBe(false);
  });
});
