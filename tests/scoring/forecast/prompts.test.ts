import { describe, expect, it } from 'vitest';
import { answerOfCompletion, forecastPrompt } from '../../../scoring/forecast/index.js';

/** Appendix C, retyped; `$question` is put in by the caller. */
const APPENDIX_C = [
  {
    kind: 'instruct',
    type: 'quantity',
    prompt: `You are an AI assistant providing precise numerical forecasts.
Answer the following question with a single numeric value in JSON format.

Example:
Q: How much global photovoltaic energy generation was deployed by the end of 2020?
A: { "value": 738 }

Q: $question
A: { "value": "`,
  },
  {
    kind: 'instruct',
    type: 'timeframe',
    prompt: `You are an AI assistant providing precise date forecasts.
Answer the following question with a single date in YYYY-MM-DD format in JSON.

Example:
Q: When did an AI system achieve a significant victory against a professional human in Starcraft 2?
A: { "value": "2019-01-24" }

Q: $question
A: { "value": "`,
  },
  {
    kind: 'instruct',
    type: 'boolean',
    prompt: `You are an AI assistant providing binary (Yes/No) answers.
Answer the following question with "Yes" or "No" in JSON format.

Example:
Q: Will we confirm evidence for megastructures orbiting the star KIC 8462852?
A: { "value": "No" }

Q: $question
A: { "value": "`,
  },
  {
    kind: 'base',
    type: 'quantity',
    prompt: `Q: How much global photovoltaic energy generation was deployed by the end of 2020?
A: { "value": 738 }

Q: $question
A: { "value": "`,
  },
  {
    kind: 'base',
    type: 'timeframe',
    prompt: `Q: When did an AI system achieve a significant victory against a professional human in Starcraft 2?
A: { "value": "2019-01-24" }

Q: $question
A: { "value": "`,
  },
  {
    kind: 'base',
    type: 'boolean',
    prompt: `Q: Will we confirm evidence for megastructures orbiting the star KIC 8462852?
A: { "value": "No" }

Q: $question
A: { "value": "`,
  },
] as const;

describe('forecastPrompt', () => {
  it.each(APPENDIX_C)('for a $type question and a model of kind $kind', ({ kind, type, prompt }) => {
    expect(forecastPrompt(kind, type, '$question')).toBe(prompt);
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
