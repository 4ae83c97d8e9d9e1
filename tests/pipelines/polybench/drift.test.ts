import { describe, expect, it } from 'vitest';
import { DriftTally } from '../../../pipelines/polybench/drift.js';

function tally(records: number, malformed: number, odd?: number): DriftTally {
  const made = new DriftTally('gamma', 'markets', odd);
  made.count(records);
  for (let index = 0; index < malformed; index += 1) made.malformed(index === 0 ? 'rare' : 'closed');
  return made;
}

describe('DriftTally', () => {
  it.each([
    [1000, 10, false],
    [1000, 11, true],
    [99, 1, true],
    [100, 1, false],
    [0, 0, false],
  ])('of %d records with %d malformed is drift: %s', (records, malformed, isDrift) => {
    const settle = () => tally(records, malformed).settle();
    if (isDrift) expect(settle).toThrow(`${malformed} of ${records} markets`);
    else expect(settle).not.toThrow();
  });

  it('names the most frequent field', () => {
    expect(() => tally(100, 5).settle()).toThrow(/: closed: 5 of 100/);
  });

  it.each([
    [12, 5, false],
    [12, 6, true],
    [10, 5, false],
    [9, 5, true],
    [1, 1, true],
  ])('with five odd records allowed, of %d with %d malformed is drift: %s', (records, malformed, isDrift) => {
    const settle = () => tally(records, malformed, 5).settle();
    if (isDrift) expect(settle).toThrow();
    else expect(settle).not.toThrow();
  });

  it('can tell before the end, once there are many records', () => {
    expect(() => tally(19_999, 300).check()).not.toThrow();
    expect(() => tally(20_000, 201).check()).toThrow();
    expect(() => tally(20_000, 200).check()).not.toThrow();
  });
});
