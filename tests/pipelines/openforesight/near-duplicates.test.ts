import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NEAR_DUPLICATE_SIMILARITY,
  NearDuplicateFinder,
  type Neighbours,
} from '../../../pipelines/openforesight/near-duplicates.js';
import { jaccard, shingles } from '../../../pipelines/openforesight/shingles.js';

type Question = [text: string, split: string];

function find(questions: readonly Question[]): Neighbours[] {
  const finder = new NearDuplicateFinder();
  for (const [text, split] of questions) finder.add(text, split);
  return finder.find();
}

/** The definition: every pair is compared. */
function compareAll(questions: readonly Question[]): Neighbours[] {
  return questions.flatMap(([text, split], index) => {
    const near = questions
      .map(([other, otherSplit], at) => ({
        at,
        otherSplit,
        similarity: jaccard(shingles(text), shingles(other)),
      }))
      .filter((one) => one.otherSplit !== split && one.similarity >= NEAR_DUPLICATE_SIMILARITY)
      .sort((a, b) => b.similarity - a.similarity || a.at - b.at);
    const [nearest] = near;
    if (nearest === undefined) return [];
    return [{ index, nearest: nearest.at, similarity: nearest.similarity, count: near.length }];
  });
}

const words = Array.from({ length: 15 }, (_, at) => `w${at}`);
const changed = (...places: number[]) =>
  words.map((word, at) => (places.includes(at) ? `other${at}` : word)).join(' ');

describe('shingles', () => {
  it('are runs of three words, whatever case, spacing and marks', () => {
    expect(shingles('a b c d')).toHaveLength(2);
    expect(shingles('A,  b: c? D!')).toEqual(shingles('a b c d'));
    expect(shingles('a b c a b c')).toHaveLength(3);
  });

  it('are the whole text where it is shorter, and none where it has no word', () => {
    expect(shingles('Who wins?')).toHaveLength(1);
    expect(shingles('—?')).toHaveLength(0);
    expect(jaccard(shingles(''), shingles(''))).toBe(0);
  });

  it('give the similarity that is counted by hand', () => {
    expect(jaccard(shingles(words.join(' ')), shingles(changed(7)))).toBeCloseTo(10 / 16, 12);
    expect(jaccard(shingles(words.join(' ')), shingles(changed(7, 8)))).toBeCloseTo(9 / 17, 12);
    expect(jaccard(shingles(words.join(' ')), shingles(words.join(' ')))).toBe(1);
  });
});

describe('NearDuplicateFinder', () => {
  it('finds one other word in fifteen, and not a name of two', () => {
    expect(
      find([
        [words.join(' '), 'train'],
        [changed(7), 'test'],
      ]),
    ).toEqual([
      { index: 0, nearest: 1, similarity: 10 / 16, count: 1 },
      { index: 1, nearest: 0, similarity: 10 / 16, count: 1 },
    ]);
    expect(
      find([
        [words.join(' '), 'train'],
        [changed(7, 8), 'test'],
      ]),
    ).toEqual([]);
  });

  it('compares between splits only, held-out ones among themselves too', () => {
    expect(
      find([
        ['a b c d', 'train'],
        ['a b c d', 'train'],
      ]),
    ).toEqual([]);
    const found = find([
      ['x y z', 'train'],
      ['p q r', 'train'],
      ['a b c d', 'test'],
      ['a b c d', 'validation'],
    ]);
    expect(found.map(({ index, nearest, count }) => [index, nearest, count])).toEqual([
      [2, 3, 1],
      [3, 2, 1],
    ]);
  });

  it('names the nearest and counts the others', () => {
    const found = find([
      [changed(0), 'train'],
      [words.join(' '), 'test'],
      [words.join(' '), 'train'],
    ]);
    expect(found.find(({ index }) => index === 1)).toEqual({ index: 1, nearest: 2, similarity: 1, count: 2 });
  });

  it('finds what comparing every pair finds', () => {
    const text = fc
      .array(fc.constantFrom(...'abcde'), { minLength: 0, maxLength: 9 })
      .map((letters) => letters.join(' '));
    const question = fc.tuple(text, fc.constantFrom('train', 'test', 'validation'));
    fc.assert(
      fc.property(fc.array(question, { maxLength: 25 }), (questions) => {
        expect(find(questions)).toEqual(compareAll(questions));
      }),
      { numRuns: 300 },
    );
  });
});
