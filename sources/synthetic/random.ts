/**
 * The dice of the synthetic upstream: a seeded generator (sfc32) whose draws are the same on every machine.
 * Streams are named: `fork('posts').fork('17')` depends on the seed and the labels alone, never on what was drawn
 * before, so that one record can be made without making those before it.
 */
export interface Random {
  /** Uniform in [0,1), with 32 bits. */
  next(): number;
  /** Uniform whole number, both ends included. */
  int(min: number, max: number): number;
  /** Uniform real number in [min, max). */
  real(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One element, each with equal probability; a RangeError where there is none. */
  pick<T>(items: readonly T[]): T;
  /** One element of [item, weight] pairs; a RangeError where there is none. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** A new array with the elements in random order. */
  shuffle<T>(items: readonly T[]): T[];
  /** Normal distribution. */
  normal(mean?: number, deviation?: number): number;
  /** Exponential distribution with the given mean. */
  exponential(mean: number): number;
  /** `length` characters 0-9a-f. */
  hex(length: number): string;
  /** An independent stream that depends on this stream's name and the label only. */
  fork(label: string | number): Random;
}

/** The generator that a seed names; the same seed gives the same draws for ever. */
export function createRandom(seed: string | number): Random {
  const name = String(seed);
  const next = sfc32(hash128(name));
  const real = (min: number, max: number): number => min + (max - min) * next();
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => element(items, Math.floor(next() * items.length));
  return {
    next,
    int,
    real,
    pick,
    chance: (probability) => next() < probability,
    weighted: (items) => pickWeighted(items, next()),
    shuffle: (items) => shuffled(items, int),
    normal: (mean = 0, deviation = 1) =>
      mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    exponential: (mean) => -mean * Math.log(1 - next()),
    hex: (length) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
    fork: (label) => createRandom(`${name}/${label}`),
  };
}

/** A number in [0,1) that depends on the text alone. */
export function unitOf(text: string): number {
  return hash128(text)[0] / 2 ** 32;
}

function element<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError('no element to pick');
  return items[index] as T;
}

function pickWeighted<T>(items: readonly (readonly [T, number])[], draw: number): T {
  let left = draw * items.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of items) {
    if (left < weight) return item;
    left -= weight;
  }
  return element(items, items.length - 1)[0];
}

function shuffled<T>(items: readonly T[], int: (min: number, max: number) => number): T[] {
  const out = [...items];
  for (let at = out.length - 1; at > 0; at--) {
    const other = int(0, at);
    const moved = element(out, at);
    out[at] = element(out, other);
    out[other] = moved;
  }
  return out;
}

type Words = [number, number, number, number];

/** Four 32-bit words out of a text: FNV-1a with four offsets, each finished by murmur3's mixer. */
function hash128(text: string): Words {
  const words: Words = [0x811c9dc5, 0x9747b28c, 0x2545f491, 0x27d4eb2f];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    words[0] = Math.imul(words[0] ^ code, 0x01000193);
    words[1] = Math.imul(words[1] ^ code, 0x85ebca6b);
    words[2] = Math.imul(words[2] ^ (code + at), 0xc2b2ae35);
    words[3] = Math.imul(words[3] ^ code, 0x165667b1);
  }
  const crossed = words[0] ^ words[1] ^ words[2] ^ words[3];
  return [mix(words[0] ^ (crossed >>> 7)), mix(words[1] ^ words[2]), mix(words[2] ^ crossed), mix(words[3])];
}

function mix(word: number): number {
  let value = word ^ (word >>> 16);
  value = Math.imul(value, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Chris Doty-Humphrey's small fast counting generator, from PractRand. */
function sfc32(words: Words): () => number {
  let [a, b, c, counter] = words;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round++) next();
  return next;
}
