import { normalised } from './text.js';

/** Words of one shingle. */
const SHINGLE_WORDS = 3;

/**
 * A set of word shingles: the hash of every run of three words of a text, letters and digits alone, in the form of
 * `normalised`; sorted, without repeats. A text of fewer words is one shingle; one without any has none.
 * 32-bit hashes: of a million different shingles about a hundred pairs share one, which moves a similarity by less
 * than a hundredth.
 */
export function shingles(text: string): Uint32Array {
  const words = normalised(text).match(/[\p{L}\p{N}\p{M}]+/gu);
  if (words === null) return new Uint32Array();
  const hashes = new Set<number>();
  const last = Math.max(0, words.length - SHINGLE_WORDS);
  for (let start = 0; start <= last; start++) {
    hashes.add(fnv1a(words.slice(start, start + SHINGLE_WORDS).join(' ')));
  }
  return Uint32Array.from(hashes).sort();
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

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
