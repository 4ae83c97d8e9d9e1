import type { Json, Trap } from '../trap.js';

const emptied = (aggregations: unknown): Json =>
  Object.fromEntries(
    Object.keys(aggregations as Json).map((method) => [
      method,
      { history: [], latest: null, score_data: {}, movement: null },
    ]),
  );

/** What the tiers hide: of a resolved question its resolution, its text and its predictions. */
const hidden = (record: Json): Json => ({
  ...record,
  resolution: null,
  description: '',
  resolution_criteria: '',
  fine_print: '',
  aggregations: emptied(record.aggregations),
});

/** Where the community prediction is, or why there is none. */
export const PREDICTION_TRAPS: readonly Trap[] = [
  {
    name: 'hidden_by_tier',
    about:
      'Resolved, but resolution, text and predictions are empty: hidden, not unresolved and not ambiguous.',
    kind: 'binary',
    copies: { small: 3, full: 30, large: 400 },
    wireQuestion: hidden,
  },
  {
    name: 'hidden_by_tier_numeric',
    about: 'The same for a quantity.',
    kind: 'numeric',
    wireQuestion: hidden,
  },
  {
    name: 'text_hidden',
    about: 'Resolved with its resolution, but the text is empty.',
    kind: 'binary',
    wireQuestion: (record) => ({ ...record, description: '', resolution_criteria: '', fine_print: '' }),
  },
  { name: 'forecasts_99', about: 'One prediction too few.', kind: 'binary', forecasts: 99 },
  { name: 'forecasts_100', about: 'Just enough predictions.', kind: 'binary', forecasts: 100 },
  {
    name: 'aggregations_missing',
    about: 'No key `aggregations`.',
    kind: 'binary',
    wireQuestion: ({ aggregations: _, ...record }) => record,
  },
  {
    name: 'aggregations_empty',
    about: '`aggregations` is {}.',
    kind: 'binary',
    wireQuestion: (record) => ({ ...record, aggregations: {} }),
  },
  {
    name: 'default_unweighted',
    about: 'The default method is `unweighted`: the prediction is found under that name.',
    kind: 'binary',
    shape: 'new',
    question: (question) => ({ ...question, method: 'unweighted' }),
  },
  {
    name: 'default_method_null',
    about: 'default_aggregation_method is null, which means recency_weighted.',
    kind: 'binary',
    shape: 'new',
    question: (question) => ({ ...question, method: null }),
  },
  {
    name: 'unweighted_only',
    about: 'Only `unweighted` has a history, but the default is recency_weighted.',
    kind: 'binary',
    shape: 'new',
    question: (question) => ({ ...question, method: 'unweighted' }),
    wireQuestion: (record) => ({ ...record, default_aggregation_method: 'recency_weighted' }),
  },
  {
    name: 'bots_only',
    about: 'Bots alone predicted: many forecasts, no forecasters, no community prediction.',
    kind: 'binary',
    forecasters: 0,
    question: (question) => ({ ...question, entries: [] }),
  },
  {
    name: 'latest_null',
    about: '`latest` is null although the history has a standing entry.',
    kind: 'binary',
    question: (question) => ({ ...question, latestHidden: true }),
  },
  {
    name: 'resolved_before_reveal',
    about: 'Resolved before the community prediction was to be revealed: it is shown.',
    kind: 'binary',
    schedule: (schedule) => ({ ...schedule, revealAt: schedule.scheduledResolveAt }),
  },
];
