import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { funnelSteps } from '../../../../pipelines/stages/report/overview.js';
import { renderReport } from '../../../../pipelines/stages/report/page.js';
import { invented } from '../version-facts.js';
import { dangers, figureTable, parse, tables, texts } from './read.js';

describe('renderReport', () => {
  it('says what the version holds', () => {
    const page = renderReport(invented(), [{ title: 'Own', html: '<p>own</p>' }]);
    expect(texts(parse(page), 'h2')).toEqual([
      'From candidates to rows',
      'Splits',
      'Own',
      'Audit',
      'Quality gates',
      'Parameters',
      'Data dictionary',
    ]);
    expect(figureTable(page, 'Drop funnel')).toEqual([
      ['candidates', '1,000', '100.0 %', ''],
      ['malformed_record', '0', '0.0 %', 'Does not parse.'],
      ['not_binary', '100', '10.0 %', 'Other than two outcomes.'],
      ['kept', '900', '90.0 %', ''],
    ]);
    expect(tables(page)[1]).toEqual([
      ['split', 'rows', 'share', 'units'],
      ['train', '700', '77.8 %', '650'],
      ['test', '200', '22.2 %', '190'],
      ['total', '900', '100.0 %', '840'],
    ]);
    expect(tables(page)).toContainEqual([
      ['gate', 'value', 'limit', 'verdict', 'reason'],
      ['rows_valid', '0', '0', 'passed', ''],
      ['kept_share', '0.9000', '0.9500', 'accepted', 'an upstream withdrew rows'],
    ]);
  });

  it('needs no network and no script', () => {
    const page = renderReport(invented(), []);
    expect(dangers(page)).toEqual([]);
    expect(page).not.toMatch(/url\(|@import|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  });

  it('gives the same bytes for the same facts', () => {
    expect(renderReport(invented(), [])).toBe(renderReport(invented(), []));
  });

  it('puts a table of figures after every chart, and names every chart for readers that cannot see it', () => {
    const page = parse(renderReport(invented(), []));
    for (const figure of page.querySelectorAll('figure')) {
      expect(figure.querySelector('svg')?.getAttribute('aria-label')).toBeTruthy();
      expect(figure.querySelector('details table')).not.toBeNull();
    }
  });

  it('lets no text of upstream or user become markup', () => {
    const hostile = fc
      .string({ unit: 'binary' })
      .map((text) => `</style></script><img src=x onerror=a()>${text}`);
    fc.assert(
      fc.property(hostile, (text) => {
        const page = renderReport(
          invented({
            version: text,
            splits: [{ name: text, rows: 1, groups: 1 }],
            parameters: { [text]: text },
            gates: [{ name: text, value: 1, limit: 1, passed: false, reason: text }],
            audit: [{ check: text, count: 1 }],
          }),
          [],
        );
        expect(dangers(page)).toEqual([]);
        expect([...parse(page).querySelectorAll('style')]).toHaveLength(1);
      }),
      { numRuns: 15 },
    );
  });

  it('links its sections', () => {
    const page = parse(renderReport(invented(), []));
    const ids = [...page.querySelectorAll('section')].map((section) => `#${section.getAttribute('id')}`);
    expect([...page.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))).toEqual(ids);
  });
});

describe('funnelSteps', () => {
  it('ends at what is kept', () => {
    const steps = funnelSteps(invented().funnel);
    expect(steps.map(({ before, after }) => [before, after])).toEqual([
      [1000, 1000],
      [1000, 1000],
      [1000, 900],
      [900, 900],
    ]);
  });
});
