import { QUESTION_TYPES, type QuestionType } from '../../schemas/forecast.js';
import type { Row } from '../../schemas/table.js';
import type { ReportSection } from '../dataset.js';
import { type MetricLine, metricTable } from '../score/metric-table.js';
import { numberCell, numberOrNone, textCell, textsCell } from '../stages/report/cells.js';
import { html, NOTHING } from '../stages/report/html.js';
import { type BaselineQuestion, baselineQuestion, baselineTable } from './baselines.js';

/** Notes what the baselines need of a published row, by split. */
export function addQuestion(bySplit: Map<string, BaselineQuestion[]>, row: Row): void {
  const split = textCell(row, 'split');
  const question = readQuestion(row);
  const known = bySplit.get(split);
  if (known === undefined) bySplit.set(split, [question]);
  else known.push(question);
}

function readQuestion(row: Row): BaselineQuestion {
  return baselineQuestion({
    question_id: textCell(row, 'question_id'),
    question_type: questionType(textCell(row, 'question_type')),
    resolution: textCell(row, 'resolution'),
    resolution_value: numberCell(row, 'resolution_value'),
    gold_confidence: numberCell(row, 'gold_confidence'),
    categories: [...textsCell(row, 'categories')],
    community_probability: numberOrNull(row, 'community_probability'),
    community_cdf: row.community_cdf === null ? null : numbersCell(row, 'community_cdf'),
    range_min: numberOrNull(row, 'range_min'),
    range_max: numberOrNull(row, 'range_max'),
    zero_point: numberOrNull(row, 'zero_point'),
  });
}

function questionType(text: string): QuestionType {
  const type = QUESTION_TYPES.find((one) => one === text);
  if (type === undefined) throw new TypeError(`${text} is no type of question`);
  return type;
}

function numberOrNull(row: Row, column: string): number | null {
  const value = numberOrNone(row, column);
  return value === undefined ? null : value;
}

function numbersCell(row: Row, column: string): number[] {
  const value = row[column];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'number'))
    throw new TypeError(`column ${column} of a published row is no list of numbers`);
  return value;
}

/** What forecasts that need no model score on each split: the marks to beat. */
export function baselineSection(bySplit: ReadonlyMap<string, readonly BaselineQuestion[]>): ReportSection {
  const training = bySplit.get('train');
  const lines = [...bySplit].flatMap(([split, questions]): MetricLine[] =>
    [...baselineTable(questions, training === undefined ? [] : training)].map(([baseline, evaluation]) => ({
      name: `${split}: ${baseline}`,
      evaluation,
      view: 'answered',
    })),
  );
  const tables = QUESTION_TYPES.map((type) => {
    const own = lines.filter(({ evaluation }) => evaluation[type].questions > 0);
    return own.length === 0 ? NOTHING : metricTable(type, 'split and baseline', own);
  });
  return {
    title: 'Baselines',
    html: html`<p>What needs no model, by the metrics of the paper: <code>always_half</code> says Yes at 0.5, or the middle of
the range at confidence 0.5; <code>base_rate</code> the share of Yes among the training questions, or the median place of
their outcomes in their ranges at their mean gold confidence; <code>community</code> is the community forecast itself, the
median of a continuous one, which has no confidence of its own and so no CRPS. Score your own with
<code>npx forecast-datasets score</code>.</p>
${tables}`.toString(),
  };
}
