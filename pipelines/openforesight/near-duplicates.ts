import { SetStore } from './set-store.js';
import { jaccard, shingles } from './shingles.js';

const NUMERATOR = 3;
const DENOMINATOR = 5;

/**
 * From this Jaccard similarity on two questions are near duplicates. In a question of 15 words (13 shingles) one other word
 * leaves 10 of 16 shingles shared (0.63), another name of two words 9 of 17 (0.53).
 */
export const NEAR_DUPLICATE_SIMILARITY = NUMERATOR / DENOMINATOR;

/** Power of two above which shingles share a frequency bucket: only the speed depends on it. */
const FREQUENCY_BUCKETS = 1 << 20;

/** The nearest question of another split, and how many reach the threshold. */
export interface Neighbours {
  index: number;
  nearest: number;
  /** Jaccard similarity to the nearest, in [threshold, 1]. */
  similarity: number;
  count: number;
}

/**
 * Finds, exactly, the questions that have a near duplicate in another split. A set shares one of its few rarest
 * shingles with every set of at least 0.6 similarity (prefix filtering), so only questions that do are compared. All
 * splits but the largest are indexed by these, and every question is looked up once: memory grows with the shingles,
 * time with the pairs that share a rare one.
 */
export class NearDuplicateFinder {
  private readonly sets = new SetStore();
  private readonly splits: string[] = [];
  private readonly frequencies = new Uint32Array(FREQUENCY_BUCKETS);

  /** Adds a question; the first has the index 0. */
  add(question: string, split: string): void {
    const set = shingles(question);
    for (const shingle of set) {
      this.frequencies[shingle % FREQUENCY_BUCKETS] = this.frequency(shingle) + 1;
    }
    this.sets.add(set);
    this.splits.push(split);
  }

  /** The questions with a near duplicate in another split, by index, without those that are left out. */
  find(isLeftOut: (index: number) => boolean = () => false): Neighbours[] {
    const places = [...this.splits.keys()].filter((index) => !isLeftOut(index));
    const largest = mostFrequent(this.splits);
    const postings = this.postings(places.filter((index) => this.splits[index] !== largest));
    const found = new Map<number, Neighbours>();
    for (const index of places) {
      const isSeenFromBoth = this.splits[index] !== largest;
      for (const other of this.candidates(index, postings)) {
        if (this.splits[other] === this.splits[index] || (isSeenFromBoth && other < index)) continue;
        const similarity = jaccard(this.sets.get(index), this.sets.get(other));
        if (similarity < NEAR_DUPLICATE_SIMILARITY) continue;
        note(found, index, other, similarity);
        note(found, other, index, similarity);
      }
    }
    return [...found.values()].sort((a, b) => a.index - b.index);
  }

  private postings(places: readonly number[]): Map<number, number[]> {
    const postings = new Map<number, number[]>();
    for (const index of places) {
      for (const shingle of this.rarest(this.sets.get(index))) {
        const list = postings.get(shingle);
        if (list === undefined) postings.set(shingle, [index]);
        else list.push(index);
      }
    }
    return postings;
  }

  private candidates(index: number, postings: ReadonlyMap<number, readonly number[]>): Set<number> {
    const candidates = new Set<number>();
    for (const shingle of this.sets.get(index)) {
      for (const other of postings.get(shingle) ?? []) candidates.add(other);
    }
    return candidates;
  }

  /** As many of the rarest shingles as no set of the threshold's similarity can miss all of. */
  private rarest(set: Uint32Array): Uint32Array {
    if (set.length === 0) return set;
    const length = set.length - Math.ceil((NUMERATOR * set.length) / DENOMINATOR) + 1;
    return set
      .slice()
      .sort((a, b) => this.frequency(a) - this.frequency(b) || a - b)
      .subarray(0, length);
  }

  private frequency(shingle: number): number {
    return Number(this.frequencies[shingle % FREQUENCY_BUCKETS]);
  }
}

function note(found: Map<number, Neighbours>, index: number, other: number, similarity: number): void {
  const before = found.get(index);
  if (before === undefined) {
    found.set(index, { index, nearest: other, similarity, count: 1 });
    return;
  }
  before.count++;
  const isNearer =
    similarity > before.similarity || (similarity === before.similarity && other < before.nearest);
  if (isNearer) Object.assign(before, { nearest: other, similarity });
}

function mostFrequent(splits: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const split of splits) counts.set(split, (counts.get(split) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
