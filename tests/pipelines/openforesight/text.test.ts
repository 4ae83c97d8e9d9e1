import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalised, searchable, wholeWords } from '../../../pipelines/openforesight/text.js';

const found = (answer: string, title: string): boolean => wholeWords(searchable(answer))(searchable(title));

describe('wholeWords', () => {
  it.each([
    ['Velm Ostra', 'Who leads after velm   OSTRA, did?'],
    ['35.8', 'How many after 35.8 did?'],
    ['Paris', '"Paris"?'],
    ['Trump', "What will Trump's next order be?"],
    ['2025', 'By June 16, 2025?'],
    ['Lu', 'Will Ferrante-Lu win?'],
    ['Côte-Verte', 'Will CO\u0302TE-VERTE sign?'],
    ['C++', 'Will C++ be used?'],
    ['86%', 'Will it reach 86% in May?'],
    ['-5', 'Will it fall to -5 degrees?'],
    ['(a|b)', 'Is it (a|b) or not?'],
  ])('finds %j in %j', (answer, title) => {
    expect(found(answer, title)).toBe(true);
  });

  it.each([
    ['Velm', 'Which country signs after Velmark did?'],
    ['mark', 'Which country signs after Velmark did?'],
    ['35', 'How many after 35.8 did?'],
    ['8', 'How many after 35.8 did?'],
    ['1', 'More than 1,000 seats?'],
    ['000', 'More than 1,000 seats?'],
    ['New York', 'New Yorkers vote?'],
    ['co', 'snake_co_case'],
    ['日本', '日本人が勝つか'],
    ['—', 'A dash — alone'],
    ['?', 'Is a mark a word?'],
    ['Paris', ''],
  ])('does not find %j in %j', (answer, title) => {
    expect(found(answer, title)).toBe(false);
  });

  it('finds any phrase with a letter between blanks, whatever characters it has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (noise) => {
        const phrase = searchable(`a${noise}z`);
        expect(wholeWords(phrase)(searchable(`x ${phrase} y`))).toBe(true);
        expect(wholeWords(phrase)(searchable(`x${phrase} y`))).toBe(false);
      }),
    );
  });
});

describe('normalised', () => {
  it.each([
    ['Denis N\u2019Canha', "denis n'canha"],
    ['O\u00b4Neill', "o'neill"],
    ['  A\u00a0 B\n', 'a b'],
    ['ﬁn ①', 'fin 1'],
    ['Ｆｕｌｌ', 'full'],
    ['e\u0301', 'é'],
  ])('folds %j to %j', (text, folded) => {
    expect(normalised(text)).toBe(folded);
  });

  it('keeps different words apart', () => {
    expect(normalised('Öresby')).not.toBe(normalised('Oresby'));
  });
});

it('white space of any kind and length is one blank, and none at the ends', () => {
  const space = fc.constantFrom(' ', '  ', '\n', '\t ', '\u00a0', '\u2028', '\r\n', '\ufeff', '\u3000');
  const gaps = fc.tuple(fc.constantFrom('', ' ', '\n'), space, space, fc.constantFrom('', '\t', '  '));
  fc.assert(
    fc.property(gaps, ([before, first, second, after]) => {
      const text = `${before}One${first}Two${second}Three${after}`;
      expect(searchable(text)).toBe('one two three');
      expect(normalised(text)).toBe('one two three');
    }),
  );
});
