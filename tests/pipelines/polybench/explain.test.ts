import { describe, expect, it } from 'vitest';
import { explainPolybench } from '../../../pipelines/polybench/explain.js';
import { condition, contextOver, ordinary, venue } from './venue.js';

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
    expect(text).toContain('  event_cap: keep\n');
    expect(text).toContain('event e:\n  1: traded 3000 USD, resolves 2026-02-05\n');
  });

  it('names the rule that drops a market, and stops there', async () => {
    expect(await explained('3')).toContain(
      'dropped by event_cap: event e keeps 1 (3000 USD), 2 (3000 USD); this leg traded 4 USD',
    );
    const uncertain = await explained('4');
    expect(uncertain).toContain('dropped by not_uncertain: quote 0.01 on 2026-02-02');
    expect(uncertain).not.toContain('trades page');
    const labels = await explained('5');
    expect(labels).toContain('dropped by labels: outcomes: ["Over","Under"]');
    expect(labels).toContain('  labels: drop\n');
    expect(labels).not.toContain('unresolved');
    expect(await explained('9')).toContain('market 9: dropped by malformed_record: closed');
  });

  it('knows no market that was not listed', async () => {
    expect(await explained('77')).toBeUndefined();
  });
});
