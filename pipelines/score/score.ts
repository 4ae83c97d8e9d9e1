import type { DatasetVersion } from '../../reader/version.js';
import type { QuestionRow } from '../../schemas/forecast.js';
import {
  AGGREGATIONS,
  type Aggregation,
  type Attempt,
  aggregate,
  type Cutoff,
  type Evaluation,
  evaluate,
  evaluateByCategory,
  happened,
  resolvedAfter,
  yesOf,
} from '../../scoring/forecast/index.js';
import { type Baseline, baselineQuestion, baselineTable } from '../forecast/baselines.js';
import { Reliability } from '../stages/report/bins.js';
import { attemptOf, type Matched, matchPredictions, type PredictionCounts } from './match.js';
import { type PredictionsSource, readPredictions } from './predictions-file.js';
import type { Problems } from './problems.js';

export interface ScoreInput {
  version: DatasetVersion<'forecast'>;
  split: string;
  predictions: PredictionsSource;
  /** Keep only what resolved after a model's training cutoff. */
  after: Cutoff | undefined;
}

/** How the questions of the split were chosen; `selected + leftOut + undated = questions`. */
export interface Selection {
  questions: number;
  selected: number;
  /** Resolved up to the cutoff. */
  leftOut: number;
  /** Left out because they do not say when they resolved. */
  undated: number;
}

export interface ScoreResult {
  dataset: string;
  version: string;
  manifestSha256: string;
  split: string;
  after: Cutoff | undefined;
  selection: Selection;
  predictions: PredictionCounts;
  evaluation: Evaluation;
  categories: ReadonlyMap<string, Evaluation>;
  /** Stated P(Yes) of the answered booleans against what happened. */
  reliability: Reliability;
  /** On the same questions; the base rate comes from the training split. */
  baselines: ReadonlyMap<Baseline, Evaluation>;
  /**
   * Table 7, over the questions that have usable samples, whatever became of the prediction beside them; undefined where
   * none has.
   */
  aggregations: ReadonlyMap<Aggregation, Evaluation> | undefined;
  problems: Problems;
}

/** Scores a predictions file against a split. Errors of the reader and of readPredictions pass through. */
export async function scorePredictions(input: ScoreInput): Promise<ScoreResult> {
  const { version, split, after } = input;
  const { rows, leftOut, selection } = await select(version, split, after);
  const { matched, counts, problems } = await matchPredictions(
    rows,
    leftOut,
    readPredictions(input.predictions),
  );
  const attempts = matched.map(attemptOf);
  return {
    dataset: version.dataset,
    version: version.version,
    manifestSha256: version.manifestSha256,
    split,
    after,
    selection,
    predictions: counts,
    evaluation: evaluate(attempts),
    categories: evaluateByCategory(attempts),
    reliability: reliabilityOf(attempts),
    baselines: await baselinesOf(version, rows),
    aggregations: aggregationsOf(matched),
    problems,
  };
}

async function select(version: DatasetVersion<'forecast'>, split: string, after: Cutoff | undefined) {
  const rows: QuestionRow[] = [];
  const leftOut = new Set<string>();
  let undated = 0;
  for await (const row of version.rows(split)) {
    const isOpen = after === undefined ? true : resolvedAfter(after, row.resolved_at);
    if (isOpen === true) rows.push(row);
    else leftOut.add(row.question_id);
    if (isOpen === undefined) undated += 1;
  }
  const selection: Selection = {
    questions: rows.length + leftOut.size,
    selected: rows.length,
    leftOut: leftOut.size - undated,
    undated,
  };
  return { rows, leftOut, selection };
}

function reliabilityOf(attempts: readonly Attempt[]): Reliability {
  const reliability = new Reliability();
  for (const attempt of attempts) {
    if (attempt.status !== 'answered' || attempt.row.question_type !== 'boolean') continue;
    const yes = yesOf(attempt.forecast);
    if (yes !== undefined) reliability.add(yes, happened(attempt.row));
  }
  return reliability;
}

async function baselinesOf(
  version: DatasetVersion<'forecast'>,
  rows: readonly QuestionRow[],
): Promise<Map<Baseline, Evaluation>> {
  const training = [];
  if (version.splits.includes('train'))
    for await (const row of version.rows('train')) training.push(baselineQuestion(row));
  return baselineTable(rows.map(baselineQuestion), training);
}

function aggregationsOf(matched: readonly Matched[]): Map<Aggregation, Evaluation> | undefined {
  const sampled = matched.filter(({ samples }) => samples.length > 0);
  if (sampled.length === 0) return undefined;
  const evaluated = AGGREGATIONS.map((method) => {
    const attempts = sampled.map(({ row, samples }) => ({
      row,
      status: 'answered' as const,
      forecast: aggregate(method, samples),
    }));
    return [method, evaluate(attempts)] as const;
  });
  return new Map(evaluated);
}
