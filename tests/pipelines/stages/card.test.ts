import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { sizeCategory, splitFiles } from '../../../pipelines/stages/card/front-matter.js';
import { renderCard } from '../../../pipelines/stages/card.js';
import { invented } from './version-facts.js';

interface FrontMatter {
  license: string;
  license_name?: string;
  pretty_name: string;
  size_categories: string[];
  configs: { config_name: string; default?: boolean; data_files: { split: string; path: string }[] }[];
}

function frontMatterOf(card: string, version: '1.1' | '1.2' = '1.2'): FrontMatter {
  const [, yaml = ''] = /^---\n(.*?)\n---\n/s.exec(card) ?? [];
  return parse(yaml, { version });
}

/** What a glob of the card matches, read as the shell and `datasets` do: `*` stands for anything but a slash. */
function matches(glob: string, paths: readonly string[]): string[] {
  const [head = '', tail = ''] = glob.split('*');
  return paths.filter(
    (path) =>
      path.startsWith(head) &&
      path.endsWith(tail) &&
      !path.slice(head.length, path.length - tail.length).includes('/'),
  );
}

describe('front matter', () => {
  it('names the files really written, one config per table, the first one the default', () => {
    const head = frontMatterOf(renderCard(invented()));
    expect(head.configs).toEqual([
      {
        config_name: 'markets',
        default: true,
        data_files: [
          { split: 'train', path: 'data/markets/train-*.parquet' },
          { split: 'test', path: 'data/markets/test-*.parquet' },
        ],
      },
      {
        config_name: 'history',
        data_files: [
          { split: 'train', path: 'data/history/train-*.parquet' },
          { split: 'test', path: 'data/history/test-*.parquet' },
        ],
      },
    ]);
    expect(head).toMatchObject({
      license: 'other',
      license_name: 'made-up-terms',
      pretty_name: 'Invented markets',
    });
    // 900 rows of markets and 12,000 of history.
    expect(head.size_categories).toEqual(['10K<n<100K']);
  });

  it('has globs that match every Parquet file of their split and nothing else', () => {
    const facts = invented();
    const paths = facts.files.map((file) => file.path);
    const matched = frontMatterOf(renderCard(facts)).configs.flatMap((config) =>
      config.data_files.map(({ split, path }) => [config.config_name, split, matches(path, paths)]),
    );
    expect(matched).toEqual([
      [
        'markets',
        'train',
        ['data/markets/train-00000-of-00002.parquet', 'data/markets/train-00001-of-00002.parquet'],
      ],
      ['markets', 'test', ['data/markets/test-00000-of-00001.parquet']],
      ['history', 'train', ['data/history/train-00000-of-00001.parquet']],
      ['history', 'test', ['data/history/test-00000-of-00001.parquet']],
    ]);
  });

  it('leaves out a split that has no file, and needs no default for a single config', () => {
    const files = [{ path: 'data/markets/train-00000-of-00001.parquet', rows: 700 }];
    expect(frontMatterOf(renderCard(invented({ files }))).configs).toEqual([
      { config_name: 'markets', data_files: [{ split: 'train', path: 'data/markets/train-*.parquet' }] },
    ]);
  });

  it('keeps split names apart of which one begins with another', () => {
    const names = ['train', 'train_2', 'train2'];
    const files = names.map((name) => ({ path: `data/markets/${name}-00000-of-00001.parquet`, rows: 1 }));
    const splits = names.map((name) => ({ name, rows: 1, groups: 1 }));
    const [config] = frontMatterOf(renderCard(invented({ files, splits }))).configs;
    const found = config?.data_files.map(({ path }) =>
      matches(
        path,
        files.map((file) => file.path),
      ),
    );
    expect(found).toEqual(files.map((file) => [file.path]));
  });

  it('refuses what load_dataset would refuse for every split', () => {
    const file = (path: string, rows: number) => invented({ files: [{ path, rows }] });
    expect(() => splitFiles(file('data/markets/late-2025-00000-of-00001.parquet', 1))).toThrow(TypeError);
    expect(() => splitFiles(file('data/markets/train-00000-of-00001.parquet', 0))).toThrow(TypeError);
  });

  it('reads the same under YAML 1.1, where a bare no is false and a bare 2025_11 a number', () => {
    const words = fc.constantFrom('no', 'on', 'y', 'null', '2025_11', '1e3', '0x1F', 'true', 'late_2025');
    fc.assert(
      fc.property(words, (name) => {
        const files = [{ path: `data/markets/${name}-00000-of-00001.parquet`, rows: 1 }];
        const card = renderCard(invented({ files, splits: [{ name, rows: 1, groups: 1 }] }));
        expect(frontMatterOf(card, '1.1').configs[0]?.data_files[0]?.split).toBe(name);
        expect(frontMatterOf(card, '1.2')).toEqual(frontMatterOf(card, '1.1'));
      }),
    );
  });

  it('classes sizes by rows', () => {
    expect([1, 999, 1000, 52_692, 2_000_000, 1e9].map(sizeCategory)).toEqual([
      'n<1K',
      'n<1K',
      '1K<n<10K',
      '10K<n<100K',
      '1M<n<10M',
      'n>100M',
    ]);
  });
});

describe('the card', () => {
  const card = renderCard(invented());

  it('has its sections', () => {
    expect(card.match(/^## .*$/gm)).toEqual(
      [
        'Load',
        'Splits',
        'Data dictionary',
        'What was left out',
        'Parameters',
        'Known limits',
        'Provenance',
        'Terms',
      ].map((title) => `## ${title}`),
    );
  });

  it('counts what every rule dropped, splits, findings and changes', () => {
    expect(card).toContain('| `not_binary` | 100 | Other than two outcomes. |');
    expect(card).toContain('| `train` | 700 | 9000 | 650 |');
    expect(card).toContain('`near_duplicate` 3');
    expect(card).toContain('38 rows added, 1 removed, 2 changed; labels corrected or withdrawn: 1');
    expect(card).toContain('Of 1000 candidates 900 were kept.');
    expect(card).toContain('as of `2026-11-30T00:00:00Z`');
    const { previous: _, ...first } = invented();
    expect(renderCard(first)).toContain('There is no version before it.');
  });

  it('names only packages that can be imported', () => {
    const names = [...card.matchAll(/from '([^']+)'/g)].map(([, name]) => String(name));
    expect(names).toEqual(['hyparquet', 'hyparquet-compressors']);
    for (const name of names) expect(import.meta.resolve(name)).toContain(name);
  });

  it('says nothing of where it was built', () => {
    expect(card).not.toMatch(/https?:|synthetic|replay|\/tmp|\/home|localhost/);
  });

  it('gives the same bytes for the same facts', () => {
    expect(renderCard(invented())).toBe(card);
  });
});
