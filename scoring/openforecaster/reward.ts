/** The published reward formulas, each under a name and version of its own: they disagree. */
export const REWARD_FORMULAS = [
  'score_paper@1',
  'reward_readme@1',
  'reward_env_head@1',
  'reward_train_verl@1',
] as const;
export type RewardFormula = (typeof REWARD_FORMULAS)[number];

/** The reward table of the environment's card. */
export const DEFAULT_REWARD_FORMULA: RewardFormula = 'reward_readme@1';

/** Reduces a training reward by one where the completion broke the format. */
export const VERL_FORMAT_PENALTY = -1;

/** Places that `reward_env_head@1` is published with. */
const ENV_HEAD_PLACES = 1e4;

/** `score_paper@1`: -(1 - p)^2 if right, -(1 + p^2) if wrong; in [-2,0]. Strictly proper in p. */
export function scorePaper(isCorrect: boolean, confidence: number): number {
  const p = probability(confidence);
  return isCorrect ? -((1 - p) ** 2) : -(1 + p ** 2);
}

/** `reward_readme@1`: (score_paper + 2) / 2, in [0,1]; the table of the card. Pays the same 0.5 for right and wrong at p = 0. */
export function rewardReadme(isCorrect: boolean, confidence: number): number {
  return (scorePaper(isCorrect, confidence) + 2) / 2;
}

/**
 * `reward_env_head@1`: what the environment's code pays since its last published change, in [0,1] and rounded to four
 * places: (b + correct + 1) / 3, with b = 1 - (1 - p)^2 if right and -p^2 if wrong. The rounding belongs to the
 * published rule; by it the reward is proper only up to four places: a confidence next to the true chance may earn up
 * to 1e-4 more in expectation.
 */
export function rewardEnvHead(isCorrect: boolean, confidence: number): number {
  const p = probability(confidence);
  const exact = isCorrect ? (3 - (1 - p) ** 2) / 3 : (1 - p ** 2) / 3;
  return Math.round(exact * ENV_HEAD_PLACES) / ENV_HEAD_PLACES;
}

/**
 * `reward_train_verl@1`: 1 + score_paper + correct, in [-1,2]; what most of the training scripts pay. A completion that
 * broke the format gets one less.
 */
export function rewardTrainVerl(isCorrect: boolean, confidence: number, formatPenalty = 0): number {
  return 1 + scorePaper(isCorrect, confidence) + (isCorrect ? 1 : 0) + formatPenalty;
}

/** The reward under a named formula. RangeError where there is none of that name, or the confidence is no number in [0,1]. */
export function rewardOf(formula: RewardFormula, isCorrect: boolean, confidence: number): number {
  if (!REWARD_FORMULAS.includes(formula)) throw new RangeError(`${formula} is no reward formula`);
  return FORMULAS[formula](isCorrect, confidence);
}

const FORMULAS: Readonly<Record<RewardFormula, (isCorrect: boolean, confidence: number) => number>> = {
  'score_paper@1': scorePaper,
  'reward_readme@1': rewardReadme,
  'reward_env_head@1': rewardEnvHead,
  'reward_train_verl@1': (isCorrect, confidence) => rewardTrainVerl(isCorrect, confidence),
};

/** Clamping is no substitute for this check: it makes NaN certain in one language and contagious in another. */
function probability(confidence: number): number {
  if (!(confidence >= 0 && confidence <= 1)) throw new RangeError(`${confidence} is no confidence in [0,1]`);
  return confidence;
}
