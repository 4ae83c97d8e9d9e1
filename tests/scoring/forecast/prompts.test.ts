import { describe, expect, it } from 'vitest';
import { answerOfCompletion, forecastPrompt } from '../../../scoring/forecast/index.js';

// Appendix C of the paper.
describe('forecastPrompt', () => {
  it('gives a base model the demonstration alone', () => {
    expect(forecastPrompt('base', 'boolean', 'Will it rain?')).toBe(
      'Q: Will we confirm evidence for megastructures orbiting the star KIC 8462852?\nA: { "value": "No" }\n\nQ: Will it rain?\nA: { "value": "',
    );
  });

  it('tells an instruct model what to do', () => {
    const lines = forecastPrompt('instruct', 'timeframe', 'When will it rain?').split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'You are an AI assistant providing precise date forecasts.',
      'Answer the following question with a single date in YYYY-MM-DD format in JSON.',
      '',
      'Example:',
    ]);
    expect(lines).toContain('A: { "value": "2019-01-24" }');
    expect(lines.slice(-2)).toEqual(['Q: When will it rain?', 'A: { "value": "']);
  });

  it('shows a quantity as a number', () => {
    expect(forecastPrompt('base', 'quantity', '$question')).toContain(
      'A: { "value": 738 }\n\nQ: $question\n',
    );
  });
});

describe('answerOfCompletion', () => {
  it.each([
    ['Yes" }', 'Yes'],
    ['738 }\nQ: next', '738'],
    [' 2024-01-01\n', '2024-01-01'],
    ['', ''],
  ])('of %j', (completion, answer) => {
    expect(answerOfCompletion(completion)).toBe(answer);
  });
});
