import { parseInstant } from '../../../common/time.js';
import type { ListingRow } from '../../../schemas/polybench.js';

/** An instant of a text that is one. */
export function instant(text: string): number {
  const parsed = parseInstant(text);
  if (parsed === undefined) throw new RangeError(`${text} is no instant`);
  return parsed;
}

/** A listed market that all rules over list fields keep, with changes. */
export function listed(change: Partial<ListingRow> = {}): ListingRow {
  return {
    market_id: '5001',
    condition_id: `0x${'a'.repeat(64)}`,
    event_id: '900',
    slug: 'will-the-lighthouse-open',
    question: 'Will the lighthouse open?',
    description: 'Resolves Yes if it opens.',
    category: null,
    tags: [],
    outcomes: ['Yes', 'No'],
    outcome_prices: [0, 1],
    token_ids: ['7'.repeat(77), '8'.repeat(77)],
    closed: true,
    closed_at: instant('2026-02-20T12:00:00Z'),
    opened_at: instant('2026-02-01T09:00:00Z'),
    end_date: null,
    volume_micros: 1_000_000,
    neg_risk: false,
    record_sha256: 'e'.repeat(64),
    page_sha256: 'f'.repeat(64),
    page_index: 0,
    ...change,
  };
}
