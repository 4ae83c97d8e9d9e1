import { COLUMNS } from './record.js';
import type { SplitPlan } from './world.js';

/** The README of the invented repository, with the front matter that `load_dataset` reads. */
export function cardText(plans: readonly SplitPlan[]): string {
  return [
    '---',
    'language:',
    '- en',
    'pretty_name: Invented questions',
    'configs:',
    '- config_name: default',
    '  data_files:',
    ...plans.flatMap(({ name }) => [`  - split: ${name}`, `    path: data/${name}-*`]),
    'dataset_info:',
    '  features:',
    ...COLUMNS.flatMap((name) => [`  - name: ${name}`, '    dtype: string']),
    '  splits:',
    ...plans.flatMap(({ name, rows }) => [`  - name: ${name}`, `    num_examples: ${rows}`]),
    '---',
    '',
    '# Invented questions',
    '',
    'Every question, answer, person and place here is invented.',
    '',
  ].join('\n');
}
