import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, bucketProbability } from '../../../pipelines/forecast/bucket.js';
import {
  booleanGold,
  confidenceOfScore,
  continuousGold,
} from '../../../pipelines/forecast/gold-confidence.js';

/** Worked numbers of reference/metaculus.md 7.7; the scores of the first two are Metaculus' unit tests. */
describe('gold confidence', () => {
  it.each([
    [0.9, 84.79969066, 0.7001468],
    [0.1, -232.19280949, 0.0893231],
    [0.5, 0, 0.5],
  ])('boolean, P = %d', (probability, score, confidence) => {
    const gold = booleanGold(probability);
    expect(gold.baselineScore).toBeCloseTo(score, 7);
    expect(gold.goldConfidence).toBeCloseTo(confidence, 7);
  });

  it.each([
    ['both bounds open, as likely as uniform', 0.0045, 200, 2, 0, 0.5],
    ['date, one bound open', 0.03501684612, 200, 1, 99.88423227, 0.7308309],
    ['logarithmic, both open', 0.010656002, 200, 2, 43.10229808, 0.6061179],
    ['logarithmic, one open, scored in production', 0.1301803085, 200, 1, 165.53879299, 0.8396179],
    ['discrete, one open', 0.01430711, 51, 1, -13.19398301, 0.4670628],
  ])('%s', (_, probability, outcomes, open, score, confidence) => {
    const gold = continuousGold(probability, outcomes, open);
    expect(gold.baselineScore).toBeCloseTo(score, 3);
    expect(gold.goldConfidence).toBeCloseTo(confidence, 6);
  });

  it('rises with the probability and stays within (0,1)', () => {
    const probability = fc.double({ min: 1e-6, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        probability,
        probability,
        fc.integer({ min: 1, max: 400 }),
        fc.nat(2),
        (a, b, outcomes, open) => {
          for (const gold of [booleanGold, (p: number) => continuousGold(p, outcomes, open)]) {
            const [low, high] = [gold(Math.min(a, b)), gold(Math.max(a, b))];
            expect(low.goldConfidence).toBeLessThanOrEqual(high.goldConfidence);
            expect(low.goldConfidence).toBeGreaterThan(0);
            expect(high.goldConfidence).toBeLessThan(1);
            expect(high.goldConfidence).toBe(confidenceOfScore(high.baselineScore));
          }
        },
      ),
    );
  });
});

const CASES = new URL('../../../../shared/reference/cases/metaculus.json', import.meta.url);

interface Case {
  id: string;
  kind: string;
  input: {
    p_of_resolved_outcome?: number;
    n_options?: number;
    range_min: number;
    range_max: number;
    zero_point: number | null;
    open_lower_bound: boolean;
    open_upper_bound: boolean;
    inbound_outcome_count: number;
    resolution_value: number | null;
    forecast_values: number[];
  };
  expect: {
    metaculus_baseline_score: number;
    gold_confidence?: number;
    gold_confidence_metaculus_baseline?: number | null;
  };
}

describe.skipIf(!existsSync(CASES))('worked cases of the reference', () => {
  const cases: Case[] = existsSync(CASES) ? JSON.parse(readFileSync(CASES, 'utf8')).cases : [];

  it.each(cases.filter(({ kind, input }) => kind === 'binary' && input.n_options === 2))(
    '$id',
    ({ input, expect: want }) => {
      const gold = booleanGold(Number(input.p_of_resolved_outcome));
      expect(gold.baselineScore).toBeCloseTo(want.metaculus_baseline_score, 9);
      expect(gold.goldConfidence).toBeCloseTo(Number(want.gold_confidence), 12);
    },
  );

  it.each(
    cases.filter(
      ({ kind, expect: want }) => kind === 'continuous' && want.gold_confidence_metaculus_baseline,
    ),
  )('$id', ({ input, expect: want }) => {
    const { range_min: min, range_max: max, zero_point: zeroPoint, inbound_outcome_count: outcomes } = input;
    const bucket = bucketOf(Number(input.resolution_value), { min, max, zeroPoint, outcomes });
    const open = Number(input.open_lower_bound) + Number(input.open_upper_bound);
    const gold = continuousGold(bucketProbability(input.forecast_values, bucket), outcomes, open);
    expect(gold.baselineScore).toBeCloseTo(want.metaculus_baseline_score, 9);
    expect(gold.goldConfidence).toBeCloseTo(Number(want.gold_confidence_metaculus_baseline), 12);
  });
});
