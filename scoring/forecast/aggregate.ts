import { compareCodePoints } from '../../common/order.js';

/** The methods of section 5.2, in the order of Table 7. */
export const AGGREGATIONS = [
  'majority_vote',
  'highest_confidence',
  'weighted_average',
  'logit_mean_probability',
  'bayesian',
] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** What the paper's main tables use. */
export const DEFAULT_AGGREGATION: Aggregation = 'highest_confidence';

/** One sampled output. */
export interface Sample {
  /** In its canonical form: equal predictions are equal texts. */
  prediction: string;
  /**
   * Normalised confidence, in [0,1]: the geometric mean of the token probabilities. The paper's c_i is their mean
   * logarithm; this is e to the c_i, which has the same order.
   */
  confidence: number;
  /** Raw confidence a_i = p_i, the model's own probability of the output, in [0,1]. */
  probability: number;
}

export interface Aggregated {
  prediction: string;
  /** In [0,1]. */
  confidence: number;
}

/**
 * One prediction and its confidence from the samples of one question (section 5.2). RangeError without a sample and
 * for an unknown method.
 *
 * What the paper leaves open: a tie for the most frequent prediction goes to the one with the highest confidence, then
 * to the first by code point; the Bayesian method answers the side with the higher mean confidence, with that mean.
 */
export function aggregate(method: Aggregation, samples: readonly Sample[]): Aggregated {
  if (!AGGREGATIONS.includes(method)) throw new RangeError(`${method} is no aggregation`);
  return METHODS[method](samples);
}

const METHODS: Readonly<Record<Aggregation, (samples: readonly Sample[]) => Aggregated>> = {
  majority_vote: majorityVote,
  highest_confidence: highestConfidence,
  weighted_average: weightedAverage,
  logit_mean_probability: logitMeanProbability,
  bayesian,
};

/** The prediction with the highest confidence: argmax c_i. */
function highestConfidence(samples: readonly Sample[]): Aggregated {
  const [best] = [...samples].sort(
    (a, b) => b.confidence - a.confidence || compareCodePoints(a.prediction, b.prediction),
  );
  if (best === undefined) throw new RangeError('no sample to aggregate');
  return { prediction: best.prediction, confidence: best.confidence };
}

/** The most frequent prediction with the highest confidence among the samples that agree. */
function majorityVote(samples: readonly Sample[]): Aggregated {
  return highestConfidence(agreeing(samples));
}

/** The most frequent prediction with the mean of the raw confidences of the samples that agree. */
function weightedAverage(samples: readonly Sample[]): Aggregated {
  const winners = agreeing(samples);
  return { ...majorityVote(samples), confidence: mean(winners.map(({ probability }) => probability)) };
}

/** The most frequent prediction with the geometric mean of all raw probabilities; 0 where one of them is. */
function logitMeanProbability(samples: readonly Sample[]): Aggregated {
  const logs = samples.map(({ probability }) => Math.log(probability));
  return { ...majorityVote(samples), confidence: Math.min(1, Math.exp(mean(logs))) };
}

/** The prediction whose samples have the highest mean confidence: of Yes and No for booleans, as the paper has it. */
function bayesian(samples: readonly Sample[]): Aggregated {
  const means = [...byPrediction(samples)].map(([prediction, group]) => ({
    prediction,
    confidence: mean(group.map(({ confidence }) => confidence)),
    probability: 0,
  }));
  return highestConfidence(means);
}

/** The samples of the most frequent prediction. */
function agreeing(samples: readonly Sample[]): readonly Sample[] {
  const [winners] = [...byPrediction(samples).values()].sort((a, b) => {
    const [bestA, bestB] = [highestConfidence(a), highestConfidence(b)];
    return (
      b.length - a.length ||
      bestB.confidence - bestA.confidence ||
      compareCodePoints(bestA.prediction, bestB.prediction)
    );
  });
  if (winners === undefined) throw new RangeError('no sample to aggregate');
  return winners;
}

function byPrediction(samples: readonly Sample[]): Map<string, Sample[]> {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const group = groups.get(sample.prediction);
    if (group === undefined) groups.set(sample.prediction, [sample]);
    else group.push(sample);
  }
  return groups;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
