import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_REWARD_FORMULA,
  REWARD_FORMULAS,
  type RewardFormula,
  rewardOf,
  rewardTrainVerl,
  VERL_FORMAT_PENALTY,
} from '../../../scoring/openforecaster/index.js';

/** Confidence, right?, then the four formulas in their order: the card's table and the reference's. */
const TABLE: readonly (readonly [number, boolean, readonly number[]])[] = [
  [1, true, [0, 1, 1, 2]],
  [1, false, [-2, 0, 0, -1]],
  [0.5, true, [-0.25, 0.875, 0.9167, 1.75]],
  [0.5, false, [-1.25, 0.375, 0.25, -0.25]],
  [0, true, [-1, 0.5, 0.6667, 1]],
  [0, false, [-1, 0.5, 0.3333, 0]],
  [0.9, false, [-1.81, 0.095, 0.0633, -0.81]],
  [0.75, true, [-0.0625, 0.96875, 0.9792, 1.9375]],
  [0.25, true, [-0.5625, 0.71875, 0.8125, 1.4375]],
  [0.1, false, [-1.01, 0.495, 0.33, -0.01]],
  [0.8, true, [-0.04, 0.98, 0.9867, 1.96]],
  [0.8, false, [-1.64, 0.18, 0.12, -0.64]],
];

describe('the rewards', () => {
  it.each(TABLE)('at %d, right: %s', (confidence, isCorrect, expected) => {
    const found = REWARD_FORMULAS.map((formula) => rewardOf(formula, isCorrect, confidence));
    for (const [index, reward] of found.entries()) expect(reward).toBeCloseTo(expected[index] ?? NaN, 12);
  });

  it.each([Number.NaN, -0.1, 1.0000000001, Number.POSITIVE_INFINITY])(
    'refuse the confidence %d',
    (confidence) => {
      for (const formula of REWARD_FORMULAS)
        expect(() => rewardOf(formula, true, confidence)).toThrow(RangeError);
    },
  );

  it.each(['reward@1', '', 'toString'])('knows no formula %j', (name) => {
    expect(() => rewardOf(name as RewardFormula, true, 0.5)).toThrow(RangeError);
  });

  it('pay the table of the card by default', () => {
    expect(DEFAULT_REWARD_FORMULA).toBe('reward_readme@1');
  });

  /** Expected reward of saying `said` where the chance of being right is `truth`. */
  const expected = (formula: RewardFormula, truth: number, said: number) =>
    truth * rewardOf(formula, true, said) + (1 - truth) * rewardOf(formula, false, said);
  const thousandths = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
  /** What a distance of d from the true chance costs, in units of d^2; a constant reward would cost nothing. */
  const COSTS = [
    ['score_paper@1', 1],
    ['reward_readme@1', 1 / 2],
    ['reward_train_verl@1', 1],
  ] as const;

  it.each(COSTS)('%s is strictly proper', (formula, cost) => {
    fc.assert(
      fc.property(thousandths, thousandths, (truth, said) => {
        const lost = expected(formula, truth, truth) - expected(formula, truth, said);
        expect(lost).toBeCloseTo(cost * (truth - said) ** 2, 12);
        return truth === said || lost > 0;
      }),
    );
  });

  it('is proper up to its four places under reward_env_head@1, which rounds', () => {
    fc.assert(
      fc.property(thousandths, thousandths, (truth, said) => {
        const formula = 'reward_env_head@1';
        const lost = expected(formula, truth, truth) - expected(formula, truth, said);
        expect(Math.abs(lost - (truth - said) ** 2 / 3)).toBeLessThanOrEqual(1e-4 + 1e-12);
      }),
    );
    // Between two confidences that the rounding does not tell apart it pays the same: not strictly proper.
    expect(rewardOf('reward_env_head@1', true, 0.99991)).toBe(rewardOf('reward_env_head@1', true, 1));
  });

  it('take one off for a broken format in training', () => {
    expect(rewardTrainVerl(false, 1, VERL_FORMAT_PENALTY)).toBe(-2);
  });
});
