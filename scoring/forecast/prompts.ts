import type { QuestionType } from '../../schemas/forecast.js';

/** `instruct` for models that follow instructions, `base` for the others: those get the demonstration alone. */
export type ModelKind = 'instruct' | 'base';

interface Template {
  instruction: readonly string[];
  /** The one demonstration: a question and its JSON answer. */
  example: { question: string; value: string | number };
}

/** The wording of appendix C, which the paper's results depend on. */
const TEMPLATES: Readonly<Record<QuestionType, Template>> = {
  quantity: {
    instruction: [
      'You are an AI assistant providing precise numerical forecasts.',
      'Answer the following question with a single numeric value in JSON format.',
    ],
    example: {
      question: 'How much global photovoltaic energy generation was deployed by the end of 2020?',
      value: 738,
    },
  },
  timeframe: {
    instruction: [
      'You are an AI assistant providing precise date forecasts.',
      'Answer the following question with a single date in YYYY-MM-DD format in JSON.',
    ],
    example: {
      question:
        'When did an AI system achieve a significant victory against a professional human in Starcraft 2?',
      value: '2019-01-24',
    },
  },
  boolean: {
    instruction: [
      'You are an AI assistant providing binary (Yes/No) answers.',
      'Answer the following question with "Yes" or "No" in JSON format.',
    ],
    example: {
      question: 'Will we confirm evidence for megastructures orbiting the star KIC 8462852?',
      value: 'No',
    },
  },
};

/**
 * The one-shot prompt of appendix C for a question: instruction (for `instruct` only), one demonstration, the question,
 * and the beginning of the JSON answer that the model completes. Lines that the paper's page breaks are whole.
 */
export function forecastPrompt(kind: ModelKind, type: QuestionType, question: string): string {
  const { instruction, example } = TEMPLATES[type];
  const opening = kind === 'instruct' ? [...instruction, '', 'Example:'] : [];
  return [
    ...opening,
    `Q: ${example.question}`,
    `A: { "value": ${JSON.stringify(example.value)} }`,
    '',
    `Q: ${question}`,
    'A: { "value": "',
  ].join('\n');
}

/** What a completion of such a prompt answers: the text up to the quotation mark, brace or line end that closes it. */
export function answerOfCompletion(completion: string): string {
  const [answer = ''] = completion.split(/["}\n]/, 1);
  return answer.trim();
}
