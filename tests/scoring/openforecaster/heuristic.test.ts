import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EmptyGroundTruthError,
  heuristicMatch,
  publishedHeuristicMatch,
  relativeError,
} from '../../../scoring/openforecaster/index.js';

/** Ground truth, answer, what the published heuristic says, what is right: the known wrong verdicts. */
const KNOWN: readonly (readonly [string, string, boolean, boolean])[] = [
  ['Intel', '', true, false],
  ['Intel', '  \u00a0 ', true, false],
  ['Uwan', 'a', true, false],
  ['Samsung Galaxy S23 Ultra', 'Galaxy S23', true, false],
  ['Mali', 'Somalia', true, false],
  ['Mali', 'the coup in Mali was followed by one in Niger', true, false],
  ['Shenzhou-20', 'not Shenzhou-20', true, false],
  ['Shenzhou-20', 'Tiangong-20', true, false],
  ['2026', '2025', true, false],
  ['2025-11-07', '2025-11-08', true, false],
  ['2026-03-01', 'March 1, 2026', false, true],
  ['1.5 million', '1.5 billion', true, false],
  ['1.5 million', '1500000', false, true],
  ['1.5 million', '1500k', false, true],
  ['$1200', '€1200', true, false],
  ['25 km', '25 miles', true, false],
  ['95', '95-105', true, false],
  ['1 234 567', '1234567', false, true],
  ['1.234.567', '1234567', false, true],
  ['3,5', '3.5', false, true],
  ['-5', '\u22125', false, true],
  ['O\u2019Brien', "O'Brien", false, true],
  ['Málaga', 'Ma\u0301laga', false, true],
];

/** Right as published, and still right. */
const KEPT: readonly (readonly [string, string, boolean])[] = [
  ['intel', ' Intel ', true],
  ['1,200', '1200', true],
  ['1200 $', '1200', true],
  ['1e6', '1000000', true],
  ['100', 'about 100', true],
  ['4.5%', '4.5', true],
  ['4.5%', '0.045', false],
  ['-100', '100', false],
  ['100', '101', true],
  ['100', '99', false],
  ['-100', '-100.5', true],
  ['0', '0', true],
  ['0', '0.0001', false],
  ['12,34,567', '1234567', true],
  ['¥1200', '1200', true],
  ['4.5%', '4.52%', true],
  ['100', '95-105', false],
  ['100', 'NaN', false],
  ['Intel', 'Intel Corporation', true],
  ['Intel', 'AMD', false],
  ['Kat Abughazaleh', '  Kat Abughazaleh \n', true],
  ['2026', '２０２６', true],
];

describe('heuristic@1', () => {
  it.each(KNOWN)('%j against %j', (truth, answer, published, right) => {
    expect(publishedHeuristicMatch(truth, answer)).toBe(published);
    expect(heuristicMatch(truth, answer)).toBe(right);
  });

  it.each(KEPT)('%j against %j as published', (truth, answer, right) => {
    expect(publishedHeuristicMatch(truth, answer)).toBe(right);
    expect(heuristicMatch(truth, answer)).toBe(right);
  });

  it.each([
    ['one percent exactly', '1005', '995', true],
    ['just above one percent', '99', '100', false],
    ['zero against zero', '0', '0.0', true],
    ['anything against zero', '0', '0.0001', false],
    ['a code with leading zeros', '0071', '0072', false],
    ['a year against a quantity', '2000', '2010 km', false],
    ['a year in words', '2000', '2 thousand', true],
    ['a currency by name', '$3', '3 US dollars', true],
    ['a plural', '1 mile', '1 miles', true],
    ['metres are not millions', '25 m', '25m', false],
    ['a number that begins a name', '76ers', '76', false],
    ['a lower bound', '25', 'at least 25', false],
    ['another magnitude', '25', '25 billion went missing', false],
  ])('%s', (_, truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
  });

  it.each([
    ['three further words', 'Mali', 'the republic of Mali', true],
    ['four further words', 'Mali', 'in the republic of Mali', false],
    ['an incomplete answer', 'The Labour Party', 'Labour', false],
    ['two alternatives', 'Mali', 'Mali or Niger', false],
    ['a list', 'Mali', 'Mali, Niger', false],
    ['a negation', 'Mali', 'never Mali', false],
    ['a full stop', 'Intel', 'Intel.', true],
    ['quotation marks', 'Intel', '“Intel”', true],
    ['a month without its day', 'March 1, 2026', 'March 2026', false],
    ['an impossible day', '2026-02-29', 'February 29, 2026', false],
    ['a weekday', '2026-03-01', 'Sunday, March 1, 2026', true],
    ['the day first', '2026-03-01', 'the 1st of March 2026', true],
  ])('%s', (_, truth, answer, right) => {
    expect(heuristicMatch(truth, answer)).toBe(right);
  });

  it('refuses an empty ground truth', () => {
    expect(() => heuristicMatch(' \n', 'Intel')).toThrow(EmptyGroundTruthError);
  });

  it('matches whatever is equal, and never the empty answer', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => /[a-z\d]/i.test(text)),
        (text) => heuristicMatch(text, text) && !heuristicMatch(text, '   '),
      ),
    );
  });
});

describe('relativeError', () => {
  it('is symmetric, from 0 to 2, and finite for opposite signs', () => {
    const number = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(number, number, (a, b) => {
        const error = relativeError(a, b);
        return error === relativeError(b, a) && error >= 0 && error <= 2 + 1e-12;
      }),
    );
    expect(relativeError(-5, 5)).toBe(2);
    expect(relativeError(0, 0)).toBe(0);
    expect(relativeError(100, 99)).toBeCloseTo(1 / 99.5, 15);
  });

  it('neither overflows nor underflows', () => {
    expect(relativeError(1.7e308, 1e308)).toBeCloseTo(0.7 / 1.35, 12);
    expect(relativeError(1e308, -1e308)).toBe(2);
    expect(relativeError(Number.MIN_VALUE, 0)).toBe(2);
    expect(relativeError(Number.MIN_VALUE, Number.MIN_VALUE)).toBe(0);
    expect(relativeError(Number.POSITIVE_INFINITY, 1)).toBeNaN();
  });
});
