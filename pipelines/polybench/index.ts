import { historyTable, marketsTable } from '../../schemas/polybench.js';
import type { Dataset } from '../dataset.js';
import { polybenchCard } from './card.js';
import { checkPolybench } from './check.js';
import { derivePolybench } from './derive.js';
import { explainPolybench } from './explain.js';
import { rederiveFlow } from './only-flow.js';
import { type PolybenchParameters, polybenchParameters } from './parameters.js';
import { planPolybench } from './plan.js';
import { polybenchReport } from './report.js';
import { polybenchRules } from './rules.js';

/** PolyBench from Polymarket. */
export const polybenchDataset: Dataset<PolybenchParameters> = {
  name: 'polybench',
  sources: ['gamma', 'clob', 'data'],
  tables: () => [marketsTable, historyTable],
  mainTable: 'markets',
  idColumn: 'market_id',
  labelColumns: ['outcome'],
  rules: polybenchRules,
  ruleSetVersion: 1,
  parameters: polybenchParameters,
  card: polybenchCard,
  derive: derivePolybench,
  rederiveFlow,
  plan: planPolybench,
  unitsOf: (row) => [String(row.event_id)],
  check: checkPolybench,
  explain: explainPolybench,
  report: polybenchReport,
};
