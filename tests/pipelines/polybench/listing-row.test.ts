import { describe, expect, it } from 'vitest';
import { listingRow } from '../../../pipelines/polybench/listing-row.js';
import { gammaMarket } from '../../../schemas/wire/gamma.js';
import { instant } from './listed.js';

const TOKENS = ['7'.repeat(77), '8'.repeat(77)];

function rowOf(change: object) {
  const market = gammaMarket.parse({ id: '9', conditionId: '0xab', closed: true, ...change });
  return listingRow({ market, pageSha256: 'p', index: 3 });
}

describe('listingRow', () => {
  it('types what the host sends: lists in texts, dates with a blank, numbers in texts', () => {
    expect(
      rowOf({
        outcomes: '["Yes", "No"]',
        outcomePrices: '["0.0000003", "0.9999997"]',
        clobTokenIds: JSON.stringify(TOKENS),
        closedTime: '2026-02-08 00:37:07+00',
        startDate: '2026-01-02T03:04:05.678901Z',
        endDate: '2026-02-07T20:00:00Z',
        volumeNum: '1245309.180539',
        negRisk: true,
        events: [{ id: '16167' }],
        tags: [{ label: 'Sports' }, { label: null }, { label: 'NBA' }],
      }),
    ).toMatchObject({
      outcomes: ['Yes', 'No'],
      outcome_prices: [0.0000003, 0.9999997],
      token_ids: TOKENS,
      closed_at: instant('2026-02-08T00:37:07Z'),
      opened_at: 1_767_323_045_678_901,
      end_date: instant('2026-02-07T20:00:00Z'),
      volume_micros: 1_245_309_180_539,
      neg_risk: true,
      event_id: '16167',
      category: 'Sports',
      tags: ['Sports', 'NBA'],
      page_sha256: 'p',
      page_index: 3,
    });
  });

  it('makes null of what is missing or unreadable, and the empty text of missing text', () => {
    const nothing = {
      outcomes: null,
      outcome_prices: null,
      token_ids: null,
      closed_at: null,
      opened_at: null,
    };
    expect(rowOf({})).toMatchObject({
      ...nothing,
      event_id: null,
      category: null,
      tags: [],
      volume_micros: null,
    });
    expect(rowOf({ outcomes: '["Yes"', outcomePrices: '["NaN","1"]', closedTime: 'soon' })).toMatchObject(
      nothing,
    );
    expect(rowOf({ clobTokenIds: '["0x7", "8"]' })).toMatchObject({ token_ids: null });
    expect(rowOf({ question: null })).toMatchObject({
      question: '',
      slug: '',
      description: '',
      neg_risk: false,
    });
  });

  it('takes the category of the market, else of its event, else its first tag', () => {
    const tags = [{ label: 'Tag' }];
    const events = [{ id: '1', category: 'Event' }];
    expect(rowOf({ category: 'Own', events, tags }).category).toBe('Own');
    expect(rowOf({ category: '', events, tags }).category).toBe('Event');
    expect(rowOf({ events: [{ id: '1' }], tags }).category).toBe('Tag');
  });

  it('hashes the fields that it rests on, in any order and without the others', () => {
    const { record_sha256: hash } = rowOf({ slug: 'a', volumeNum: 1 });
    expect(rowOf({ volumeNum: 1, slug: 'a', volume24hr: 7 }).record_sha256).toBe(hash);
    expect(rowOf({ slug: 'b', volumeNum: 1 }).record_sha256).not.toBe(hash);
  });
});
