import { finiteNumber } from '../../common/micros.js';
import { numberOfDay } from '../../common/time.js';
import type { QuestionType } from '../../schemas/forecast.js';
import { aggregate, DEFAULT_AGGREGATION, type Sample } from './aggregate.js';

/** A forecast of one question. */
export interface Forecast {
  /** In canonical form: `Yes` or `No`, `YYYY-MM-DD`, or a number as JavaScript writes it. */
  prediction: string;
  /** Confidence in that prediction, in [0,1]; absent for a point without one, which has no calibration to score. */
  confidence?: number;
}

/** A prediction record as read; the parts that are of no use are named, never passed over. */
export type ReadPrediction =
  | { status: 'answered'; forecast: Forecast; samples: readonly Sample[]; badSamples: number }
  | { status: 'unanswered' }
  | { status: 'malformed'; reason: string };

/** The fields of a prediction record beside its question_id, as they were sent. */
export interface PredictionFields {
  prediction?: unknown;
  confidence?: unknown;
  /** Sampled outputs: a list of {prediction, confidence, probability?}. */
  samples?: unknown;
}

/**
 * The canonical form of an answer; undefined where it is none. Yes and No in any case, or true and false; a real day
 * `YYYY-MM-DD`; a finite number, or a text that is one in decimal notation.
 */
export function canonicalAnswer(type: QuestionType, value: unknown): string | undefined {
  if (type === 'boolean') return yesOrNo(value);
  if (type === 'timeframe') {
    const day = typeof value === 'string' ? value.trim() : undefined;
    return day !== undefined && numberOfDay(day) !== undefined ? day : undefined;
  }
  const number = finiteNumber(value);
  return number === undefined ? undefined : String(number + 0);
}

function yesOrNo(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (text === 'yes') return 'Yes';
  return text === 'no' ? 'No' : undefined;
}

/** A probability in [0,1], or a text that is one; undefined for anything else: nothing is clamped. */
function unit(value: unknown): number | undefined {
  const number = finiteNumber(value);
  return number !== undefined && number >= 0 && number <= 1 ? number : undefined;
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/**
 * Reads a prediction. One with neither prediction nor samples is unanswered. Where only samples are given, the one with
 * the highest confidence is the forecast, as in the paper's main tables. A prediction that does not fit its question's
 * type, or has no confidence in [0,1], is malformed.
 */
export function readPrediction(type: QuestionType, fields: PredictionFields): ReadPrediction {
  const samples = readSamples(type, fields.samples);
  if (samples === undefined) return { status: 'malformed', reason: 'samples is no list' };
  if (isAbsent(fields.prediction)) return fromSamples(samples);
  const prediction = canonicalAnswer(type, fields.prediction);
  if (prediction === undefined) return { status: 'malformed', reason: `prediction is no ${type} answer` };
  const confidence = unit(fields.confidence);
  if (confidence === undefined) return { status: 'malformed', reason: 'confidence is no number in [0,1]' };
  return {
    status: 'answered',
    forecast: { prediction, confidence },
    samples: samples.good,
    badSamples: samples.bad,
  };
}

interface ReadSamples {
  good: readonly Sample[];
  bad: number;
}

function fromSamples({ good, bad }: ReadSamples): ReadPrediction {
  if (good.length > 0)
    return {
      status: 'answered',
      forecast: aggregate(DEFAULT_AGGREGATION, good),
      samples: good,
      badSamples: bad,
    };
  return bad > 0
    ? { status: 'malformed', reason: 'none of the samples is an answer' }
    : { status: 'unanswered' };
}

function readSamples(type: QuestionType, value: unknown): ReadSamples | undefined {
  if (isAbsent(value)) return { good: [], bad: 0 };
  if (!Array.isArray(value)) return undefined;
  const read = value.map((sample: unknown) => readSample(type, sample));
  const good = read.filter((sample) => sample !== undefined);
  return { good, bad: read.length - good.length };
}

/** A sample with one number counts with it as both, the normalised and the raw confidence. */
function readSample(type: QuestionType, value: unknown): Sample | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as { prediction?: unknown; confidence?: unknown; probability?: unknown };
  const prediction = canonicalAnswer(type, fields.prediction);
  const confidence = unit(fields.confidence);
  const probability = isAbsent(fields.probability) ? confidence : unit(fields.probability);
  if (prediction === undefined || confidence === undefined || probability === undefined) return undefined;
  return { prediction, confidence, probability };
}
