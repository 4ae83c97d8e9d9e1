import type { RowOf } from './table.js';
import { boolean, double, doubles, instant, integer, nullable, oneOf, table, text, texts } from './table.js';

/** What a question asks for, in the paper's terms: boolean = binary, timeframe = date, quantity = numeric or discrete. */
export const QUESTION_TYPES = ['boolean', 'timeframe', 'quantity'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** The published table of the dataset `forecast` (FOReCAst sections 2-4). */
export const questionsTable = table({
  name: 'questions',
  doc: 'Resolved Metaculus questions with the gold confidence of the final community prediction.',
  key: ['question_id'],
  columns: {
    question_id: text('`metaculus:` and the Metaculus question id (not the post id in the web address).'),
    split: oneOf(['train', 'validation', 'test'], 'Split; kept by a question in all later versions.'),
    question_type: oneOf(QUESTION_TYPES, 'What the answer is: Yes or No, a date, or a number.'),
    question: text('Title; a group member carries its label.'),
    background: text('Background information, Markdown; of the group for its members.'),
    resolution_criteria: text('How the question resolves, Markdown.'),
    fine_print: text('Exceptions and details of the resolution, Markdown.'),
    resolution: text('`Yes` or `No`; `YYYY-MM-DD` (UTC); a plain decimal without exponent.'),
    resolution_value: double('1 or 0; Unix seconds of the resolution; the number.'),
    gold_confidence: double('sigmoid(baseline_score / 100), in [0,1] (paper eq. 7 and 8).'),
    baseline_score: double('Log score of the community prediction against the uniform baseline, times 100.'),
    community_probability: nullable(double('Probability of Yes that the community stood at; boolean only.')),
    community_cdf: nullable(
      doubles('CDF of the community at equal steps of internal location, N + 1 points; other types only.'),
    ),
    community_statistic: oneOf(['means', 'centers', 'cdf'], 'Which statistic of the entry was used.'),
    community_at: instant('Start of the community entry that was used.'),
    forecast_count: integer('Forecasts made on the post, updates included.'),
    forecaster_count: nullable(integer('Distinct forecasters of the post.')),
    categories: texts('Names of the categories of the post.'),
    created_at: nullable(instant('When the question was written.')),
    opened_at: nullable(instant('When forecasting opened.')),
    closed_at: nullable(instant('When forecasting closed.')),
    resolved_at: nullable(instant('When the resolution became known.')),
    range_min: nullable(double('Lower end of the range, nominal units; dates in Unix seconds.')),
    range_max: nullable(double('Upper end of the range, nominal units; dates in Unix seconds.')),
    zero_point: nullable(double('Origin of a logarithmic scale; null for a linear one, 0 is logarithmic.')),
    open_lower_bound: nullable(boolean('Outcomes below the range were possible.')),
    open_upper_bound: nullable(boolean('Outcomes above the range were possible.')),
    unit: nullable(text('Unit of a quantity.')),
    source_shape: oneOf(
      ['posts', 'export'],
      'Where the community prediction comes from: the API or a CSV export.',
    ),
    post_id: integer('Metaculus post id.'),
    group_id: nullable(text('`metaculus:group:` and the id of the group of questions.')),
    url: text('Web page of the post.'),
  },
});

export type QuestionRow = RowOf<typeof questionsTable>;

/** Where a community entry was read from. */
export const ENTRY_ORIGINS = ['history', 'latest', 'explorer', 'export'] as const;
export type EntryOrigin = (typeof ENTRY_ORIGINS)[number];

/**
 * One candidate, kept or dropped, with everything that rules and labels look at; the history is reduced to the entry
 * that stood at the cut. `fault` columns hold the field path and the problem where a part did not parse.
 */
export const normalizedTable = table({
  name: 'forecast-candidates',
  doc: 'Metaculus questions as sent, one entry of the community history each.',
  key: ['candidate_id'],
  columns: {
    candidate_id: text('Id in the ledgers.'),
    record_fault: nullable(text('Why the record does not parse as its wire schema.')),
    post_id: nullable(integer('Metaculus post id.')),
    group_id: nullable(text('Id of the group of questions.')),
    question_type: text('Type as sent; `conditional` or `notebook` for such posts.'),
    resolved: boolean('The question or its whole post says that it is resolved, or a resolution is given.'),
    title: text('Title, with the label of a group member.'),
    background: text('Description.'),
    resolution_criteria: text('Resolution criteria.'),
    fine_print: text('Fine print.'),
    resolution: nullable(text('As sent.')),
    options_versions: integer('Length of options_history, 0 where absent.'),
    forecast_count: nullable(integer('forecasts_count of the post.')),
    forecaster_count: nullable(integer('nr_forecasters of the post.')),
    categories: texts('Category names of the post.'),
    created_at: nullable(instant('created_at.')),
    opened_at: nullable(instant('open_time.')),
    closed_at: nullable(instant('actual_close_time.')),
    resolved_at: nullable(instant('actual_resolve_time.')),
    resolution_set_at: nullable(instant('resolution_set_time.')),
    cut_at: nullable(instant('T: the earliest of closing, resolving and scheduled closing.')),
    scaling_fault: nullable(text('Why the scaling does not parse.')),
    range_min: nullable(double('scaling.range_min.')),
    range_max: nullable(double('scaling.range_max.')),
    zero_point: nullable(double('scaling.zero_point.')),
    open_lower_bound: nullable(boolean('open_lower_bound.')),
    open_upper_bound: nullable(boolean('open_upper_bound.')),
    outcome_count: nullable(integer('inbound_outcome_count; null means 200.')),
    unit: nullable(text('unit.')),
    method: text('Aggregation method that counts as the community prediction.'),
    community_fault: nullable(text('Why the aggregation does not parse.')),
    community_start: nullable(
      double('Start of the entry, Unix seconds; null where no entry started by the cut.'),
    ),
    community_end: nullable(double('Its end, Unix seconds; null while it stands.')),
    community_mean: nullable(double('Its mean, boolean only.')),
    community_center: nullable(double('Its median, boolean only.')),
    community_cdf: nullable(doubles('Its CDF, other types only.')),
    community_origin: nullable(oneOf(ENTRY_ORIGINS, 'Where it was read from.')),
    source_sha256: text('Body that the record stands in.'),
    source_pointer: text('JSON pointer of the record in that body.'),
    community_sha256: nullable(text('Body or export file that the entry stands in.')),
    community_pointer: nullable(text('JSON pointer or line of the entry in it.')),
  },
});

export type NormalizedQuestion = RowOf<typeof normalizedTable>;
