import { describe, expect, it } from 'vitest';
import { candidateOf } from '../../../pipelines/polybench/candidate.js';
import { listRules } from '../../../pipelines/polybench/list-rules.js';
import { polybenchParameters } from '../../../pipelines/polybench/parameters.js';
import { readRules } from '../../../pipelines/polybench/readings.js';
import { judge } from '../../../pipelines/stages/rules.js';
import type { ListingRow } from '../../../schemas/polybench.js';
import { instant, listed } from './listed.js';

function ruleOf(change: Partial<ListingRow>, parameters: object = {}, asOf = '2026-11-30T00:00:00Z') {
  const context = { parameters: polybenchParameters.parse(parameters), asOf: instant(asOf) };
  return judge(listRules, listed(change), context)?.rule;
}

describe('listRules', () => {
  it('keep an ordinary market', () => {
    expect(ruleOf({})).toBeUndefined();
  });

  it.each<[string, Partial<ListingRow>, string]>([
    ['three outcomes', { outcomes: ['Yes', 'No', 'Draw'] }, 'not_binary'],
    ['unreadable outcomes', { outcomes: null }, 'not_binary'],
    ['no tokens', { token_ids: null }, 'not_binary'],
    ['one token twice', { token_ids: ['7', '7'] }, 'not_binary'],
    ['a scalar settlement', { outcome_prices: [0.58, 0.42] }, 'not_binary'],
    ['team names', { outcomes: ['Herons', 'Otters'] }, 'labels'],
    ['labels swapped', { outcomes: ['No', 'Yes'] }, 'labels'],
    ['labels in capitals', { outcomes: ['YES', 'NO'] }, 'labels'],
    ['open', { closed: false }, 'unresolved'],
    ['open and pinned', { closed: false, outcome_prices: [0.999, 0.001] }, 'unresolved'],
    ['open between 0 and 1', { closed: false, outcome_prices: [0.4, 0.6] }, 'unresolved'],
    ['no closing time', { closed_at: null }, 'unresolved'],
    ['fifty-fifty', { outcome_prices: [0.5, 0.5] }, 'split_resolution'],
    ['prices of 0', { outcome_prices: [0, 0] }, 'no_outcome'],
    ['no prices', { outcome_prices: null }, 'no_outcome'],
  ])('drop %s', (_, change, rule) => {
    expect(ruleOf(change)).toBe(rule);
  });

  it.each([
    ['2025-11-30T23:59:59Z', 'outside_window'],
    ['2025-12-01T00:00:00Z', undefined],
    ['2026-09-30T23:59:59Z', undefined],
    ['2026-10-01T00:00:00Z', 'outside_window'],
  ])('look at the UTC date of the close: %s', (closed, rule) => {
    expect(ruleOf({ closed_at: instant(closed), end_date: instant('2028-01-01') })).toBe(rule);
  });

  it('take what closes after the clock as unresolved', () => {
    const closed_at = instant('2026-02-20T12:00:00Z');
    expect(ruleOf({ closed_at }, {}, '2026-02-20T12:00:00Z')).toBeUndefined();
    expect(ruleOf({ closed_at, outcome_prices: [0.58, 0.42] }, {}, '2026-02-20T11:59:59Z')).toBe(
      'unresolved',
    );
  });

  it('admit any labels where that was asked for', () => {
    expect(ruleOf({ outcomes: ['Herons', 'Otters'] }, { labels: 'any' })).toBeUndefined();
  });
});

describe('the figures of listRules', () => {
  const context = { parameters: polybenchParameters.parse({}), asOf: instant('2026-11-30T00:00:00Z') };
  const figures = (change: Partial<ListingRow>, parameters: object = {}) =>
    Object.fromEntries(
      readRules(listRules, listed(change), {
        ...context,
        parameters: polybenchParameters.parse(parameters),
      }).map(({ rule, figure }) => [rule, figure]),
    );

  it('stand beside each rule that keeps a market', () => {
    const closed_at = instant('2026-02-20T12:00:00Z');
    expect(figures({ closed_at, token_ids: ['7', '8'], outcome_prices: [0, 1] })).toEqual({
      not_binary: 'outcomes: ["Yes","No"], tokens: ["7","8"], prices: [0,1]',
      labels: 'outcomes: ["Yes","No"]; admitted: ["Yes","No"]',
      unresolved: 'closed: true, closedTime 2026-02-20T12:00:00Z; clock 2026-11-30T00:00:00Z',
      split_resolution: 'prices: [0,1]',
      no_outcome: 'prices: [0,1]',
      outside_window: 'resolution date 2026-02-20; corpus 2025-12-01..2026-09-30',
    });
  });

  it('take the UTC date and the limits from record and parameters', () => {
    const closed_at = instant('2026-10-01T00:00:00Z');
    expect(figures({ closed_at }, { corpusEnd: '2026-05-31', labels: 'any' })).toMatchObject({
      labels: 'outcomes: ["Yes","No"]; any are admitted',
      outside_window: 'resolution date 2026-10-01; corpus 2025-12-01..2026-05-31',
    });
  });

  it('say what is missing', () => {
    expect(figures({ outcomes: null, token_ids: null, outcome_prices: null })).toEqual({
      not_binary:
        'outcomes: missing or unreadable, tokens: missing or unreadable, prices: missing or unreadable',
    });
    expect(figures({ closed: false, closed_at: null })).toMatchObject({
      unresolved: 'closed: false, no readable closedTime; clock 2026-11-30T00:00:00Z',
    });
  });
});

describe('candidateOf', () => {
  it('names the winner, the day and the event', () => {
    const condition_id = `0x${'a'.repeat(64)}`;
    expect(candidateOf(listed({ event_id: null }))).toMatchObject({
      outcome: 'NO',
      resolutionDay: 20_504,
      eventId: `cond:${condition_id}`,
      yesLabel: 'Yes',
    });
    expect(candidateOf(listed({ outcome_prices: [1, 0] })).outcome).toBe('YES');
  });

  it('refuses a market that the rules drop', () => {
    expect(() => candidateOf(listed({ outcome_prices: [0.5, 0.5] }))).toThrow(RangeError);
  });
});
