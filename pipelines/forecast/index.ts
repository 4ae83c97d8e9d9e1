import { questionsTable } from '../../schemas/forecast.js';
import type { Dataset } from '../dataset.js';
import { forecastCard } from './card.js';
import { checkForecast } from './check.js';
import { deriveForecast } from './derive.js';
import { explainForecast } from './explain.js';
import { type ForecastParameters, forecastParameters } from './parameters.js';
import { planForecast } from './plan.js';
import { forecastReport } from './report.js';
import { forecastRules } from './rules.js';
import { tiesOf } from './units.js';

/** FOReCAst from Metaculus. */
export const forecastDataset: Dataset<ForecastParameters> = {
  name: 'forecast',
  sources: ['metaculus'],
  tables: () => [questionsTable],
  mainTable: 'questions',
  typeColumn: 'question_type',
  idColumn: 'question_id',
  labelColumns: ['resolution', 'resolution_value', 'gold_confidence'],
  rules: forecastRules.map(({ name, doc }) => ({ name, doc })),
  ruleSetVersion: 1,
  parameters: forecastParameters,
  card: forecastCard,
  derive: deriveForecast,
  plan: planForecast,
  unitsOf: (row) =>
    tiesOf({ question: String(row.question), group_id: row.group_id === null ? null : String(row.group_id) }),
  check: (rows) => checkForecast(rows),
  explain: explainForecast,
  report: forecastReport,
};
