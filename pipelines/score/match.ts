import type { QuestionRow } from '../../schemas/forecast.js';
import type { Row } from '../../schemas/table.js';
import type { Attempt, ReadPrediction, Sample } from '../../scoring/forecast/index.js';
import type { PredictionLine } from './predictions-file.js';
import { type Place, Problems } from './problems.js';
import { readRecord } from './read-record.js';

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
  /** Records that are no object or have no text for a question_id. */
  unreadable: number;
  /** Samples that are no answer, over all used records. */
  badSamples: number;
}

/** A question of the selection with the prediction that was found for it. */
export interface Matched {
  row: QuestionRow;
  prediction: ReadPrediction;
  /** Sampled outputs that are answers; none where there are none, or no record. */
  samples: readonly Sample[];
}

export interface Matching {
  matched: readonly Matched[];
  counts: PredictionCounts;
  problems: Problems;
}

/** Finds the prediction of each question. Nothing is passed over: what is not used is counted and named. */
export async function matchPredictions(
  selected: readonly QuestionRow[],
  leftOut: ReadonlySet<string>,
  lines: AsyncIterable<PredictionLine>,
): Promise<Matching> {
  const questions = new Map(selected.map((row) => [row.question_id, row]));
  const found = new Map<string, Omit<Matched, 'row'>>();
  const sorter = new Sorter(questions, leftOut, found);
  for await (const line of lines) sorter.add(line);
  const matched = selected.map((row) => {
    const own = found.get(row.question_id);
    return { row, ...(own === undefined ? UNANSWERED : own) };
  });
  return { matched, counts: sorter.counts, problems: sorter.problems };
}

const UNANSWERED: Omit<Matched, 'row'> = { prediction: { status: 'unanswered' }, samples: [] };

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
  readonly problems = new Problems();

  constructor(
    private readonly questions: ReadonlyMap<string, QuestionRow>,
    private readonly leftOut: ReadonlySet<string>,
    private readonly found: Map<string, Omit<Matched, 'row'>>,
  ) {}

  add(line: PredictionLine): void {
    this.counts.records += 1;
    const { place } = line;
    if ('problem' in line) {
      this.#refuse('unreadable', place, null, line.problem);
      return;
    }
    const { id, record } = line;
    const row = this.questions.get(id);
    if (row !== undefined) {
      if (this.found.has(id)) this.#refuse('repeated', place, id, 'the question has a prediction already');
      else this.#use(place, row, record);
    } else if (this.leftOut.has(id)) {
      this.counts.leftOut += 1;
    } else {
      this.#refuse('unknown', place, id, 'no question of this split');
    }
  }

  #use(place: Place, { question_id: id, question_type: type }: QuestionRow, record: Row): void {
    this.counts.used += 1;
    const { prediction, samples, badSamples, problem } = readRecord(type, record);
    this.found.set(id, { prediction, samples });
    this.counts.badSamples += badSamples;
    if (problem !== undefined) this.problems.add({ place, question_id: id, reason: problem });
  }

  #refuse(
    count: 'unreadable' | 'unknown' | 'repeated',
    place: Place,
    question_id: string | null,
    reason: string,
  ): void {
    this.counts[count] += 1;
    this.problems.add({ place, question_id, reason });
  }
}
