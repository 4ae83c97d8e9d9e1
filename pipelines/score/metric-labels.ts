import type { Metric } from '../../scoring/forecast/index.js';

/** Column heads of tables for people; the arrow says which way is better. */
export const METRIC_LABELS: Readonly<Record<Metric, string>> = {
  accuracy: 'Acc. ↑',
  f1: 'F1 ↑',
  'brier_gold@1': 'Brier gold ↓',
  'brier_outcome@1': 'Brier outcome ↓',
  'ape@1': 'APE ↓',
  'mae@1': 'MAE ↓',
  'ade@1': 'ADE ↓',
  'crps_squashed@1': 'CRPS squashed ↓',
  'crps_raw@1': 'CRPS raw ↓',
};

/** Places of the values in tables for people. */
export const METRIC_DIGITS = 4;
