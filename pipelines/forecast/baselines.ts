import { instantOfSeconds, numberOfDay, utcDay } from '../../common/time.js';
import type { QuestionRow, QuestionType } from '../../schemas/forecast.js';
import {
  type Attempt,
  type Evaluation,
  evaluate,
  type Forecast,
  type ScoredRow,
} from '../../scoring/forecast/index.js';
import { location, nominal, type Scale } from './location.js';

/**
 * Forecasts that need no model. `always_half`: Yes at 0.5; the middle of the range at confidence 0.5. `base_rate`: the
 * share of Yes in the training split; the median place of the outcomes in their ranges there, at their mean gold
 * confidence. `community`: the community forecast itself; of a continuous one its median, which has no confidence that
 * the outcome did not go into, and so no CRPS.
 */
const BASELINES = ['always_half', 'base_rate', 'community'] as const;
export type Baseline = (typeof BASELINES)[number];

/** What baselines need of a published row. */
export type BaselineRow = ScoredRow &
  Pick<QuestionRow, 'community_probability' | 'community_cdf' | 'range_min' | 'range_max' | 'zero_point'>;

/** A row reduced to that: a CDF takes two hundred numbers, its median one. */
export interface BaselineQuestion {
  row: ScoredRow;
  scale: Scale | undefined;
  /** P(Yes) of the community; internal location of its median. */
  community: number | undefined;
}

/** Reduces a published row. */
export function baselineQuestion(row: BaselineRow): BaselineQuestion {
  const { question_id, question_type, resolution, resolution_value, gold_confidence, categories } = row;
  const { community_cdf: cdf, community_probability: probability } = row;
  const median = cdf === null ? undefined : medianLocation(cdf);
  return {
    row: { question_id, question_type, resolution, resolution_value, gold_confidence, categories },
    scale: scaleOfRow(row),
    community: question_type === 'boolean' && probability !== null ? probability : median,
  };
}

function scaleOfRow({ range_min, range_max, zero_point, community_cdf }: BaselineRow): Scale | undefined {
  if (range_min === null || range_max === null || community_cdf === null) return undefined;
  return { min: range_min, max: range_max, zeroPoint: zero_point, outcomes: community_cdf.length - 1 };
}

/** Where a CDF given at equal steps reaches one half, linear between its points; an end of the range where it lies beyond. */
export function medianLocation(cdf: readonly number[]): number {
  const steps = cdf.length - 1;
  const upper = cdf.findIndex((value) => value >= 0.5);
  if (upper <= 0) return upper === 0 ? 0 : 1;
  const [below, above] = [cdf[upper - 1], cdf[upper]];
  if (below === undefined || above === undefined) throw new RangeError('the CDF has a gap');
  return (upper - 1 + (0.5 - below) / (above - below)) / steps;
}

/** What the base rate rests on; parts are undefined where the training split has no such question. */
export interface BaseRates {
  yes: number | undefined;
  continuous: Readonly<
    Record<'timeframe' | 'quantity', { location: number; confidence: number } | undefined>
  >;
}

/** The base rates of a training split. */
export function baseRates(training: readonly BaselineQuestion[]): BaseRates {
  const booleans = training.filter(({ row }) => row.question_type === 'boolean');
  const yes = booleans.filter(({ row }) => row.resolution_value === 1).length;
  return {
    yes: booleans.length === 0 ? undefined : yes / booleans.length,
    continuous: {
      timeframe: continuousRate(training, 'timeframe'),
      quantity: continuousRate(training, 'quantity'),
    },
  };
}

function continuousRate(training: readonly BaselineQuestion[], type: QuestionType) {
  const own = training.filter(({ row }) => row.question_type === type);
  const locations = own
    .flatMap(({ row, scale }) => (scale === undefined ? [] : [location(row.resolution_value, scale)]))
    .sort((a, b) => a - b);
  const place = medianOf(locations);
  if (place === undefined) return undefined;
  const confidence = own.reduce((sum, { row }) => sum + row.gold_confidence, 0) / own.length;
  return { location: place, confidence };
}

/** The middle of sorted values, the mean of the two in the middle of an even number; undefined where there is none. */
function medianOf(sorted: readonly number[]): number | undefined {
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

/** The baseline table of a split: every baseline on every question of it. The base rate is that of the training questions. */
export function baselineTable(
  questions: readonly BaselineQuestion[],
  training: readonly BaselineQuestion[],
): Map<Baseline, Evaluation> {
  const rates = baseRates(training);
  return new Map(
    BASELINES.map((baseline) => [baseline, evaluate(baselineAttempts(baseline, questions, rates))]),
  );
}

/** What a baseline answers to each question, in the order given; unanswered where it has nothing to go by. */
export function baselineAttempts(
  baseline: Baseline,
  questions: readonly BaselineQuestion[],
  rates: BaseRates,
): Attempt[] {
  return questions.map((question) => {
    const forecast = baselineForecast(baseline, question, rates);
    return forecast === undefined
      ? { row: question.row, status: 'unanswered' }
      : { row: question.row, status: 'answered', forecast };
  });
}

function baselineForecast(
  baseline: Baseline,
  question: BaselineQuestion,
  rates: BaseRates,
): Forecast | undefined {
  const type = question.row.question_type;
  if (type === 'boolean') {
    const yes = { always_half: 0.5, base_rate: rates.yes, community: question.community }[baseline];
    return yes === undefined ? undefined : booleanForecast(yes);
  }
  if (question.scale === undefined) return undefined;
  const rate = rates.continuous[type];
  const places = { always_half: 0.5, base_rate: rate?.location, community: question.community };
  const confidences = { always_half: 0.5, base_rate: rate?.confidence, community: undefined };
  const place = places[baseline];
  if (place === undefined) return undefined;
  const confidence = confidences[baseline];
  const prediction = answerAt(type, place, question.scale);
  if (prediction === undefined) return undefined;
  return confidence === undefined ? { prediction } : { prediction, confidence };
}

/** The likelier answer with its probability; Yes at exactly one half. */
function booleanForecast(yes: number): Forecast {
  return yes >= 0.5 ? { prediction: 'Yes', confidence: yes } : { prediction: 'No', confidence: 1 - yes };
}

/** The answer at a place of the range; undefined where it is no day that can be written as YYYY-MM-DD. */
function answerAt(type: 'timeframe' | 'quantity', place: number, scale: Scale): string | undefined {
  const value = nominal(place, scale);
  if (type === 'quantity') return String(value);
  const day = utcDay(instantOfSeconds(value));
  return numberOfDay(day) === undefined ? undefined : day;
}
