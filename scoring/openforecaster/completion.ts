/** An answer and its probability, read from a completion; or what is wrong with it, and then there is no reward. */
export type Completion =
  | { ok: true; answer: string; probability: number }
  | { ok: false; error: 'no_answer' | 'no_probability' | 'bad_probability' };

const THINKING_ENDS = '</think>';
const PROBABILITY = /^\+?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** What the published training parser cuts answers to. */
const VERL_ANSWER_LENGTH = 100;
/** Beyond this the published training parser takes a probability for 1. */
const VERL_CLIP = 1.01;

/**
 * Reads a completion strictly: the last `<answer>` and the last `<probability>` after the first `</think>`. Tags match
 * across lines, contents are trimmed, entities stay as they are. 0 is a probability; a percentage, a number outside
 * [0,1] or a tag that is missing, empty or unclosed is a format error.
 */
export function parseCompletion(text: string): Completion {
  const end = text.indexOf(THINKING_ENDS);
  const said = end < 0 ? text : text.slice(end + THINKING_ENDS.length);
  const answer = lastTag(said, 'answer');
  if (answer === undefined || answer === '') return { ok: false, error: 'no_answer' };
  const probability = lastTag(said, 'probability');
  if (probability === undefined) return { ok: false, error: 'no_probability' };
  const value = PROBABILITY.test(probability) ? Number(probability) : Number.NaN;
  if (!(value >= 0 && value <= 1)) return { ok: false, error: 'bad_probability' };
  return { ok: true, answer, probability: value };
}

/** What the published training code reads. */
export interface VerlCompletion {
  /** Cut to 100 characters; null where no closed tag is found. */
  answer: string | null;
  /** NaN where the text says so; null where none is found or it is no number. */
  probability: number | null;
  /** What the code then reckons with: a missing probability, NaN and, by a slip, an honest 0 all become 1. */
  usedProbability: number;
  /** -1 without an answer, else 0. */
  formatPenalty: number;
}

/** `completion_verl@1`: reads a completion as the published training code does, its slips included; for comparisons only. */
export function parseCompletionVerl(text: string): VerlCompletion {
  const [whole = '', after] = text.split(THINKING_ENDS);
  const said = after === undefined ? whole : after;
  const tag = lastTag(said, 'answer');
  const answer = tag === undefined ? null : [...tag].slice(0, VERL_ANSWER_LENGTH).join('');
  const probability = verlProbability(lastTag(said, 'probability'));
  const isUsed = answer !== null && probability !== null && probability > 0;
  return {
    answer,
    probability,
    usedProbability: isUsed ? probability : 1,
    formatPenalty: answer === null ? -1 : 0,
  };
}

function verlProbability(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return null;
  const value = Number(text);
  return value > VERL_CLIP ? 1 : value;
}

/**
 * The trimmed content of the last closed tag of that name. Looked for piece by piece: an expression would read the rest
 * of the text again from every tag that is never closed.
 */
function lastTag(text: string, name: string): string | undefined {
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  let content: string | undefined;
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, start)) {
    const end = text.indexOf(closing, start);
    if (end < 0) break;
    content = text.slice(start + opening.length, end).trim();
    start = end + closing.length;
  }
  return content;
}
