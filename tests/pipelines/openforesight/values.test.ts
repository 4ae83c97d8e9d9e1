import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerNumber, calendarDay, isMissing, textOrNull } from '../../../pipelines/openforesight/values.js';

describe('answerNumber', () => {
  it.each([
    ['42', 42],
    ['0', 0],
    ['-0', 0],
    ['+7', 7],
    ['-3.25', -3.25],
    ['\u22125', -5],
    ['1,000', 1000],
    ['12,345,678.9', 12345678.9],
    ['007', 7],
    ['2025', 2025],
  ])('reads %s', (answer, number) => {
    expect(answerNumber(answer)).toBe(number);
  });

  it.each([
    '',
    ' 42',
    '42 ',
    '86%',
    '$5',
    '5 million',
    'about 34',
    '10-12',
    '10\u201312',
    '2025-06-30',
    '1,00',
    '1,0000',
    '1000,000',
    '0,123',
    '1.2.3',
    '5.',
    '1e5',
    '0x10',
    'NaN',
    'Infinity',
    'GenZ 212',
    'Shenzhou-20',
    '--5',
    '٣',
    '9'.repeat(400),
  ])('does not guess at %j', (answer) => {
    expect(answerNumber(answer)).toBeNull();
  });

  it('gives back any integer that is written with or without thousands commas', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        const wanted = number === 0 ? 0 : number;
        expect(answerNumber(String(number))).toBe(wanted);
        expect(answerNumber(number.toLocaleString('en-US'))).toBe(wanted);
      }),
    );
  });

  it('is null or finite for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const number = answerNumber(text);
        expect(number === null || Number.isFinite(number)).toBe(true);
      }),
    );
  });
});

describe('calendarDay', () => {
  it.each([
    ['2025-02-28', '2025-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['2025-06-30 23:59:59', '2025-06-30'],
    ['2025-06-30T00:00:00', '2025-06-30'],
  ])('takes %s', (text, day) => {
    expect(calendarDay(text)).toBe(day);
  });

  it.each([
    '',
    'soon',
    '2025-02-29',
    '2025-02-30',
    '2024-13-01',
    '2025-00-10',
    '2025-6-30',
    '2025/06/30',
    '2025-06-30 24:00:00',
    '2025-06-30 12:60:00',
    '2025-06-30 12:00',
    ' 2025-06-30',
    '20250630',
  ])('refuses %j', (text) => {
    expect(calendarDay(text)).toBeUndefined();
  });

  it('takes every day that there is', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(calendarDay(day)).toBe(day);
      }),
    );
  });
});

describe('missing text', () => {
  it.each([null, undefined, '', ' ', '\n\t', '\u00a0'])('is %j', (value) => {
    expect(isMissing(value)).toBe(true);
    expect(textOrNull(value)).toBeNull();
  });

  it('is not any other text, which stays as it is', () => {
    expect(textOrNull(' x ')).toBe(' x ');
    expect(textOrNull('0')).toBe('0');
  });
});
