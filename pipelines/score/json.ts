import type { Evaluation } from '../../scoring/forecast/index.js';
import type { ScoreResult } from './score.js';

/** The result as JSON: values in full, absent ones null, one object on several lines. The same input gives the same bytes. */
export function scoreJson(result: ScoreResult): string {
  const { reliability, aggregations, after } = result;
  const document = {
    dataset: result.dataset,
    version: result.version,
    manifest_sha256: result.manifestSha256,
    split: result.split,
    after: after === undefined ? null : after,
    questions: {
      total: result.selection.questions,
      selected: result.selection.selected,
      left_out: result.selection.leftOut,
      undated: result.selection.undated,
    },
    predictions: {
      records: result.predictions.records,
      used: result.predictions.used,
      repeated: result.predictions.repeated,
      left_out: result.predictions.leftOut,
      unknown: result.predictions.unknown,
      unreadable: result.predictions.unreadable,
      bad_samples: result.predictions.badSamples,
    },
    types: evaluationJson(result.evaluation),
    categories: named(result.categories),
    reliability: {
      events: reliability.count,
      base_rate: orNull(reliability.baseRate),
      brier_outcome: orNull(reliability.brier),
      bins: reliability.bins().map(({ low, high, count, predicted, observed }) => ({
        low,
        high,
        events: count,
        predicted: orNull(predicted),
        observed: orNull(observed),
      })),
    },
    baselines: named(result.baselines),
    aggregations: aggregations === undefined ? null : named(aggregations),
    problem_count: result.problems.count,
    problems: result.problems.named.map(({ place, ...problem }) => ({ ...place, ...problem })),
  };
  return JSON.stringify(document, null, 2);
}

function named(evaluations: ReadonlyMap<string, Evaluation>): object {
  return Object.fromEntries([...evaluations].map(([name, value]) => [name, evaluationJson(value)]));
}

function evaluationJson(evaluation: Evaluation): object {
  return Object.fromEntries(
    Object.entries(evaluation).map(([type, { metrics, ...counts }]) => [
      type,
      {
        ...counts,
        metrics: Object.fromEntries(
          metrics.map(({ metric, answered, all }) => [
            metric,
            { answered: orNull(answered), all: orNull(all) },
          ]),
        ),
      },
    ]),
  );
}

function orNull(value: number | undefined): number | null {
  return value === undefined ? null : value;
}
