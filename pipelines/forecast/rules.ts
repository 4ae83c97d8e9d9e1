import { formatInstant, type InstantMicros } from '../../common/time.js';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import type { Rule } from '../stages/rules.js';
import { entryStaleHours, goldInputs, outcomeOf, probabilityOfYes } from './community.js';
import { criteriaChange } from './criteria-changed.js';
import { DEFAULT_OUTCOMES } from './location.js';
import type { ForecastParameters } from './parameters.js';
import { outcomeValue, questionTypeOf } from './resolution.js';
import { scalingProblem } from './scaling.js';

/** What the rules need beside the record. */
export interface RuleInputs
  extends Pick<ForecastParameters, 'minForecasts' | 'maxStaleHours' | 'communityStatistic'> {
  /** The build's clock. */
  asOf: InstantMicros;
  /** Why a question's criteria are known to differ from those stored earlier, by candidate id. */
  earlierCriteria: (record: NormalizedQuestion) => string | undefined;
}

type ForecastRule = Rule<NormalizedQuestion, RuleInputs>;

const malformedRecord: ForecastRule = {
  name: 'malformed_record',
  doc: 'The record does not parse as a Metaculus post or question.',
  test: (record) => record.record_fault ?? undefined,
};

const unsupportedType: ForecastRule = {
  name: 'unsupported_type',
  doc: 'Not binary, numeric, discrete or date: multiple choice, conditional, notebook and whatever else.',
  test: (record) =>
    questionTypeOf(record.question_type) === undefined ? `type ${record.question_type}` : undefined,
};

const unresolved: ForecastRule = {
  name: 'unresolved',
  doc: "Not resolved, or resolved after the build's clock.",
  test: (record, { asOf }) => {
    for (const [what, time] of [
      ['resolved', record.resolved_at],
      ['resolution entered', record.resolution_set_at],
    ] as const)
      if (time !== null && time > asOf) return `${what} ${formatInstant(time)}, after the build's clock`;
    return record.resolved ? undefined : 'no resolution';
  },
};

const hiddenByAccess: ForecastRule = {
  name: 'hidden_by_access',
  doc: 'Resolved, but the resolution or all texts are hidden from this token.',
  test: (record) => {
    if (record.resolution === null) return 'resolved, but the resolution is empty';
    const texts = [record.background, record.resolution_criteria, record.fine_print];
    return record.title.trim() === '' || texts.every((text) => text.trim() === '')
      ? 'resolved, but its texts are empty'
      : undefined;
  },
};

const ambiguous: ForecastRule = {
  name: 'ambiguous',
  doc: 'Metaculus resolved it as ambiguous.',
  test: (record) => (record.resolution === 'ambiguous' ? 'resolution ambiguous' : undefined),
};

const annulled: ForecastRule = {
  name: 'annulled',
  doc: 'Metaculus annulled it.',
  test: (record) => (record.resolution === 'annulled' ? 'resolution annulled' : undefined),
};

const outOfRange: ForecastRule = {
  name: 'out_of_range',
  doc: 'The outcome lies outside the range, as a word or as a number; on a bound is within.',
  test: (record) => {
    const outcome = outcomeOf(record);
    if (outcome === undefined || outcome.kind === 'boolean') return undefined;
    if (outcome.kind === 'above' || outcome.kind === 'below') return `resolution ${record.resolution}`;
    const value = outcomeValue(outcome);
    if (value === undefined) return undefined;
    if (record.range_min !== null && value < record.range_min) return `${value} below ${record.range_min}`;
    if (record.range_max !== null && value > record.range_max) return `${value} above ${record.range_max}`;
    return Number.isFinite(value) ? undefined : `${value} is beyond any range`;
  },
};

const criteriaChanged: ForecastRule = {
  name: 'criteria_changed',
  doc: 'The criteria changed after submission, by wordings in the texts, an options history, or an earlier snapshot.',
  test: (record, { earlierCriteria }) => {
    if (record.options_versions > 1) return `options_history of ${record.options_versions} entries`;
    return (
      criteriaChange([
        ['description', record.background],
        ['resolution_criteria', record.resolution_criteria],
        ['fine_print', record.fine_print],
      ]) ?? earlierCriteria(record)
    );
  },
};

const tooFewForecasts: ForecastRule = {
  name: 'too_few_forecasts',
  doc: 'Fewer forecasts on the post than `forecast.minForecasts`.',
  test: ({ forecast_count: count }, { minForecasts }) => {
    if (count === null) return 'forecasts_count is missing';
    return count < minForecasts ? `${count} of ${minForecasts} forecasts` : undefined;
  },
};

const noCommunityPrediction: ForecastRule = {
  name: 'no_community_prediction',
  doc: 'No community prediction at the cut, or a continuous one without its CDF at the cut.',
  test: (record, inputs) =>
    entryProblem(record, inputs) ??
    (questionTypeOf(record.question_type) === 'boolean'
      ? probabilityProblem(record, inputs)
      : missingCdf(record)),
};

function entryProblem(record: NormalizedQuestion, { maxStaleHours }: RuleInputs): string | undefined {
  if (record.community_fault !== null) return record.community_fault;
  if (record.cut_at === null) return 'no closing or resolving time to cut at';
  if (record.community_start === null)
    return `no entry of ${record.method} started by ${formatInstant(record.cut_at)}`;
  const hours = entryStaleHours(record);
  return hours !== undefined && hours > maxStaleHours
    ? `the last entry ended ${hours} h before ${formatInstant(record.cut_at)}`
    : undefined;
}

function probabilityProblem(
  record: NormalizedQuestion,
  { communityStatistic }: RuleInputs,
): string | undefined {
  const yes = probabilityOfYes(record, communityStatistic)?.value;
  if (yes === undefined) return `the entry has no ${communityStatistic}`;
  const ofOutcome = goldInputs(record, communityStatistic)?.probability;
  return yes >= 0 && yes <= 1 && ofOutcome !== 0 ? undefined : `probability ${yes} has no score`;
}

function missingCdf(record: NormalizedQuestion): string | undefined {
  return record.community_cdf === null ? `the entry of ${record.community_origin} has no CDF` : undefined;
}

const badScaling: ForecastRule = {
  name: 'bad_scaling',
  doc: 'Malformed scaling or community CDF.',
  test: (record, { communityStatistic }) => {
    if (questionTypeOf(record.question_type) === 'boolean') return undefined;
    if (record.scaling_fault !== null) return record.scaling_fault;
    const problem = scalingProblem({
      ...record,
      outcome_count: record.outcome_count ?? DEFAULT_OUTCOMES,
      community_cdf: record.community_cdf ?? [],
    });
    if (problem !== undefined) return problem;
    const inputs = goldInputs(record, communityStatistic);
    return inputs && inputs.probability > 0 ? undefined : 'the CDF does not rise at the outcome';
  },
};

/** The drop rules in the order of CONTRACT 4.1. */
export const forecastRules: readonly ForecastRule[] = [
  malformedRecord,
  unsupportedType,
  unresolved,
  hiddenByAccess,
  ambiguous,
  annulled,
  outOfRange,
  criteriaChanged,
  tooFewForecasts,
  noCommunityPrediction,
  badScaling,
];
