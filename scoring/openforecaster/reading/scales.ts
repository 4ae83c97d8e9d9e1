import { unitOf } from './units.js';

/** Words and abbreviations that multiply a number. */
const WORDS: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 1e2,
  thousand: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  million: 1e6,
  mn: 1e6,
  mln: 1e6,
  crore: 1e7,
  crores: 1e7,
  billion: 1e9,
  bn: 1e9,
  bln: 1e9,
  trillion: 1e12,
  tn: 1e12,
};
/** Letters that multiply, and when: always, where they touch the number or it is money, or where it is money. */
const LETTERS: Readonly<Record<string, { factor: number; when: 'always' | 'touching' | 'money' }>> = {
  k: { factor: 1e3, when: 'always' },
  m: { factor: 1e6, when: 'touching' },
  b: { factor: 1e9, when: 'touching' },
  t: { factor: 1e12, when: 'money' },
};
const SCALE = new RegExp(
  `^( ?)(${[...Object.keys(WORDS), ...Object.keys(LETTERS)].join('|')})(?![\\p{L}\\p{N}/²])`,
  'u',
);

/** A multiplier and what stands behind it. */
export interface Scaled {
  factor: number;
  rest: string;
}

/**
 * Reads the multiplier that what follows a number begins with, 1 where there is none. `25 m` is metres and `25m`
 * millions; `$25 m` is millions either way; `5 t` is tonnes and `$5 t` trillions.
 */
export function readScale(text: string, isMoney: boolean): Scaled {
  const match = SCALE.exec(text);
  const [whole = '', blank, word = ''] = match === null ? [] : match;
  const rest = text.slice(whole.length);
  const factor = WORDS[word];
  if (factor !== undefined) return { factor, rest };
  const letter = LETTERS[word];
  const money = isMoney || unitOf(rest.trim())?.kind === 'currency';
  const counts = money || letter?.when === 'always' || (letter?.when === 'touching' && blank === '');
  return letter !== undefined && counts ? { factor: letter.factor, rest } : { factor: 1, rest: text };
}
