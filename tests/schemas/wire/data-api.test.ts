import { describe, expect, it } from 'vitest';
import { isTradeDrift, readTrade, tradesPage } from '../../../schemas/wire/data-api.js';

const V2 = {
  token_id: '77',
  condition_id: '0xab',
  size: 406,
  price: 0.52,
  timestamp: 1764052953,
  outcome_index: 999,
};
const V1 = {
  asset: '77',
  conditionId: '0xab',
  size: 406,
  price: 0.52,
  timestamp: 1764052953,
  outcomeIndex: 0,
};
const READ = { token: '77', condition: '0xab', size: 406, price: 0.52, timestamp: 1764052953 };

describe('readTrade', () => {
  it('reads the same trade from both versions', () => {
    expect(readTrade(V2, 'v2')).toEqual(READ);
    expect(readTrade(V1, 'v1')).toEqual(READ);
  });

  it('takes numbers in texts and sizes with 30 decimals', () => {
    expect(readTrade({ ...V2, price: '0.52', size: '406' }, 'v2')).toEqual(READ);
    expect(readTrade({ ...V2, size: '1.000000000000000000000000000001' }, 'v2')).toMatchObject({ size: 1 });
  });

  it.each([
    ['token_id', 7.2e76],
    ['condition_id', undefined],
    ['size', 'NaN'],
    ['size', null],
    ['price', undefined],
    ['price', [0.5]],
    ['timestamp', '1764052953'],
    ['timestamp', 1764052953.5],
  ])('names %s where it is %j', (field, value) => {
    const row = readTrade({ ...V2, [field]: value }, 'v2');
    expect(isTradeDrift(row) && row.field).toBe(field);
  });

  it('does not take the names of the other version', () => {
    expect(readTrade(V1, 'v2')).toEqual({ field: 'token_id', detail: 'is no text' });
    expect(readTrade('row', 'v2')).toEqual({ field: 'row', detail: 'is no object' });
    expect(isTradeDrift(readTrade(null, 'v1'))).toBe(true);
  });
});

describe('tradesPage', () => {
  it('needs a cursor that is a text or null', () => {
    const page = (next_cursor: unknown) => ({
      data: [],
      pagination: { limit: 1000, has_more: false, next_cursor },
    });
    expect(tradesPage.safeParse(page(null)).success).toBe(true);
    expect(tradesPage.safeParse(page('abc')).success).toBe(true);
    expect(tradesPage.safeParse(page(undefined)).success).toBe(false);
    expect(tradesPage.safeParse([]).success).toBe(false);
  });
});
