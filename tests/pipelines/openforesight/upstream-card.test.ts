import { describe, expect, it } from 'vitest';
import { disagreements } from '../../../pipelines/openforesight/upstream-card.js';

const names = new Map([
  ['train', 'train'],
  ['late-2025', 'late_2025'],
]);
const shards = [
  { path: 'data/train-00000-of-00002.parquet', split: 'train', rows: 3 },
  { path: 'data/train-00001-of-00002.parquet', split: 'train', rows: 2 },
  { path: 'data/late-2025-00000-of-00001.parquet', split: 'late_2025', rows: 1 },
];
const card = (yaml: string) => disagreements(`---\n${yaml}\n---\n# Title\n`, names, shards);
const configs = (...splits: string[]) =>
  `configs:\n- config_name: default\n  data_files:\n${splits.map((split) => `  - split: ${split}\n    path: x`).join('\n')}`;

describe('the card of upstream', () => {
  it('agrees where it lists the splits and counts of the files, or says nothing', () => {
    const counts = 'dataset_info:\n  splits:\n  - name: train\n    num_examples: 5';
    expect(card(`${configs('train', 'late-2025')}\n${counts}`)).toEqual([]);
    expect(card('license: mit')).toEqual([]);
    expect(disagreements('# No front matter', names, shards)).toEqual([]);
  });

  it('disagrees about splits', () => {
    expect(card(configs('train', 'test'))).toEqual([
      'the card lists test, no file holds it',
      'the card does not list late-2025',
    ]);
  });

  it('disagrees about counts', () => {
    expect(card('dataset_info:\n  splits:\n  - name: train\n    num_examples: 7')).toEqual([
      'the card counts 7 rows of train, the files hold 5',
    ]);
  });

  it('is not readable where it is no YAML or another shape', () => {
    expect(card('configs: [')).toEqual(['the front matter of the card is not readable']);
    expect(card('configs: 7')).toEqual(['the front matter of the card is not readable']);
  });
});
