import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  REWARD_FORMULAS,
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

  it('pay most in expectation for the true chance', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    const exact = REWARD_FORMULAS.filter((formula) => formula !== 'reward_env_head@1');
    fc.assert(
      fc.property(chance, chance, fc.constantFrom(...exact), (truth, other, formula) => {
        const expected = (p: number) =>
          truth * rewardOf(formula, true, p) + (1 - truth) * rewardOf(formula, false, p);
        return expected(truth) >= expected(other) - 1e-12;
      }),
    );
  });

  it('take one off for a broken format in training', () => {
    expect(rewardTrainVerl(false, 1, VERL_FORMAT_PENALTY)).toBe(-2);
  });
});
