import { describe, expect, it } from 'vitest';
import { answerTypeGroup, openforesightReport } from '../../../pipelines/openforesight/report.js';
import type { Row } from '../../../schemas/table.js';
import { dangers, figureTable, stream, tables } from '../stages/report/read.js';

function question(columns: Row = {}): Row {
  return {
    split: 'train',
    question: 'Who?',
    background: '',
    resolution_criteria: '<ul><li>x</li></ul>',
    answer_type: 'String (Name)',
    answer: 'Nobody',
    answer_number: null,
    resolution_date: '2025-06-30',
    question_start_date: null,
    article_published_on: '2025-07-01',
    source_url: null,
    news_source: 'Forbes',
    data_source: null,
    prompt: 'Who?',
    ...columns,
  };
}

async function sections(rows: readonly Row[]): Promise<Record<string, string>> {
  const report = await openforesightReport(stream(rows));
  return Object.fromEntries(report.map(({ title, html }) => [title, html]));
}

describe('answerTypeGroup', () => {
  it('takes off the outer String (...) and case', () => {
    expect(
      [
        'String (Name)',
        'String (name)',
        'string(Location)',
        'String (Number (integer))',
        'String',
        ' Date ',
        'String ()',
      ].map(answerTypeGroup),
    ).toEqual(['name', 'name', 'location', 'number (integer)', 'string', 'date', 'string ()']);
  });

  it('leaves other parentheses alone', () => {
    expect(answerTypeGroup('Name (String)')).toBe('name (string)');
    expect(answerTypeGroup('String (a) or String (b)')).toBe('string (a) or string (b)');
  });
});

describe('openforesightReport', () => {
  it('counts splits, numbers and filled columns', async () => {
    const report = await sections([
      question(),
      question({ answer: '4', answer_number: 4 }),
      question({ split: 'test' }),
    ]);
    const [kinds, filled] = tables(String(report['Rows per split and kind of answer']));
    expect(kinds).toEqual([
      ['split', 'number', 'text', 'total'],
      ['train', '1', '1', '2'],
      ['test', '0', '1', '1'],
      ['total', '1', '2', '3'],
    ]);
    expect(filled?.slice(0, 4)).toEqual([
      ['column', 'train', 'test'],
      ['answer_number', '50.0 %', '0.0 %'],
      ['question_start_date', '0.0 %', '0.0 %'],
      ['article_published_on', '100.0 %', '100.0 %'],
    ]);
  });

  it('groups answer types and sums what is not shown', async () => {
    const rare = Array.from({ length: 16 }, (_, index) =>
      question({ answer_type: `rare ${String(index).padStart(2, '0')}` }),
    );
    const report = await sections([question(), question({ answer_type: 'String (name)' }), ...rare]);
    const types = figureTable(String(report['Answer types and sources']), 'Answer types');
    expect(types[0]).toEqual(['name', '2', '11.11']);
    expect(types.at(-1)).toEqual(['2 others', '2', '11.11']);
    expect(types).toHaveLength(16);
    expect(report['Answer types and sources']).toContain('17 types in 18 spellings');
  });

  it('counts months per split and rows without a publisher', async () => {
    const report = await sections([
      question({ resolution_date: '2025-05-31' }),
      question({ resolution_date: '2025-06-01', split: 'test', news_source: null }),
    ]);
    expect(figureTable(String(report['Resolution months']), 'Rows per resolution month and split')).toEqual([
      ['2025-05', '1', '0', '1'],
      ['2025-06', '0', '1', '1'],
      ['total', '1', '1', '2'],
    ]);
    expect(report['Answer types and sources']).toContain('Publishers: 1. Rows that name none: 1.');
  });

  it('measures texts', async () => {
    const report = await sections([1, 10, 100].map((length) => question({ answer: 'x'.repeat(length) })));
    const lengths = String(report['Lengths of texts']);
    expect(tables(lengths)[0]).toContainEqual(['answer', '1', '10', '100', '100']);
    expect(figureTable(lengths, 'background')[0]).toEqual(['0', '3', '100.00']);
    expect(figureTable(lengths, 'answer').filter(([, n]) => n !== '0')).toEqual([
      ['1 – 2', '1', '33.33'],
      ['10 – 16', '1', '33.33'],
      ['100 – 159', '1', '33.33'],
    ]);
  });

  it('shows hostile names as text, and survives a version without rows', async () => {
    const hostile = '</script><img src=x onerror=a()>';
    const report = await sections([question({ news_source: hostile, answer_type: hostile })]);
    expect(Object.values(report).flatMap(dangers)).toEqual([]);
    expect(Object.keys(await sections([]))).toHaveLength(4);
  });
});
