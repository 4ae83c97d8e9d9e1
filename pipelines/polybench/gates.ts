import type { GateResult } from '../dataset.js';
import type { Verdict } from './verdicts.js';

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
    { name: 'days_filled_from_no_token', value: filled, limit: lifetime, passed: true },
    { name: 'days_without_quote', value: missing, limit: lifetime, passed: true },
  ];
}
