import { describe, expect, it } from 'vitest';
import { derivePolybench } from '../../../pipelines/polybench/derive.js';
import { planPolybench } from '../../../pipelines/polybench/plan.js';
import { instant } from './listed.js';
import { contextOver, ordinary, venue } from './venue.js';

const MARKETS = [
  ordinary('1'),
  ordinary('2'),
  ordinary('3', { yes: [], record: { closedTime: '2026-02-05 12:00:00+00' } }),
];

/** Requests by source as [low, high]. */
async function planned(asOf: string, built = true) {
  const { context, requests } = contextOver(venue(MARKETS), {}, { asOf: instant('2026-02-20T00:00:00Z') });
  if (built) await derivePolybench(context);
  const before = requests.length;
  const estimates = await planPolybench({ ...context, asOf: instant(asOf) });
  expect(requests).toHaveLength(before);
  for (const {
    bytes,
    requests: [low, high],
  } of estimates) {
    expect(low).toBeLessThanOrEqual(high);
    expect(bytes[0]).toBeLessThanOrEqual(bytes[1]);
  }
  return Object.fromEntries(estimates.map(({ source, requests: range }) => [source, range]));
}

describe('planPolybench', () => {
  it('asks for nothing again under the clock of the last build', async () => {
    expect(await planned('2026-02-20T00:00:00Z')).toEqual({ gamma: [0, 0], clob: [0, 0], data: [0, 0] });
  });

  it('walks the listing again, and looks again at most at all that is not final plus twice the pace', async () => {
    // 8.1 days of 81 in the corpus pass: a tenth of 6 price requests and 2 tapes, twice, on top of all that is open.
    const plan = await planned('2026-02-28T02:24:00Z');
    expect(plan).toEqual({ gamma: [1, 3], clob: [0, 6 + 2], data: [0, 2 + 1] });
  });

  it('gives rough figures before the first build', async () => {
    const plan = await planned('2026-11-30T00:00:00Z', false);
    expect(plan.gamma?.[0]).toBeGreaterThan(1000);
    expect(plan.data?.[1]).toBeGreaterThan(plan.data?.[0] ?? Number.NaN);
  });
});
