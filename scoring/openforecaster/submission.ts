import { finiteNumber } from '../../common/micros.js';

/** Confidence of an answer that is submitted without one. */
export const DEFAULT_CONFIDENCE = 0.5;

export interface Submission {
  answer: string;
  /** In [0,1]. */
  confidence: number;
}

/** A checked tool input, or why it is refused: then there is no reward and the episode goes on. */
export type SubmissionCheck = { ok: true; submission: Submission } | { ok: false; error: string };

/**
 * Checks the input of submit_answer as the published environment does: the answer is a text; the confidence a number
 * in [0,1], or a text that is one in decimal notation, white space around it as String.trim knows it, or true and false
 * for 1 and 0; left out, it is 0.5. Nothing is clamped; -0 is 0. Fields that the tool does not know are ignored.
 */
export function checkSubmission(input: unknown): SubmissionCheck {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, error: 'the input is no object' };
  const { answer, confidence } = input as { answer?: unknown; confidence?: unknown };
  if (typeof answer !== 'string') return { ok: false, error: 'answer: a text is required' };
  const value = confidence === undefined ? DEFAULT_CONFIDENCE : numberOf(confidence);
  if (value === undefined || !(value >= 0 && value <= 1))
    return { ok: false, error: 'confidence: a number from 0 to 1 is required' };
  return { ok: true, submission: { answer, confidence: value === 0 ? 0 : value } };
}

/** Decimal notation, no more: neither `inf` and `nan` nor underscores between digits, which some readers take. */
function numberOf(value: unknown): number | undefined {
  return typeof value === 'boolean' ? Number(value) : finiteNumber(value);
}
