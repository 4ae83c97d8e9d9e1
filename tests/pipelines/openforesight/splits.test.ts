import { describe, expect, it } from 'vitest';
import {
  splitLayout,
  splitsByPrecedence,
  splitsInCardOrder,
} from '../../../pipelines/openforesight/splits.js';

const layout = (...paths: string[]) => splitLayout(paths.map((path) => ({ path })));
const names = (...paths: string[]) => layout(...paths).splits.map(({ name }) => name);

describe('the order of splits', () => {
  const splits = ['train', 'aljazeera2026Q1', 'test', 'validation', 'aljazeeraLate2025'];

  it('is by claim where a question has copies', () => {
    const ordered = ['validation', 'test', 'aljazeera2026Q1', 'aljazeeraLate2025', 'train'];
    expect(splitsByPrecedence(splits)).toEqual(ordered);
  });

  it('is as in the upstream card where splits are listed', () => {
    const ordered = ['train', 'validation', 'test', 'aljazeera2026Q1', 'aljazeeraLate2025'];
    expect(splitsInCardOrder(splits)).toEqual(ordered);
  });
});

describe('splitLayout', () => {
  it('takes whatever splits the files name, shards in order', () => {
    const { splits, problems } = layout(
      'README.md',
      'data/train-00001-of-00002.parquet',
      'data/aljazeera2026Q1-00000-of-00001.parquet',
      'data/train-00000-of-00002.parquet',
      'test-00000-of-00001-0123456789abcdef.parquet',
    );
    expect(problems).toEqual([]);
    expect(splits.map(({ name, files }) => [name, files.map(({ path }) => path)])).toEqual([
      ['aljazeera2026Q1', ['data/aljazeera2026Q1-00000-of-00001.parquet']],
      ['train', ['data/train-00000-of-00002.parquet', 'data/train-00001-of-00002.parquet']],
      ['test', ['test-00000-of-00001-0123456789abcdef.parquet']],
    ]);
  });

  it('makes names words, without joining two splits', () => {
    expect(names('data/late-2025-00000-of-00001.parquet')).toEqual(['late_2025']);
    expect(
      names(
        'data/late.2025-00000-of-00001.parquet',
        'data/late-2025-00000-of-00001.parquet',
        'data/late_2025-00000-of-00001.parquet',
      ).sort(),
    ).toEqual(['late_2025', 'late_2025_2', 'late_2025_3']);
    expect(names('data/été-00000-of-00001.parquet')[0]).toMatch(/^\w+$/);
  });

  it('says which shards are not there, and which files belong to no split', () => {
    const { problems } = layout(
      'data/train-00000-of-00003.parquet',
      'data/train-00002-of-00003.parquet',
      'data/extra.parquet',
      'other/train-00001-of-00003.parquet',
    );
    expect(problems).toEqual([
      { kind: 'unclaimed', path: 'data/extra.parquet' },
      { kind: 'unclaimed', path: 'other/train-00001-of-00003.parquet' },
      { kind: 'missing_shard', path: 'train-00001-of-00003.parquet' },
    ]);
  });
});
