import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AGGREGATIONS,
  type Aggregation,
  aggregate,
  DEFAULT_AGGREGATION,
  readPrediction,
  type Sample,
} from '../../../scoring/forecast/index.js';

const sample = (prediction: string, confidence: number, probability = confidence): Sample => ({
  prediction,
  confidence,
  probability,
});
/** Three say No, two say Yes, one of these with the highest confidence. */
const SAMPLES = [
  sample('No', 0.5, 0.2),
  sample('Yes', 0.9, 0.5),
  sample('No', 0.6, 0.4),
  sample('Yes', 0.7, 0.1),
  sample('No', 0.4, 0.25),
];

describe('the aggregations of section 5.2', () => {
  it.each([
    ['highest_confidence', 'Yes', 0.9],
    ['majority_vote', 'No', 0.6],
    ['weighted_average', 'No', (0.2 + 0.4 + 0.25) / 3],
    ['logit_mean_probability', 'No', (0.2 * 0.5 * 0.4 * 0.1 * 0.25) ** (1 / 5)],
    ['bayesian', 'Yes', 0.8],
  ] as const)('%s', (method, prediction, confidence) => {
    const found = aggregate(method, SAMPLES);
    expect(found.prediction).toBe(prediction);
    expect(found.confidence).toBeCloseTo(confidence, 12);
  });

  it('gives a tie to the higher confidence', () => {
    const tied = [sample('Yes', 0.6), sample('No', 0.8), sample('Yes', 0.7), sample('No', 0.1)];
    expect(aggregate('majority_vote', tied)).toEqual({ prediction: 'No', confidence: 0.8 });
  });

  it('gives a tie of confidences to the first by code point', () => {
    // UTF-16 has these two in the other order.
    const tied = [sample('\u{1f3c6}', 0.5), sample('\ufb01', 0.5)];
    for (const method of ['highest_confidence', 'majority_vote', 'bayesian'] as const)
      for (const samples of [tied, [...tied].reverse()])
        expect(aggregate(method, samples).prediction).toBe('\ufb01');
  });

  it('takes the highest confidence for the default, as the main tables do', () => {
    expect(DEFAULT_AGGREGATION).toBe('highest_confidence');
    expect(readPrediction('boolean', { samples: SAMPLES })).toMatchObject({
      forecast: { prediction: 'Yes', confidence: 0.9 },
    });
  });

  it.each(['mean', 'toString', ''])('knows no method %j', (method) => {
    expect(() => aggregate(method as Aggregation, SAMPLES)).toThrow(RangeError);
  });

  it('takes a probability of 0 for what it is', () => {
    expect(aggregate('logit_mean_probability', [sample('Yes', 1, 0), sample('Yes', 1, 1)]).confidence).toBe(
      0,
    );
  });

  it('needs a sample', () => {
    for (const method of AGGREGATIONS) expect(() => aggregate(method, [])).toThrow(RangeError);
  });

  it('answers what was sampled, in [0,1], whatever the order', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const drawn = fc.array(fc.tuple(fc.constantFrom('Yes', 'No'), unit, unit), { minLength: 1 });
    fc.assert(
      fc.property(drawn, fc.constantFrom(...AGGREGATIONS), (tuples, method) => {
        const samples = tuples.map(([prediction, confidence, probability]) =>
          sample(prediction, confidence, probability),
        );
        const found = aggregate(method, samples);
        const turned = aggregate(method, [...samples].reverse());
        expect(samples.map(({ prediction }) => prediction)).toContain(found.prediction);
        expect(turned.prediction).toBe(found.prediction);
        expect(turned.confidence).toBeCloseTo(found.confidence, 9);
        expect(found.confidence >= 0 && found.confidence <= 1).toBe(true);
      }),
    );
  });
});
