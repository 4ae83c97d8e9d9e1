/** alpha of eq. 3 and 6 (appendix D.2): how sharply errors are penalized. */
export const ALPHA = 0.05;

/** epsilon of eq. 6, which the paper leaves open. */
export const EPSILON = 1e-8;

/** Standard deviations at no and at full confidence (eq. 4). */
export interface SigmaRange {
  /** At confidence 0. */
  readonly max: number;
  /** At confidence 1. */
  readonly min: number;
}

/** sigma_max and sigma_min (appendix D.2): days for timeframes, units for quantities. */
export const SIGMA: Readonly<Record<'timeframe' | 'quantity', SigmaRange>> = {
  timeframe: { max: 30, min: 1 },
  quantity: { max: 20, min: 1 },
};

/** Generation settings of the paper's runs (section 5.2 and appendix D.1): samples per question, decoding. */
export const GENERATION = { samples: 10, maxLength: 200, doSample: true, topK: 50, topP: 0.9 } as const;
