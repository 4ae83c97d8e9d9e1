import { MICROS_PER_SECOND } from '../../common/time.js';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import { bucketOf, bucketProbability } from './bucket.js';
import { hadEnded, staleHours } from './cut.js';
import { booleanGold, continuousGold, type Gold } from './gold-confidence.js';
import { DEFAULT_OUTCOMES, type Scale } from './location.js';
import type { ForecastParameters } from './parameters.js';
import { type Outcome, outcomeValue, parseResolution, questionTypeOf } from './resolution.js';

export type BooleanStatistic = ForecastParameters['communityStatistic'];

/** The outcome that the record's resolution says; undefined where it has none or its type is not taken. */
export function outcomeOf(record: NormalizedQuestion): Outcome | undefined {
  const type = questionTypeOf(record.question_type);
  if (type === undefined || record.resolution === null) return undefined;
  return parseResolution(type, record.resolution);
}

/**
 * Probability of Yes at the cut and the statistic that gave it: the mean where it is wanted and the entry has one
 * (history entries have had none since mid-2025), else the median; undefined where the entry has neither.
 */
export function probabilityOfYes(
  record: NormalizedQuestion,
  wanted: BooleanStatistic,
): { value: number; statistic: BooleanStatistic } | undefined {
  if (wanted === 'means' && record.community_mean !== null)
    return { value: record.community_mean, statistic: 'means' };
  if (record.community_center !== null) return { value: record.community_center, statistic: 'centers' };
  return undefined;
}

/** The scale of a continuous record; undefined where the range is not given. */
export function scaleOf(record: NormalizedQuestion): Scale | undefined {
  if (record.range_min === null || record.range_max === null) return undefined;
  return {
    min: record.range_min,
    max: record.range_max,
    zeroPoint: record.zero_point,
    outcomes: record.outcome_count ?? DEFAULT_OUTCOMES,
  };
}

/** How many bounds of the range are open: 0, 1 or 2. */
export function openBounds(
  record: Pick<NormalizedQuestion, 'open_lower_bound' | 'open_upper_bound'>,
): number {
  return Number(record.open_lower_bound === true) + Number(record.open_upper_bound === true);
}

/** Hours by which the entry of a record had ended before the cut; undefined where it stood, or where there is none. */
export function entryStaleHours(record: NormalizedQuestion): number | undefined {
  const { community_start: start, community_end: end, cut_at: cut } = record;
  if (start === null || cut === null) return undefined;
  const seconds = cut / MICROS_PER_SECOND;
  return hadEnded({ start, end }, seconds) ? staleHours({ start, end }, seconds) : undefined;
}

/** What the gold confidence of a record is computed from. */
export interface GoldInputs {
  /** Probability that the community gave to what happened: the answer, or the bucket of the outcome. */
  probability: number;
  /** Internal bucket of a continuous outcome. */
  bucket?: number;
  scale?: Scale;
}

/** What the community gave to the outcome at the cut; undefined where the outcome or the prediction is missing. */
export function goldInputs(record: NormalizedQuestion, wanted: BooleanStatistic): GoldInputs | undefined {
  const outcome = outcomeOf(record);
  if (outcome?.kind === 'boolean') {
    const yes = probabilityOfYes(record, wanted)?.value;
    return yes === undefined ? undefined : { probability: outcome.value ? yes : 1 - yes };
  }
  const value = outcome && outcomeValue(outcome);
  const scale = scaleOf(record);
  if (value === undefined || scale === undefined || record.community_cdf === null) return undefined;
  const bucket = bucketOf(value, scale);
  return { probability: bucketProbability(record.community_cdf, bucket), bucket, scale };
}

/** Score and gold confidence of a record that passed all rules; undefined where an input is missing. */
export function goldOf(record: NormalizedQuestion, wanted: BooleanStatistic): Gold | undefined {
  const inputs = goldInputs(record, wanted);
  if (inputs === undefined) return undefined;
  return inputs.scale === undefined
    ? booleanGold(inputs.probability)
    : continuousGold(inputs.probability, inputs.scale.outcomes, openBounds(record));
}
