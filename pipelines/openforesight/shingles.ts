import { normalised } from './text.js';

/** Words of one shingle. */
const SHINGLE_WORDS = 3;
const FNV_PRIME = 0x01000193;
const BLANK = 0x20;

/**
 * A set of word shingles: the hash of every run of three words of a text, letters and digits alone, in the form of
 * `normalised`; sorted, without repeats. A text of fewer words is one shingle; one without any has none.
 * 32-bit hashes: of a million different shingles about a hundred pairs share one, which moves a similarity by less
 * than a hundredth.
 */
export function shingles(text: string): Uint32Array {
  const words = normalised(text).match(/[\p{L}\p{N}\p{M}]+/gu);
  if (words === null) return new Uint32Array();
  const hashes = new Uint32Array(Math.max(1, words.length - SHINGLE_WORDS + 1));
  for (const start of hashes.keys()) hashes[start] = hashOfRun(words, start);
  return hashes.sort().filter((hash, index) => index === 0 || hash !== hashes[index - 1]);
}

/** Jaccard similarity of two sorted sets, in [0,1]: shared over all. Two empty sets have 0. */
export function jaccard(a: Uint32Array, b: Uint32Array): number {
  const shared = sharedCount(a, b);
  const all = a.length + b.length - shared;
  return all === 0 ? 0 : shared / all;
}

function sharedCount(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  let right = 0;
  for (const value of a) {
    while (right < b.length && Number(b[right]) < value) right++;
    if (b[right] === value) shared++;
  }
  return shared;
}

/** FNV-1a over the code units of at most three words from `start` on, a blank between two. */
function hashOfRun(words: readonly string[], start: number): number {
  let hash = 0x811c9dc5;
  for (const [index, word] of words.slice(start, start + SHINGLE_WORDS).entries()) {
    if (index > 0) hash = Math.imul(hash ^ BLANK, FNV_PRIME);
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  }
  return hash >>> 0;
}
