/** Share of probability that the uniform baseline puts beyond each open bound. */
const BEYOND_OPEN_BOUND = 0.05;

/** The score and the label that follows from it. */
export interface Gold {
  /** Metaculus' baseline score: log score against the uniform forecast, times 100. */
  baselineScore: number;
  /** sigmoid(baselineScore / 100), in (0,1). */
  goldConfidence: number;
}

/** The logistic function. */
export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** Gold confidence of a baseline score (paper eq. 7 and 8 written over the score). */
export function confidenceOfScore(baselineScore: number): number {
  return sigmoid(baselineScore / 100);
}

/** Paper eq. 7: `probability` is what the community gave to the outcome that happened, in (0,1]. */
export function booleanGold(probability: number): Gold {
  const baselineScore = (100 * (Math.log(probability) - Math.log(0.5))) / Math.log(2);
  return { baselineScore, goldConfidence: confidenceOfScore(baselineScore) };
}

/** Density of the uniform baseline per unit of internal location: 1, 0.95 or 0.9 with 0, 1 or 2 open bounds. */
export function uniformDensity(openBounds: number): number {
  return 1 - BEYOND_OPEN_BOUND * openBounds;
}

/**
 * Paper eq. 8 for an outcome within the range: `probability` is what the community gave to its bucket of `outcomes`
 * equal steps of internal location. Never nominal widths: those give another number on a logarithmic scale.
 */
export function continuousGold(probability: number, outcomes: number, openBounds: number): Gold {
  const baseline = uniformDensity(openBounds) / outcomes;
  const baselineScore = (100 * Math.log(probability / baseline)) / 2;
  return { baselineScore, goldConfidence: confidenceOfScore(baselineScore) };
}
