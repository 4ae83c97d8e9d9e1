import { z } from 'zod';
import type { Dataset, Derivation } from '../../../pipelines/dataset.js';
import type { Provenance } from '../../../pipelines/stages/publish.js';
import { double, oneOf, type Row, table, text } from '../../../schemas/table.js';

/** The table of an invented dataset: an id, a split, a label. */
export const things = table({
  name: 'questions',
  doc: 'Invented.',
  columns: {
    question_id: text('id'),
    split: oneOf(['train', 'test'], 'split'),
    resolution: text('label'),
    value: double('a number'),
  },
  key: ['question_id'],
});

const parameters = z.strictObject({ minimum: z.number().default(1) });

/** A dataset whose derivation the test gives: what the shared stages do is then all there is. */
export const inventedDataset: Dataset<z.infer<typeof parameters>> = {
  name: 'forecast',
  sources: ['metaculus'],
  tables: () => [things],
  mainTable: 'questions',
  idColumn: 'question_id',
  labelColumns: ['resolution'],
  rules: [
    { name: 'malformed_record', doc: 'Invented.' },
    { name: 'too_small', doc: 'Invented.' },
  ],
  ruleSetVersion: 1,
  parameters,
  card: {
    prettyName: 'Invented',
    summary: 'Invented.',
    license: 'mit',
    terms: 'None.',
    tags: [],
    sections: [],
  },
  derive: () => Promise.reject(new Error('the test gives the derivation')),
  plan: () => Promise.resolve([]),
  unitsOf: (row) => [String(row.question_id)],
  check: async function* () {},
  explain: () => Promise.resolve(undefined),
  report: () => Promise.resolve([]),
};

async function* stream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** A derivation of the given rows, with as many dropped candidates as are named. */
export function inventedDerivation(
  rows: readonly Row[],
  more: { dropped?: readonly string[]; complete?: boolean; evidence?: string } = {},
): Derivation {
  const dropped = more.dropped ?? [];
  const kept = (split: string) => rows.filter((row) => row.split === split).length;
  return {
    splits: ['train', 'test'],
    candidates: rows.length + dropped.length,
    funnel: [
      { rule: 'malformed_record', count: 0 },
      { rule: 'too_small', count: dropped.length },
    ],
    kept: {
      train: { rows: kept('train'), groups: kept('train') },
      test: { rows: kept('test'), groups: kept('test') },
    },
    rows: () => stream(rows),
    dropped: () => stream(dropped.map((id) => ({ id, rule: 'too_small', detail: 'invented' }))),
    audit: () => stream([]),
    evidence: () =>
      stream(
        [...rows.map((row) => String(row.question_id)), ...dropped].map((id) => ({
          id,
          sha256: more.evidence ?? 'e',
        })),
      ),
    gates: [],
    sources: [{ name: 'metaculus', complete: more.complete ?? true, snapshotSha256: '0'.repeat(64) }],
  };
}

/** Rows `first` to `last`, every fourth one in test. */
export const thingRows = (first: number, last: number, resolution = 'Yes'): Row[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    question_id: `metaculus:${first + index}`,
    split: (first + index) % 4 === 0 ? 'test' : 'train',
    resolution,
    value: (first + index) / 8,
  }));

/** Provenance of a build at an instant. */
export const provenanceAt = (asOf: number): Provenance => ({
  asOf,
  generator: { name: 'forecast-datasets', version: '0.0.0+forecast.rules.1', commit: 'unknown' },
  upstream: 'live',
  sources: [
    {
      name: 'metaculus',
      base_url: 'https://www.metaculus.com',
      requests: 1,
      complete: true,
      snapshot_sha256: '0'.repeat(64),
    },
  ],
});
