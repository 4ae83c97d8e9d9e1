import type { QuestionRow } from '../../schemas/forecast.js';
import type { Row } from '../../schemas/table.js';
import { type Attempt, type ReadPrediction, readPrediction } from '../../scoring/forecast/index.js';
import type { PredictionLine } from './predictions-file.js';

/** What became of the records of a predictions file; the five counts add up to `records`. */
export interface PredictionCounts {
  records: number;
  /** Records that belong to a question of the selection, each the first of its question. */
  used: number;
  /** Further records for a question that has one already. */
  repeated: number;
  /** Records for questions of the split that the cutoff leaves out. */
  leftOut: number;
  /** Records whose id is none of the split. */
  unknown: number;
  /** Records that are no object or have no question_id. */
  unreadable: number;
  /** Samples that are no answer, over all used records. */
  badSamples: number;
}

/** A record that was not scored as it stands. */
export interface Problem {
  place: number;
  question_id: string | null;
  reason: string;
}

/** A question of the selection with the prediction that was found for it. */
export interface Matched {
  row: QuestionRow;
  prediction: ReadPrediction;
}

export interface Matching {
  matched: readonly Matched[];
  counts: PredictionCounts;
  problems: readonly Problem[];
}

/** Finds the prediction of each question. Nothing is passed over: what is not used is counted and named. */
export async function matchPredictions(
  selected: readonly QuestionRow[],
  leftOut: ReadonlySet<string>,
  lines: AsyncIterable<PredictionLine>,
): Promise<Matching> {
  const questions = new Map(selected.map((row) => [row.question_id, row]));
  const found = new Map<string, ReadPrediction>();
  const sorter = new Sorter(questions, leftOut, found);
  for await (const line of lines) sorter.add(line);
  const matched = selected.map((row) => {
    const prediction = found.get(row.question_id);
    return { row, prediction: prediction === undefined ? UNANSWERED : prediction };
  });
  return { matched, counts: sorter.counts, problems: sorter.problems };
}

const UNANSWERED: ReadPrediction = { status: 'unanswered' };

/** What is scored of a matched question. */
export function attemptOf({ row, prediction }: Matched): Attempt {
  return prediction.status === 'answered'
    ? { row, status: 'answered', forecast: prediction.forecast }
    : { row, status: prediction.status };
}

class Sorter {
  readonly counts: PredictionCounts = {
    records: 0,
    used: 0,
    repeated: 0,
    leftOut: 0,
    unknown: 0,
    unreadable: 0,
    badSamples: 0,
  };
  readonly problems: Problem[] = [];

  constructor(
    private readonly questions: ReadonlyMap<string, QuestionRow>,
    private readonly leftOut: ReadonlySet<string>,
    private readonly found: Map<string, ReadPrediction>,
  ) {}

  add(line: PredictionLine): void {
    this.counts.records += 1;
    const fields: Row = 'record' in line ? line.record : {};
    const { place } = line;
    const id = fields.question_id;
    const row = typeof id === 'string' ? this.questions.get(id) : undefined;
    if (typeof id !== 'string') {
      this.#refuse('unreadable', place, null, 'problem' in line ? line.problem : 'no question_id');
    } else if (row !== undefined) {
      if (this.found.has(id)) this.#refuse('repeated', place, id, 'the question has a prediction already');
      else this.#use(place, row, fields);
    } else if (this.leftOut.has(id)) {
      this.counts.leftOut += 1;
    } else {
      this.#refuse('unknown', place, id, 'no question of this split');
    }
  }

  #use(place: number, row: QuestionRow, fields: object): void {
    this.counts.used += 1;
    const prediction = readPrediction(row.question_type, fields);
    this.found.set(row.question_id, prediction);
    if (prediction.status === 'malformed')
      this.problems.push({ place, question_id: row.question_id, reason: prediction.reason });
    if (prediction.status === 'answered') this.counts.badSamples += prediction.badSamples;
  }

  #refuse(
    count: 'unreadable' | 'unknown' | 'repeated',
    place: number,
    question_id: string | null,
    reason: string,
  ): void {
    this.counts[count] += 1;
    this.problems.push({ place, question_id, reason });
  }
}
