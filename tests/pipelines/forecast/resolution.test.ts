import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  outcomeValue,
  parsePythonFloat,
  parseResolution,
  plainDecimal,
  publishedResolution,
  questionTypeOf,
} from '../../../pipelines/forecast/resolution.js';
import type { QuestionType } from '../../../schemas/forecast.js';

const published = (type: QuestionType, text: string) => {
  const outcome = parseResolution(type, text);
  return outcome && [publishedResolution(outcome), outcomeValue(outcome)];
};

describe('parseResolution', () => {
  it.each([
    ['yes', ['Yes', 1]],
    ['no', ['No', 0]],
    ['Yes', undefined],
    ['not yes', undefined],
    ['', undefined],
    ['above_upper_bound', undefined],
  ])('boolean %j', (text, want) => {
    expect(published('boolean', text)).toEqual(want);
  });

  it.each([
    ['130027.0', ['130027', 130027]],
    ['1e+16', ['10000000000000000', 1e16]],
    ['1e-05', ['0.00001', 1e-5]],
    ['0.1', ['0.1', 0.1]],
    ['-0.0', ['0', 0]],
    ['-12.50', ['-12.5', -12.5]],
    ['1.25e+25', ['12500000000000000000000000', 1.25e25]],
    ['12', ['12', 12]],
    ['inf', [undefined, Number.POSITIVE_INFINITY]],
    ['-inf', [undefined, Number.NEGATIVE_INFINITY]],
    ['nan', undefined],
    ['0x10', undefined],
    ['1,000', undefined],
    ['yes', undefined],
  ])('quantity %j', (text, want) => {
    expect(published('quantity', text)).toEqual(want);
  });

  it.each([
    ['2025-04-08 12:00:00+00:00', ['2025-04-08', 1744113600]],
    ['2025-04-08T12:00:00Z', ['2025-04-08', 1744113600]],
    ['2025-04-08 12:00:00.500000+00:00', ['2025-04-08', 1744113600.5]],
    ['2024-03-11 01:30:00+05:00', ['2024-03-10', 1710102600]],
    ['2025-04-08', ['2025-04-08', 1744070400]],
    ['2025-02-30 00:00:00+00:00', undefined],
    ['soon', undefined],
  ])('timeframe %j', (text, want) => {
    expect(published('timeframe', text)).toEqual(want);
  });

  it('knows the words', () => {
    expect(parseResolution('quantity', 'above_upper_bound')).toEqual({ kind: 'above' });
    expect(parseResolution('timeframe', 'below_lower_bound')).toEqual({ kind: 'below' });
    expect(parseResolution('boolean', 'ambiguous')).toEqual({ kind: 'ambiguous' });
    expect(parseResolution('quantity', 'annulled')).toEqual({ kind: 'annulled' });
  });
});

describe('questionTypeOf', () => {
  it.each([
    ['binary', 'boolean'],
    ['date', 'timeframe'],
    ['numeric', 'quantity'],
    ['discrete', 'quantity'],
    ['multiple_choice', undefined],
    ['conditional', undefined],
    ['toString', undefined],
  ])('%s', (type, want) => {
    expect(questionTypeOf(type)).toBe(want);
  });
});

describe('plainDecimal', () => {
  it('reads back as the same number and has no exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = plainDecimal(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text) + 0).toBe(value + 0);
        expect(parsePythonFloat(text)).toBe(value + 0);
      }),
    );
  });
});
