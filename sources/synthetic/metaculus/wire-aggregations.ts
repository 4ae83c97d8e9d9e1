import type { Entry } from './aggregate.js';
import { SITE_NOW, seconds } from './clock.js';
import type { QuestionModel } from './model.js';
import { cutOf } from './schedule.js';
import type { Json } from './trap.js';

/**
 * How much of the predictions a route shows: nothing, the newest history entry, the whole history, or (the
 * aggregation explorer) the whole history up to the close with the values of each entry.
 */
export type PredictionView = 'none' | 'newest' | 'history' | 'explorer';

const METHODS = ['recency_weighted', 'unweighted', 'single_aggregation', 'metaculus_prediction'];
const EMPTY: Json = { history: [], latest: null, score_data: {}, movement: null };

/**
 * The `aggregations` object of a question. The old shape has all four methods; the new one only the default method.
 * Values, and in the new shape means and histogram too, are in `latest` only; the old shape keeps means and histogram
 * in every entry beside a null for the values.
 */
export function wireAggregations(question: QuestionModel, view: PredictionView): Json {
  const method = question.method ?? 'recency_weighted';
  const own = view === 'none' ? EMPTY : aggregation(question, view);
  if (question.shape === 'new') return { [method]: own };
  return Object.fromEntries(METHODS.map((name) => [name, name === method ? own : EMPTY]));
}

function aggregation(question: QuestionModel, view: PredictionView): Json {
  const { entries } = question;
  const visible =
    view === 'explorer' ? upToClose(question) : entries.filter(({ startAt }) => startAt <= SITE_NOW);
  const newest = visible.at(-1);
  const history = view === 'newest' ? visible.slice(-1) : visible;
  return {
    history: history.map((entry) => historyEntry(entry, question, view)),
    latest: newest === undefined || question.latestHidden ? null : latestEntry(newest),
    score_data: scoreData(question),
    movement: null,
  };
}

/** The explorer computes the history anew and leaves out what starts after the question has closed. */
function upToClose(question: QuestionModel): readonly Entry[] {
  const end = Math.min(cutOf({ ...question.schedule, resolvedAt: null }), SITE_NOW);
  return question.entries.filter(({ startAt }) => startAt <= end);
}

function historyEntry(entry: Entry, question: QuestionModel, view: PredictionView): Json {
  if (view === 'explorer') return latestEntry(entry);
  if (question.shape === 'new') return commonEntry(entry);
  return { ...commonEntry(entry), forecast_values: null, means: entry.means, histogram: entry.histogram };
}

function latestEntry(entry: Entry): Json {
  return {
    ...commonEntry(entry),
    forecast_values: entry.values,
    means: entry.means,
    histogram: entry.histogram,
  };
}

function commonEntry(entry: Entry): Json {
  return {
    start_time: seconds(entry.startAt),
    end_time: entry.endAt === null ? null : seconds(entry.endAt),
    forecaster_count: entry.forecasters,
    interval_lower_bounds: entry.lower,
    centers: entry.centers,
    interval_upper_bounds: entry.upper,
  };
}

/** A time-weighted score of a resolved yes/no question: not that of its final prediction. */
function scoreData({ type, resolution, entries }: QuestionModel): Json {
  if (type !== 'binary' || (resolution !== 'yes' && resolution !== 'no') || entries.length === 0) return {};
  const scores = entries.map(({ centers }) => {
    const yes = centers[0] as number;
    return 100 * Math.log2(2 * (resolution === 'yes' ? yes : 1 - yes));
  });
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { baseline_score: Math.round(mean * 1e6) / 1e6, coverage: 0.97, weighted_coverage: 0.97 };
}
