import { questionsTable } from '../../schemas/openforesight.js';
import type { Dataset } from '../dataset.js';
import { openforesightCard } from './card.js';
import { checkOpenforesight } from './check.js';
import { deriveOpenforesight } from './derive.js';
import { textKey } from './duplicates.js';
import { explainOpenforesight } from './explain.js';
import { type OpenforesightParameters, parameters } from './parameters.js';
import { planOpenforesight } from './plan.js';
import { openforesightReport } from './report.js';
import { rules } from './rules.js';

/** OpenForecaster's questions from the Hugging Face Hub. */
export const openforesightDataset: Dataset<OpenforesightParameters> = {
  name: 'openforesight',
  sources: ['hf'],
  tables: ({ includeArticles }) => [questionsTable(includeArticles)],
  mainTable: 'questions',
  idColumn: 'question_id',
  labelColumns: ['answer', 'resolution_date'],
  rules,
  ruleSetVersion: 1,
  parameters,
  card: openforesightCard,
  derive: deriveOpenforesight,
  plan: planOpenforesight,
  unitsOf: (row) => [textKey(String(row.question), String(row.answer))],
  check: (rows) => checkOpenforesight(rows),
  explain: explainOpenforesight,
  report: openforesightReport,
};
