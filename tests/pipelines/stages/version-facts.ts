import type { VersionFacts } from '../../../pipelines/stages/version-facts.js';
import { integer, oneOf, table, text, texts } from '../../../schemas/table.js';

const markets = table({
  name: 'markets',
  doc: 'Invented markets.',
  key: ['market_id'],
  columns: {
    market_id: text('Id; `cond:` where there is none, as cond:<id>.'),
    split: oneOf(['train', 'test'], 'Split | part.'),
    tags: texts('Tags.'),
  },
});

const history = table({
  name: 'history',
  doc: 'Invented days.',
  key: ['market_id'],
  columns: { market_id: text('Id.'), volume: integer('Volume.') },
});

/** A version of two tables with two splits. */
export function invented(changes: Partial<VersionFacts> = {}): VersionFacts {
  return {
    dataset: 'polybench',
    version: '2026-11-30',
    asOf: Date.UTC(2026, 10, 30) * 1000,
    generator: { name: 'forecast-datasets', version: '0.1.0+rules.1', commit: 'abc' },
    card: {
      prettyName: 'Invented markets',
      summary: 'Made up.',
      license: 'other',
      licenseName: 'made-up-terms',
      terms: 'Terms of nobody.',
      tags: ['forecasting'],
      sections: [{ title: 'Known limits', body: 'None exists.' }],
    },
    tables: [markets, history],
    rules: [
      { name: 'malformed_record', doc: 'Does not parse.' },
      { name: 'not_binary', doc: 'Other than two outcomes.' },
    ],
    parameters: { 'polybench.minTradeableDays': 2, 'polybench.labels': 'yes-no' },
    splits: [
      { name: 'train', rows: 700, groups: 650 },
      { name: 'test', rows: 200, groups: 190 },
    ],
    funnel: [
      { rule: 'candidates', count: 1000 },
      { rule: 'malformed_record', count: 0 },
      { rule: 'not_binary', count: 100 },
      { rule: 'kept', count: 900 },
    ],
    gates: [
      { name: 'rows_valid', value: 0, limit: 0, passed: true },
      { name: 'kept_share', value: 0.9, limit: 0.95, passed: false, reason: 'an upstream withdrew rows' },
    ],
    audit: [{ check: 'near_duplicate', count: 3 }],
    files: [
      { path: 'data/markets/train-00000-of-00002.parquet', rows: 400 },
      { path: 'data/markets/train-00001-of-00002.parquet', rows: 300 },
      { path: 'data/markets/train.jsonl', rows: 700 },
      { path: 'data/markets/test-00000-of-00001.parquet', rows: 200 },
      { path: 'data/markets/test.jsonl', rows: 200 },
      { path: 'data/history/train-00000-of-00001.parquet', rows: 9000 },
      { path: 'data/history/test-00000-of-00001.parquet', rows: 3000 },
      { path: 'dropped.jsonl', rows: 100 },
      { path: 'schema.json' },
    ],
    previous: { version: '2026-11-23', added: 38, removed: 1, changed: 2, corrections: 1 },
    ...changes,
  };
}
