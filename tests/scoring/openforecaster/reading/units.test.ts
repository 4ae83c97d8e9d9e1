import { describe, expect, it } from 'vitest';
import { COUNT_NOUNS } from '../../../../scoring/openforecaster/reading/count-nouns.js';
import { CURRENCIES, SHARED_CURRENCY_NAMES } from '../../../../scoring/openforecaster/reading/currencies.js';
import { MEASURES, TOUCHING_MEASURES } from '../../../../scoring/openforecaster/reading/measures.js';
import { touchingUnitOf, unitOf } from '../../../../scoring/openforecaster/reading/units.js';

const CODES = [...CURRENCIES, ...SHARED_CURRENCY_NAMES].map(({ code, signs, names }) => ({
  code,
  spellings: new Set([code, ...signs, ...names]),
}));
const TABLES: Readonly<Record<string, readonly string[]>> = { ...COUNT_NOUNS, ...MEASURES };

describe('the lists of units', () => {
  it('give each spelling, and its plural, to one unit alone', () => {
    for (const [name, spellings] of Object.entries(TABLES))
      for (const spelling of spellings) expect(unitOf(spelling)?.name).toBe(name);
    for (const { code, spellings } of CODES)
      for (const spelling of spellings) expect(unitOf(spelling)?.name).toBe(code);
    const words = [...Object.values(TABLES), ...CODES.map(({ spellings }) => [...spellings])].flat();
    for (const word of words.filter((text) => /[a-z][a-rt-z]$/.test(text)))
      expect(unitOf(`${word}s`)).toEqual(unitOf(word));
  });

  it('know no other word', () => {
    for (const word of [
      '',
      'men',
      'angry men',
      'am',
      'pm',
      'st',
      'th',
      'max',
      'x',
      'season',
      'cup',
      'december',
    ])
      expect(unitOf(word)).toBeUndefined();
  });

  it('let all that may touch a number be a unit, and no single letter but the hour', () => {
    for (const spelling of TOUCHING_MEASURES) expect(touchingUnitOf(spelling)).toBeDefined();
    for (const letter of 'abcdefgijklmnopqrstuvwxyz') expect(touchingUnitOf(letter)).toBeUndefined();
    expect(touchingUnitOf('h')).toEqual(unitOf('hours'));
  });
});
