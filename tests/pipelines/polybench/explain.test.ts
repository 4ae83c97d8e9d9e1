import { describe, expect, it } from 'vitest';
import { explainPolybench } from '../../../pipelines/polybench/explain.js';
import { condition, contextOver, noToken, ordinary, venue, yesToken } from './venue.js';

const DAY = 86_400;
const leg = (id: string, more: object = {}) => ordinary(id, { record: { events: [{ id: 'e' }] }, ...more });

async function explained(id: string, parameters: object = {}): Promise<string | undefined> {
  const markets = [
    leg('1'),
    leg('2'),
    leg('3', { trades: [[DAY - 1, 10, 0.4, 'yes']] }),
    ordinary('4', { yes: [[2, 10, 0.01]] }),
    ordinary('5', { record: { outcomes: '["Over", "Under"]' } }),
    ...Array.from({ length: 95 }, (_, index) => ordinary(String(100 + index))),
  ];
  const { context } = contextOver(
    venue(markets, [{ id: '9', conditionId: condition('9'), closed: 1 }]),
    parameters,
  );
  return explainPolybench(id, context);
}

describe('explainPolybench', () => {
  it('shows responses, days with the sums inside and outside the band, and figures with their formula', async () => {
    const text = await explained('1');
    expect(text).toContain('kept in train\n');
    expect(text).toMatch(/listed in snapshots\/bodies\/.*\(sha256 [0-9a-f]{64}\) at \/markets\/0\n/);
    expect(text).toMatch(/ {2}yes prices \d+\.\.\d+: snapshots\/bodies\/.* at \/history\n/);
    expect(text).toMatch(/ {2}trades page 1, 3 rows: snapshots\/bodies\/.* at \/data\n/);
    expect(text).toContain('2026-02-04 quote 0.6 (yes), traded 1000 USD: 0 inside the band, 1000 outside\n');
    expect(text).toContain('capacity 0.25 x 2000 = 500 USD');
    expect(text?.slice(text.indexOf('rules:'), text.indexOf('\n\nraw responses'))).toBe(
      [
        'rules:',
        '  malformed_record: keep (has the shape that is known)',
        `  not_binary: keep (outcomes: ["Yes","No"], tokens: ["${yesToken('1')}","${noToken('1')}"], prices: [0,1])`,
        '  labels: keep (outcomes: ["Yes","No"]; admitted: ["Yes","No"])',
        '  unresolved: keep (closed: true, closedTime 2026-02-05T12:00:00Z; clock 2026-11-30T00:00:00Z)',
        '  split_resolution: keep (prices: [0,1])',
        '  no_outcome: keep (prices: [0,1])',
        '  outside_window: keep (resolution date 2026-02-05; corpus 2025-12-01..2026-09-30)',
        '  no_quotes: keep (3 days quoted, 0 of them from the NO token, 0 days between them without a quote)',
        '  not_uncertain: keep (start quote 0.4 on 2026-02-02; bounds 0.05..0.95)',
        '  too_few_tradeable_days: keep (3 tradeable days before 2026-02-05; at least 2)',
        '  incomplete_tape: keep (1 pages, complete; 3 trades)',
        '  illiquid: keep (exempt, as 2026-02-05 is before 2026-06-01; 0.25 x 2000 = 500 USD)',
        '  event_split: keep (event e not published before; resolves 2026-02-05, test from 2026-06-01)',
        '  event_cap: keep (rank 1 of 3 with 3000 USD; the first 2 are kept: 1 (3000 USD), 2 (3000 USD))',
      ].join('\n'),
    );
    expect(text).toContain('event e:\n  1: traded 3000 USD, resolves 2026-02-05\n');
  });

  it('names the rule that drops a market, and stops there', async () => {
    expect(await explained('3')).toContain(
      'dropped by event_cap: event e keeps 1 (3000 USD), 2 (3000 USD); this leg traded 4 USD',
    );
    const uncertain = await explained('4');
    expect(uncertain).toContain('dropped by not_uncertain: quote 0.01 on 2026-02-02');
    expect(uncertain).toContain(
      '  not_uncertain: drop (start quote 0.01 on 2026-02-02; bounds 0.05..0.95)\n',
    );
    expect(uncertain).not.toContain('too_few_tradeable_days');
    expect(uncertain).not.toContain('trades page');
    const labels = await explained('5');
    expect(labels).toContain('dropped by labels: outcomes: ["Over","Under"]');
    expect(labels).toContain('  labels: drop (outcomes: ["Over","Under"]; admitted: ["Yes","No"])\n');
    expect(labels).not.toContain('unresolved');
    expect(await explained('9')).toContain('market 9: dropped by malformed_record: closed');
  });

  it('knows no market that was not listed', async () => {
    expect(await explained('77')).toBeUndefined();
  });
});
