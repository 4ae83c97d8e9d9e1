import { describe, expect, it } from 'vitest';
import { gammaMarket, gammaPage, priceList, textList } from '../../../schemas/wire/gamma.js';

const TOKEN = '72151578373064754888133526852479878881868436925554802411951192905545762405537';

describe('textList', () => {
  it('reads JSON inside a text', () => {
    expect(textList('["Yes", "No"]')).toEqual(['Yes', 'No']);
    expect(textList('[]')).toEqual([]);
  });

  it('keeps every digit of a token id and refuses one sent as a number', () => {
    expect(textList(`["${TOKEN}"]`)).toEqual([TOKEN]);
    expect(textList(`[${TOKEN}]`)).toBeUndefined();
  });

  it.each([[null], [undefined], [''], ['["Yes"'], ['"Yes"'], ['{"a":1}'], ['[null]']])(
    'refuses %j',
    (json) => {
      expect(textList(json)).toBeUndefined();
    },
  );
});

describe('priceList', () => {
  it.each([
    ['["0", "1"]', [0, 1]],
    ['["0.5","0.5"]', [0.5, 0.5]],
    ['[0.58, 0.42]', [0.58, 0.42]],
    ['["0.0000001", "0.9999999"]', [1e-7, 0.9999999]],
  ])('reads %s', (json, expected) => {
    expect(priceList(json)).toEqual(expected);
  });

  it.each([[null], ['["NaN", "1"]'], ['["", "1"]'], ['[null, 1]'], ['0.5']])('refuses %j', (json) => {
    expect(priceList(json)).toBeUndefined();
  });
});

describe('gammaMarket', () => {
  const least = { id: '516926', conditionId: '0xab', closed: true };

  it('accepts a market with everything else missing or null, and fields that are new', () => {
    expect(gammaMarket.safeParse(least).success).toBe(true);
    expect(
      gammaMarket.safeParse({ ...least, events: null, tags: null, category: null, newIn2027: {} }).success,
    ).toBe(true);
  });

  it.each([[1], [1.5], ['1245309.180539'], ['0']])('takes %j as volumeNum', (volumeNum) => {
    expect(gammaMarket.safeParse({ ...least, volumeNum }).success).toBe(true);
  });

  it.each([
    ['id', 516926],
    ['id', 'market-1'],
    ['conditionId', null],
    ['closed', 'true'],
    ['outcomes', ['Yes', 'No']],
    ['volumeNum', 'much'],
    ['events', [{ slug: 'no-id' }]],
    ['tags', 'sports'],
  ])('names %s where it is %j', (field, value) => {
    const parsed = gammaMarket.safeParse({ ...least, [field]: value });
    expect(parsed.error?.issues[0]?.path[0]).toBe(field);
  });
});

describe('gammaPage', () => {
  it('has a list, and a cursor unless it is the last', () => {
    expect(gammaPage.safeParse({ markets: [] }).success).toBe(true);
    expect(gammaPage.safeParse({ markets: [{}], next_cursor: 'abc', $schema: 's' }).success).toBe(true);
    expect(gammaPage.safeParse([]).success).toBe(false);
    expect(gammaPage.safeParse({ data: [], next_cursor: 'abc' }).success).toBe(false);
    expect(gammaPage.safeParse({ markets: [], next_cursor: 7 }).success).toBe(false);
  });
});
