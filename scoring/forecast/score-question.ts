import type { QuestionRow, QuestionType } from '../../schemas/forecast.js';
import { brierGold, brierOutcome, probabilityOfYes } from './booleans.js';
import { crpsRaw } from './crps.js';
import { absoluteDayError, absoluteError, absolutePercentageError, daysBetween } from './errors.js';
import type { Forecast } from './predictions.js';
import { squash } from './squash.js';

/** What scoring needs of a published row. */
export type ScoredRow = Pick<
  QuestionRow,
  'question_id' | 'question_type' | 'resolution' | 'resolution_value' | 'gold_confidence' | 'categories'
>;

/** Metrics of each type under name and version, in the order of Table 5. `accuracy` and `f1` take Yes for the positive class. */
export const METRICS = {
  boolean: ['accuracy', 'f1', 'brier_gold@1', 'brier_outcome@1'],
  quantity: ['ape@1', 'mae@1', 'crps_squashed@1', 'crps_raw@1'],
  timeframe: ['ade@1', 'crps_squashed@1', 'crps_raw@1'],
} as const satisfies Record<QuestionType, readonly string[]>;
export type Metric = (typeof METRICS)[QuestionType][number];

/** The values of one question; `f1` has none, and calibration metrics have none for a point without a confidence. */
export type Scores = Partial<Record<Metric, number>>;

/**
 * Scores one forecast. RangeError where its prediction is no canonical answer to the question's type, or its confidence
 * is not in [0,1].
 */
export function scoreQuestion(row: ScoredRow, forecast: Forecast): Scores {
  if (row.question_type === 'boolean') return booleanScores(row, forecast);
  return row.question_type === 'timeframe' ? timeframeScores(row, forecast) : quantityScores(row, forecast);
}

/** Whether a boolean question resolved Yes. */
export function happened(row: Pick<ScoredRow, 'resolution_value'>): boolean {
  return row.resolution_value === 1;
}

/** P(Yes) of a forecast of a boolean question; undefined without a confidence. */
export function yesOf({ prediction, confidence }: Forecast): number | undefined {
  return confidence === undefined ? undefined : probabilityOfYes(prediction === 'Yes', confidence);
}

function booleanScores(row: ScoredRow, forecast: Forecast): Scores {
  const { prediction, confidence } = forecast;
  if (prediction !== 'Yes' && prediction !== 'No')
    throw new RangeError(`${prediction} is neither Yes nor No`);
  if (confidence !== undefined && !(confidence >= 0 && confidence <= 1))
    throw new RangeError(`${confidence} is no confidence in [0,1]`);
  const isRight = (forecast.prediction === 'Yes') === happened(row);
  const yes = yesOf(forecast);
  if (yes === undefined) return { accuracy: Number(isRight) };
  return {
    accuracy: Number(isRight),
    'brier_gold@1': brierGold(happened(row) ? yes : 1 - yes, row.gold_confidence),
    'brier_outcome@1': brierOutcome(yes, happened(row)),
  };
}

function timeframeScores(row: ScoredRow, { prediction, confidence }: Forecast): Scores {
  const days = daysBetween(row.resolution, prediction);
  return {
    'ade@1': absoluteDayError(prediction, row.resolution),
    ...crpsScores('timeframe', days, confidence, row.gold_confidence),
  };
}

function quantityScores(row: ScoredRow, { prediction, confidence }: Forecast): Scores {
  const value = Number(prediction);
  if (prediction === '' || !Number.isFinite(value)) throw new RangeError(`${prediction} is no quantity`);
  return {
    'ape@1': absolutePercentageError(value, row.resolution_value),
    'mae@1': absoluteError(value, row.resolution_value),
    ...crpsScores('quantity', value - row.resolution_value, confidence, row.gold_confidence),
  };
}

function crpsScores(
  type: 'timeframe' | 'quantity',
  distance: number,
  confidence: number | undefined,
  gold: number,
): Scores {
  if (confidence === undefined) return {};
  const raw = crpsRaw(type, distance, confidence, gold);
  return { 'crps_squashed@1': squash(raw), 'crps_raw@1': raw };
}
