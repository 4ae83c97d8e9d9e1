import { beforeAll, describe, expect, it } from 'vitest';
import { parseInstant } from '../../../common/time.js';
import { forecastReport } from '../../../pipelines/forecast/report.js';
import type { Row } from '../../../schemas/table.js';
import { dangers, figureTable, stream, tables } from '../stages/report/read.js';

const closedAt = (day: string) => parseInstant(`${day}T12:00:00Z`) as number;
const HOUR = 3_600_000_000;

const RESOLUTIONS: Row = { boolean: 'Yes', timeframe: '2024-05-30', quantity: '5' };

function question(columns: Row): Row {
  const closed = closedAt('2024-05-31');
  return {
    question_id: 'metaculus:1',
    split: 'train',
    question_type: 'boolean',
    resolution: RESOLUTIONS[String(columns.question_type)] ?? 'Yes',
    community_cdf: null,
    range_min: null,
    range_max: null,
    zero_point: null,
    gold_confidence: 0.5,
    community_probability: 0.5,
    resolution_value: 1,
    community_statistic: 'means',
    community_at: closed - HOUR,
    closed_at: closed,
    resolved_at: closed + HOUR,
    categories: [],
    ...columns,
  };
}

async function sections(rows: readonly Row[]): Promise<Record<string, string>> {
  const report = await forecastReport(stream(rows));
  return Object.fromEntries(report.map(({ title, html }) => [title, html]));
}

/** Rows in the sizes of the paper's Table 8, with the largest month and category of its Table 9. */
function paperSized(): Row[] {
  const sizes = { boolean: [1142, 175, 441], timeframe: [90, 13, 36], quantity: [233, 35, 91] };
  const rows = Object.entries(sizes).flatMap(([question_type, counts]) =>
    ['train', 'validation', 'test'].flatMap((split, index) =>
      Array.from({ length: counts[index] as number }, () => ({ split, question_type })),
    ),
  );
  return rows.map((row, index) =>
    question({
      ...row,
      closed_at: closedAt(index < 187 ? '2023-12-01' : `20${10 + (index % 10)}-0${1 + (index % 9)}-15`),
      // 571 of 3353 category entries, as in the paper.
      categories: index < 571 ? ['Politics', `c${index}`] : [`c${index}`, ...(index < 1097 ? ['d'] : [])],
    }),
  );
}

describe("the paper's tables", () => {
  let report: Record<string, string>;
  beforeAll(async () => {
    report = await sections(paperSized());
  });

  it('has Table 8, with the quantity column that its own totals imply', () => {
    expect(tables(String(report['Rows per split and type']))[0]).toEqual([
      ['split', 'boolean', 'timeframe', 'quantity', 'total'],
      ['train', '1,142', '90', '233', '1,465'],
      ['validation', '175', '13', '35', '223'],
      ['test', '441', '36', '91', '568'],
      ['total', '1,758', '139', '359', '2,256'],
    ]);
  });

  it('has Table 9: months in percent of rows', () => {
    const [all, boolean] = tables(String(report['Top months and categories']));
    expect(all?.slice(0, 2)).toEqual([
      ['month', 'count', '%'],
      ['2023-12', '187', '8.29'],
    ]);
    expect(boolean?.[1]).toEqual(['2023-12', '187', '10.64']);
    expect(all).toHaveLength(11);
  });

  it('has Table 9: categories in percent of category entries', () => {
    const category = tables(String(report['Top months and categories']))[4];
    expect(category?.slice(0, 3)).toEqual([
      ['category', 'count', '%'],
      ['Politics', '571', '17.03'],
      ['d', '526', '15.69'],
    ]);
  });
});

describe('forecastReport', () => {
  it('takes the UTC month of closing, ties by name, and says what has none', async () => {
    const report = await sections([
      question({ closed_at: parseInstant('2024-01-31T23:59:59Z') as number }),
      question({ closed_at: parseInstant('2024-02-01T00:00:00Z') as number }),
      question({
        closed_at: null,
        question_type: 'quantity',
        community_probability: null,
        community_statistic: 'cdf',
      }),
    ]);
    const closing = String(report['Closing dates']);
    expect(figureTable(closing, 'Rows per closing month and type')).toEqual([
      ['2024-01', '1', '0', '0', '1'],
      ['2024-02', '1', '0', '0', '1'],
      ['total', '2', '0', '0', '2'],
    ]);
    expect(closing).toContain('Rows without a closing time, left out: 1.');
    expect(tables(String(report['Top months and categories']))[0]?.slice(1)).toEqual([
      ['2024-01', '1', '33.33'],
      ['2024-02', '1', '33.33'],
    ]);
  });

  it('bins gold confidence per type, the bounds included', async () => {
    const report = await sections(
      [0, 0.049, 0.05, 0.55, 1].map((gold_confidence) => question({ gold_confidence })),
    );
    const bins = figureTable(String(report['Gold confidence']), 'boolean');
    const counted = bins.filter(([, n]) => n !== '0');
    expect(bins).toHaveLength(20);
    expect(counted).toEqual([
      ['0.00 – 0.05', '2', '40.00'],
      ['0.05 – 0.10', '1', '20.00'],
      ['0.55 – 0.60', '1', '20.00'],
      ['0.95 – 1.00', '1', '20.00'],
    ]);
  });

  it('compares the community probability of booleans with what happened', async () => {
    const report = await sections([
      question({ community_probability: 0.9, resolution_value: 1 }),
      question({ community_probability: 0.95, resolution_value: 0, community_statistic: 'centers' }),
      question({ question_type: 'timeframe', community_probability: null, community_statistic: 'cdf' }),
    ]);
    const community = String(report['Community forecast']);
    expect(figureTable(community, 'Reliability of the community forecast').at(-1)).toEqual([
      '0.9 – 1.0',
      '2',
      '0.925',
      '0.500',
    ]);
    expect(community).toContain('Events: 2, base rate 0.500');
    expect(tables(community)).toContainEqual([
      ['statistic', 'boolean', 'timeframe', 'quantity', 'total'],
      ['cdf', '0', '1', '0', '1'],
      ['centers', '1', '0', '0', '1'],
      ['means', '1', '0', '0', '1'],
      ['total', '2', '1', '0', '3'],
    ]);
  });

  it('measures the age of an entry to the closing or the resolution, whichever came first', async () => {
    const at = closedAt('2024-05-31');
    const report = await sections([
      question({ community_at: at - 2 * HOUR }),
      question({ community_at: at - 5 * HOUR, resolved_at: at - HOUR }),
      question({ community_at: at - 100 * HOUR, closed_at: null, resolved_at: null }),
    ]);
    expect(tables(String(report['Community forecast'])).at(-1)?.[1]).toEqual([
      'boolean',
      '2.0',
      '4.0',
      '4.0',
    ]);
  });

  it('shows hostile categories as text, and survives a version without rows', async () => {
    const report = await sections([question({ categories: ['</script><img src=x onerror=a()>'] })]);
    expect(Object.values(report).flatMap(dangers)).toEqual([]);
    expect(tables(String(report['Top months and categories'])).flat(2)).toContain(
      '</script><img src=x onerror=a()>',
    );
    expect(Object.keys(await sections([]))).toHaveLength(6);
  });

  it('refuses a row that lacks a column', async () => {
    await expect(sections([{ ...question({}), gold_confidence: undefined }])).rejects.toThrow(TypeError);
  });
});
