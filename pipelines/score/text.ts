import { QUESTION_TYPES, type QuestionType } from '../../schemas/forecast.js';
import { type Evaluation, METRICS } from '../../scoring/forecast/index.js';
import { printable } from '../../sources/http/excerpt.js';
import { count, decimal, percent } from '../stages/report/format.js';
import { METRIC_DIGITS, METRIC_LABELS } from './metric-labels.js';
import type { MetricLine, MetricView } from './metric-table.js';
import { placeText } from './problems.js';
import type { ScoreResult } from './score.js';

/** Problems that are named; JSON has more of them. */
const SHOWN_PROBLEMS = 20;

/** The result for a terminal. */
export function scoreText(result: ScoreResult): string {
  return [
    heading(result),
    countsText(result),
    blocks('predictions', mainLines(result)),
    blocks('category', categoryLines(result)),
    ...(result.aggregations === undefined
      ? []
      : [blocks('aggregation', linesOf(result.aggregations, 'answered'))]),
    reliabilityText(result),
    ...problemsText(result),
  ].join('\n\n');
}

/** What was scored, in words. */
export function heading({ dataset, version, split, after }: ScoreResult): string {
  const cutoff = after === undefined ? '' : `, resolved after ${after}`;
  return `${dataset} ${version}, split ${split}${cutoff}`;
}

/** The lines of the main table: the predictions over what they answer and over everything, then the baselines. */
export function mainLines({ evaluation, baselines }: ScoreResult): MetricLine[] {
  return [
    { name: 'answered', evaluation, view: 'answered' },
    { name: 'all, unanswered at worst', evaluation, view: 'all' },
    ...linesOf(baselines, 'answered'),
  ];
}

export function categoryLines({ categories }: ScoreResult): MetricLine[] {
  return linesOf(categories, 'answered');
}

export function linesOf(evaluations: ReadonlyMap<string, Evaluation>, view: MetricView): MetricLine[] {
  return [...evaluations].map(([name, evaluation]) => ({ name, evaluation, view }));
}

/** Counts of questions and records, one sentence each. */
export function countSentences({ after, selection, predictions, evaluation }: ScoreResult): string[] {
  const types = QUESTION_TYPES.map((type) => {
    const { questions, answered, unanswered, malformed } = evaluation[type];
    return `${type}: ${count(questions)} questions, ${count(answered)} answered, ${count(unanswered)} unanswered, ${count(malformed)} malformed`;
  });
  const chosen =
    after === undefined
      ? `${count(selection.questions)} questions`
      : `${count(selection.selected)} of ${count(selection.questions)} questions: ${count(selection.leftOut)} resolved up to the cutoff, ${count(selection.undated)} do not say when`;
  return [
    chosen,
    ...(predictions.records === 0 ? ['the predictions file is empty'] : []),
    `${count(predictions.records)} records: ${count(predictions.used)} used, ${count(predictions.repeated)} repeated, ${count(predictions.leftOut)} for questions left out, ${count(predictions.unknown)} for other ids, ${count(predictions.unreadable)} unreadable; ${count(predictions.badSamples)} samples that are no answer`,
    ...types,
  ];
}

function countsText(result: ScoreResult): string {
  return countSentences(result).join('\n');
}

/** One table a type, types without a question left out. */
function blocks(corner: string, lines: readonly MetricLine[]): string {
  const shown = QUESTION_TYPES.filter((type) =>
    lines.some(({ evaluation }) => evaluation[type].questions > 0),
  );
  return shown.map((type) => block(type, corner, lines)).join('\n\n');
}

function block(type: QuestionType, corner: string, lines: readonly MetricLine[]): string {
  const own = lines.filter(({ evaluation }) => evaluation[type].questions > 0);
  const head = [`${type}: ${corner}`, 'N', 'of', ...METRICS[type].map((metric) => METRIC_LABELS[metric])];
  const rows = own.map(({ name, evaluation, view }) => {
    const { questions, answered, metrics } = evaluation[type];
    const values = metrics.map((metric) => decimal(metric[view], METRIC_DIGITS));
    return [printable(name), count(view === 'all' ? questions : answered), count(questions), ...values];
  });
  return table([head, ...rows]);
}

function reliabilityText({ reliability }: ScoreResult): string {
  const rows = reliability
    .bins()
    .map(({ low, high, count: events, predicted, observed }) => [
      `${low.toFixed(1)} - ${high.toFixed(1)}`,
      count(events),
      decimal(predicted, METRIC_DIGITS),
      decimal(observed, METRIC_DIGITS),
    ]);
  return table([['P(Yes) of booleans', 'events', 'predicted', 'observed'], ...rows]);
}

function problemsText({ problems, predictions }: ScoreResult): string[] {
  const { count: all, named } = problems;
  if (all === 0) return [];
  const lines = named
    .slice(0, SHOWN_PROBLEMS)
    .map(({ place, question_id, reason }) =>
      printable(`  ${placeText(place)}${question_id === null ? '' : ` ${question_id}`}: ${reason}`),
    );
  const more = all > named.length ? `the first ${count(named.length)}` : 'the rest';
  const rest = all > SHOWN_PROBLEMS ? `\n  ... ${more} with --format json` : '';
  return [
    `problems: ${count(all)} of the records (${percent(all, predictions.records)})\n${lines.join('\n')}${rest}`,
  ];
}

/** Columns padded to their width: the first to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] as readonly string[]).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] as string)].length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const fill = ' '.repeat((widths[column] as number) - [...cell].length);
          return column === 0 ? cell + fill : fill + cell;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
