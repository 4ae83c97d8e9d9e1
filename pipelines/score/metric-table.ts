import type { QuestionType } from '../../schemas/forecast.js';
import { type Evaluation, METRICS, type MetricValue } from '../../scoring/forecast/index.js';
import { dataTable } from '../stages/report/data-table.js';
import { count, decimal } from '../stages/report/format.js';
import type { SafeHtml } from '../stages/report/html.js';
import { METRIC_DIGITS, METRIC_LABELS } from './metric-labels.js';

/** Which mean of a metric is shown: over the answered questions, or over all with the worst value where none is. */
export type MetricView = keyof Pick<MetricValue, 'answered' | 'all'>;

export interface MetricLine {
  name: string;
  evaluation: Evaluation;
  view: MetricView;
}

/** The metrics of one question type, a line per evaluation; N of all questions is what the means are over. */
export function metricTable(type: QuestionType, corner: string, lines: readonly MetricLine[]): SafeHtml {
  return dataTable({
    caption: type,
    columns: [
      { label: corner },
      ...['N', 'of', ...METRICS[type].map((metric) => METRIC_LABELS[metric])].map((label) => ({
        label,
        numeric: true,
      })),
    ],
    rows: lines.map(({ name, evaluation, view }) => {
      const { questions, answered, metrics } = evaluation[type];
      const values = metrics.map((metric) => decimal(metric[view], METRIC_DIGITS));
      return [name, count(view === 'all' ? questions : answered), count(questions), ...values];
    }),
  });
}
