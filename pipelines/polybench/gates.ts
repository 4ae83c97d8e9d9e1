import type { GateResult } from '../dataset.js';
import type { Verdict } from './verdicts.js';

/** Names of the dataset's own gates. */
export const QUALITY_GATES = ['days_filled_from_no_token', 'days_without_quote'] as const;

/** How many days of the kept markets were filled from the NO token, and how many stay without a quote: never refuses. */
export function qualityGates(verdicts: Iterable<Verdict>): GateResult[] {
  let [filled, missing, lifetime] = [0, 0, 0];
  for (const verdict of verdicts) {
    if (!('figures' in verdict)) continue;
    filled += verdict.figures.filled;
    missing += verdict.figures.missing;
    lifetime += verdict.figures.lifetime;
  }
  return [
    { name: QUALITY_GATES[0], value: filled, limit: lifetime, passed: true },
    { name: QUALITY_GATES[1], value: missing, limit: lifetime, passed: true },
  ];
}
