import { compareCodePoints } from '../../common/order.js';
import { QUESTION_TYPES, type QuestionType } from '../../schemas/forecast.js';
import { f1 } from './booleans.js';
import type { Forecast } from './predictions.js';
import {
  happened,
  METRICS,
  type Metric,
  type ScoredRow,
  type Scores,
  scoreQuestion,
} from './score-question.js';

/** A question and what was forecast, or why there is nothing to score. */
export type Attempt =
  | { row: ScoredRow; status: 'answered'; forecast: Forecast }
  | { row: ScoredRow; status: 'unanswered' | 'malformed' };

export interface MetricValue {
  metric: Metric;
  /** Mean over the answered questions; undefined where none has a value. */
  answered: number | undefined;
  /**
   * Mean over all questions, where each without a usable answer takes the worst value there is: wrong for accuracy and
   * F1, 1 for what lies in [0,1]. Undefined for crps_raw, which has no worst value.
   */
  all: number | undefined;
}

/** The metrics of one question type; `questions = answered + unanswered + malformed`. */
export interface TypeSummary {
  questions: number;
  answered: number;
  unanswered: number;
  malformed: number;
  metrics: readonly MetricValue[];
}

export type Evaluation = Readonly<Record<QuestionType, TypeSummary>>;

/** The paper's table of metrics for these questions, by type. Sums run in the order given. */
export function evaluate(attempts: readonly Attempt[]): Evaluation {
  const summaries = QUESTION_TYPES.map((type) => {
    const own = attempts.filter(({ row }) => row.question_type === type);
    return [type, summarise(type, own)] as const;
  });
  return Object.fromEntries(summaries) as Evaluation;
}

function summarise(type: QuestionType, attempts: readonly Attempt[]): TypeSummary {
  const of = (status: Attempt['status']) => attempts.filter((attempt) => attempt.status === status).length;
  const scores = attempts.map((attempt) =>
    attempt.status === 'answered' ? scoreQuestion(attempt.row, attempt.forecast) : undefined,
  );
  return {
    questions: attempts.length,
    answered: of('answered'),
    unanswered: of('unanswered'),
    malformed: of('malformed'),
    metrics: METRICS[type].map((metric) => (metric === 'f1' ? f1Value(attempts) : meanValue(metric, scores))),
  };
}

function meanValue(metric: Metric, scores: readonly (Scores | undefined)[]): MetricValue {
  const values = scores.flatMap((score) => {
    const value = score?.[metric];
    return value === undefined ? [] : [value];
  });
  const sum = values.reduce((total, value) => total + value, 0);
  const missing = scores.filter((score) => score === undefined).length;
  const worst = metric === 'crps_raw@1' ? undefined : metric === 'accuracy' ? 0 : 1;
  const count = values.length + missing;
  return {
    metric,
    answered: values.length === 0 ? undefined : sum / values.length,
    all: worst === undefined || count === 0 ? undefined : (sum + worst * missing) / count,
  };
}

function f1Value(attempts: readonly Attempt[]): MetricValue {
  const outcomes = attempts.flatMap((attempt) =>
    attempt.status === 'answered'
      ? [{ predicted: attempt.forecast.prediction === 'Yes', happened: happened(attempt.row) }]
      : [],
  );
  return { metric: 'f1', answered: f1(outcomes), all: f1(outcomes, attempts.length - outcomes.length) };
}

/**
 * The same per category, by name in order of code points; a question counts in each of its categories, and under
 * `(none)` where it has none.
 */
export function evaluateByCategory(attempts: readonly Attempt[]): Map<string, Evaluation> {
  const groups = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const { categories } = attempt.row;
    for (const category of categories.length === 0 ? ['(none)'] : new Set(categories)) {
      const group = groups.get(category);
      if (group === undefined) groups.set(category, [attempt]);
      else group.push(attempt);
    }
  }
  const named = [...groups].sort(([a], [b]) => compareCodePoints(a, b));
  return new Map(named.map(([category, group]) => [category, evaluate(group)]));
}
