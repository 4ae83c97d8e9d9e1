import { finiteNumber } from '../../common/micros.js';
import type { QuestionType } from '../../schemas/forecast.js';
import { type ReadPrediction, readPrediction, type Sample } from '../../scoring/forecast/index.js';
import { shorten } from '../stages/report/format.js';

/** Quantities further from zero are no answers: their errors, and sums of them, would not be finite. */
const LARGEST = 1e300;

/** Characters of the field names that a problem lists. */
const NAMES_LENGTH = 80;

/** A record as it is scored. */
export interface RecordReading {
  prediction: ReadPrediction;
  /** The samples that are answers, whatever became of the record's own prediction. */
  samples: readonly Sample[];
  /** Samples that are none. */
  badSamples: number;
  /** What is wrong with the record; undefined where nothing is. */
  problem: string | undefined;
}

/** Reads the record of a question of a type. */
export function readRecord(type: QuestionType, record: Readonly<Record<string, unknown>>): RecordReading {
  const samples = usableSamples(type, record.samples);
  const prediction: ReadPrediction = isTooLarge(type, record.prediction)
    ? { status: 'malformed', reason: `prediction lies beyond ${LARGEST}` }
    : readPrediction(type, { ...record, samples });
  const read = samplesOf(type, samples, prediction);
  return { prediction, ...read, problem: problemOf(record, prediction, read.badSamples) };
}

function isTooLarge(type: QuestionType, value: unknown): boolean {
  if (type !== 'quantity') return false;
  const number = finiteNumber(value);
  return number !== undefined && Math.abs(number) > LARGEST;
}

/** The samples with null, which is no answer, in the place of those that are too large. */
function usableSamples(type: QuestionType, samples: unknown): unknown {
  if (!Array.isArray(samples)) return samples;
  return samples.map((sample: unknown) => {
    const isObject = typeof sample === 'object' && sample !== null;
    return isObject && 'prediction' in sample && isTooLarge(type, sample.prediction) ? null : sample;
  });
}

function samplesOf(
  type: QuestionType,
  samples: unknown,
  prediction: ReadPrediction,
): Pick<RecordReading, 'samples' | 'badSamples'> {
  const alone = prediction.status === 'malformed' ? readPrediction(type, { samples }) : prediction;
  if (alone.status === 'answered') return { samples: alone.samples, badSamples: alone.badSamples };
  return { samples: [], badSamples: Array.isArray(samples) ? samples.length : 0 };
}

function problemOf(
  record: Readonly<Record<string, unknown>>,
  prediction: ReadPrediction,
  badSamples: number,
): string | undefined {
  const reasons: string[] = [];
  if (prediction.status === 'malformed') reasons.push(prediction.reason);
  if (prediction.status === 'unanswered') reasons.push(noPrediction(record));
  if (badSamples > 0) {
    const { samples } = record;
    const all = Array.isArray(samples) ? samples.length : badSamples;
    reasons.push(`${badSamples} of its ${all} samples are no answers`);
  }
  return reasons.length === 0 ? undefined : reasons.join('; ');
}

/** Names the fields that are there: the prediction may stand under another name. */
function noPrediction(record: Readonly<Record<string, unknown>>): string {
  const others = Object.keys(record).filter(
    (name) => !['question_id', 'prediction', 'samples'].includes(name),
  );
  const hint =
    others.length === 0 ? '' : `; its other fields are ${shorten(others.join(', '), NAMES_LENGTH)}`;
  return `neither prediction nor samples${hint}`;
}
