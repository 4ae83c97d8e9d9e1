import { describe, expect, it } from 'vitest';
import { EmptyGroundTruthError, heuristicMatch } from '../../../../scoring/openforecaster/index.js';

describe('writings of one answer', () => {
  it.each([
    ['a full stop', 'Intel', 'Intel.'],
    ['curly quotation marks', 'Intel', '“Intel”'],
    ['single quotation marks', 'Intel', "'Intel'"],
    ['guillemets', 'Intel', '«Intel»'],
    ['a full stop outside the quotation marks', 'Intel', '"Intel".'],
    ['a full stop inside the quotation marks', 'Intel', '"Intel."'],
    ['a zero-width space', 'Intel', 'In\u200btel'],
    ['a zero-width joiner', 'Intel', '\u200dIntel'],
    ['a byte order mark', 'Intel', '\ufeffIntel'],
    ['a soft hyphen', 'Intel', 'In\u00adtel'],
    ['marks of direction', 'Intel', '\u200eIntel\u200f'],
    ['a no-break space', 'New York', 'New\u00a0York'],
    ['double blanks', 'New York', ' New  York\n'],
    ['a line break within a name', 'New York', 'New\nYork'],
    ['a next-line character', 'Intel', 'Intel\u0085'],
    ['full-width digits', '2026', '２０２６'],
    ['full-width letters', 'Intel', 'Ｉｎｔｅｌ'],
    ['a ligature', 'Pacific', 'Paciﬁc'],
    ['composed and decomposed', 'Málaga', 'Ma\u0301laga'],
    ['a minus sign', '-5', '\u22125'],
    ['a dash in a name', 'Shenzhou-20', 'Shenzhou–20'],
  ])('%s', (_, truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(true);
    expect(heuristicMatch(answer, truth)).toBe(true);
  });

  it.each([...'\u2018\u2019\u201b\u02bc\u2032\u00b4`\uff07'])('the apostrophe %s', (mark) => {
    expect(heuristicMatch("O'Brien", `O${mark}Brien`)).toBe(true);
  });
});

describe('what must stay apart', () => {
  it.each([
    ['10²', '102'],
    ['10²', '10'],
    ['10₂', '102'],
    ['10½', '101'],
    ['5½', '5'],
    ['1①', '11'],
    ['10⁶', '106'],
    ['10⁶', '1000000'],
  ])('%j and %j', (truth, answer) => {
    expect(heuristicMatch(truth, answer)).toBe(false);
    expect(heuristicMatch(answer, truth)).toBe(false);
  });

  it('keeps a superscript equal to itself', () => {
    expect(heuristicMatch('10²', ' 10² ')).toBe(true);
  });

  it.each(['', ' \n', '\u200b', '\ufeff \u2060', '""', '.'])(
    'takes %j for no answer and no truth',
    (text) => {
      expect(heuristicMatch('Intel', text)).toBe(false);
      expect(() => heuristicMatch(text, 'Intel')).toThrow(EmptyGroundTruthError);
    },
  );
});
