import { instantOfSeconds } from '../../common/time.js';
import type { NormalizedQuestion, QuestionRow } from '../../schemas/forecast.js';
import { goldOf, outcomeOf, probabilityOfYes } from './community.js';
import type { ForecastParameters } from './parameters.js';
import { outcomeValue, publishedResolution, questionTypeOf } from './resolution.js';

/** A published row before it has a split. */
export type UnsplitRow = Omit<QuestionRow, 'split'>;

/**
 * The published row of a record that all rules keep. RangeError where a record lacks what the rules vouch for, as one
 * does that was not judged.
 */
export function labelOf(
  record: NormalizedQuestion,
  parameters: Pick<ForecastParameters, 'communityStatistic'>,
): UnsplitRow {
  const { candidate_id, forecast_count, post_id, community_start } = record;
  const type = questionTypeOf(record.question_type);
  const outcome = outcomeOf(record);
  const resolution = outcome && publishedResolution(outcome);
  const value = outcome && outcomeValue(outcome);
  const gold = goldOf(record, parameters.communityStatistic);
  if (type === undefined || resolution === undefined || value === undefined || gold === undefined)
    throw new RangeError(`${candidate_id} has no label`);
  if (forecast_count === null || post_id === null || community_start === null)
    throw new RangeError(`${candidate_id} lacks a column that may not be empty`);
  return {
    question_id: candidate_id,
    question_type: type,
    question: record.title,
    background: record.background,
    resolution_criteria: record.resolution_criteria,
    fine_print: record.fine_print,
    resolution,
    resolution_value: value,
    gold_confidence: gold.goldConfidence,
    baseline_score: gold.baselineScore,
    ...communityColumns(record, parameters),
    community_at: instantOfSeconds(community_start),
    forecast_count,
    forecaster_count: record.forecaster_count,
    categories: record.categories,
    created_at: record.created_at,
    opened_at: record.opened_at,
    closed_at: record.closed_at,
    resolved_at: record.resolved_at,
    range_min: record.range_min,
    range_max: record.range_max,
    zero_point: record.zero_point,
    open_lower_bound: record.open_lower_bound,
    open_upper_bound: record.open_upper_bound,
    unit: record.unit,
    source_shape: record.community_origin === 'export' ? 'export' : 'posts',
    post_id,
    group_id: record.group_id,
    url: `https://www.metaculus.com/questions/${post_id}/`,
  };
}

type CommunityColumns = Pick<UnsplitRow, 'community_probability' | 'community_cdf' | 'community_statistic'>;

function communityColumns(
  record: NormalizedQuestion,
  { communityStatistic }: Pick<ForecastParameters, 'communityStatistic'>,
): CommunityColumns {
  if (record.community_cdf !== null)
    return { community_probability: null, community_cdf: record.community_cdf, community_statistic: 'cdf' };
  const yes = probabilityOfYes(record, communityStatistic);
  if (yes === undefined) throw new RangeError(`${record.candidate_id} has no community prediction`);
  return { community_probability: yes.value, community_cdf: null, community_statistic: yes.statistic };
}
