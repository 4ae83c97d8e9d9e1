/** An answer and its probability, read from a completion; or what is wrong with it, and then there is no reward. */
export type Completion =
  | { ok: true; answer: string; probability: number }
  | { ok: false; error: 'no_answer' | 'no_probability' | 'bad_probability' };

const THINKING_ENDS = '</think>';
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** What the published training parser cuts answers to. */
const VERL_ANSWER_LENGTH = 100;
/** Outside these the published training parser takes a probability for 0 or 1; between them it leaves it as it is. */
const VERL_CLIP = { low: -0.01, high: 1.01 };

/**
 * Reads a completion strictly: the last `<answer>` and the last `<probability>` after the first `</think>`. Tags match
 * across lines, contents are trimmed, entities stay as they are. 0 is a probability; a percentage, a number outside
 * [0,1] or a tag that is missing, empty or unclosed is a format error. -0 is 0.
 */
export function parseCompletion(text: string): Completion {
  const end = text.indexOf(THINKING_ENDS);
  const said = end < 0 ? text : text.slice(end + THINKING_ENDS.length);
  const answer = lastTag(said, 'answer');
  if (answer === undefined || answer === '') return { ok: false, error: 'no_answer' };
  const probability = lastTag(said, 'probability');
  if (probability === undefined) return { ok: false, error: 'no_probability' };
  const value = DECIMAL.test(probability) ? Number(probability) : Number.NaN;
  if (!(value >= 0 && value <= 1)) return { ok: false, error: 'bad_probability' };
  return { ok: true, answer, probability: value === 0 ? 0 : value };
}

/** What the published training code reads. */
export interface VerlCompletion {
  /** Cut to 100 characters; null where no closed tag is found. */
  answer: string | null;
  /** After clipping; NaN where the text says so; null where none is found or it is no number. */
  probability: number | null;
  /**
   * What the code then reckons with. It asks for the truth of answer and probability, so an empty answer, a missing
   * probability and an honest 0 (and what was clipped to 0) become 1, as NaN does; -0.005 is used as it stands.
   */
  usedProbability: number;
  /** -1 without an answer, for an empty one and for NaN, else 0. */
  formatPenalty: number;
}

/** `completion_verl@1`: reads a completion as the published training code does, its slips included; for comparisons only. */
export function parseCompletionVerl(text: string): VerlCompletion {
  const [whole = '', after] = text.split(THINKING_ENDS);
  const said = after === undefined ? whole : after;
  const tag = lastTag(said, 'answer');
  const answer = tag === undefined ? null : [...tag].slice(0, VERL_ANSWER_LENGTH).join('');
  const probability = verlProbability(lastTag(said, 'probability'));
  const isAnswered = answer !== null && answer !== '';
  const isUsed = isAnswered && probability !== null && probability !== 0 && !Number.isNaN(probability);
  return {
    answer,
    probability,
    usedProbability: isUsed ? probability : 1,
    formatPenalty: isAnswered && !Number.isNaN(probability) ? 0 : -1,
  };
}

function verlProbability(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = pythonFloat(text);
  if (value === null) return null;
  if (value > VERL_CLIP.high) return 1;
  return value < VERL_CLIP.low ? 0 : value;
}

/** A number as Python writes them: decimal, with single underscores between digits, or infinity or NaN by name. */
function pythonFloat(text: string): number | null {
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const plain = text.replace(/(?<=\d)_(?=\d)/g, '');
  return DECIMAL.test(plain) ? Number(plain) : null;
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
