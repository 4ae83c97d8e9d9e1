import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, unitOf } from '../../../sources/synthetic/random.js';

const many = <T>(count: number, draw: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => draw(at));
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe('createRandom', () => {
  it('draws the same for the same seed, and not for another', () => {
    const draws = (seed: string) => {
      const random = createRandom(seed);
      return many(20, () => random.next());
    };
    expect(draws('a')).toStrictEqual(draws('a'));
    expect(draws('a')).not.toStrictEqual(draws('b'));
  });

  it('forks by name alone, whatever was drawn before', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(10), (seed, label, drawn) => {
        const used = createRandom(seed);
        many(drawn, () => used.next());
        expect(used.fork(label).next()).toBe(createRandom(seed).fork(label).next());
      }),
    );
  });

  it('is uniform within a stream and over forks', () => {
    const random = createRandom(1);
    for (const draws of [many(20_000, () => random.next()), many(20_000, (at) => random.fork(at).next())]) {
      expect(mean(draws)).toBeCloseTo(0.5, 1);
      for (let tenth = 0; tenth < 10; tenth++) {
        const share = draws.filter((draw) => Math.floor(draw * 10) === tenth).length / draws.length;
        expect(Math.abs(share - 0.1)).toBeLessThan(0.01);
      }
    }
  });

  it('keeps whole numbers within both ends and reaches them', () => {
    const random = createRandom('int');
    expect(new Set(many(500, () => random.int(-2, 3)))).toStrictEqual(new Set([-2, -1, 0, 1, 2, 3]));
  });

  it('draws normal and exponential numbers', () => {
    const random = createRandom('shape');
    const normal = many(20_000, () => random.normal(5, 2));
    expect(mean(normal)).toBeCloseTo(5, 1);
    expect(Math.sqrt(mean(normal.map((one) => (one - 5) ** 2)))).toBeCloseTo(2, 1);
    expect(Math.abs(mean(many(20_000, () => random.exponential(3))) - 3)).toBeLessThan(0.15);
  });

  it('picks by weight, and shuffles without losing', () => {
    const random = createRandom('pick');
    const picks = many(5000, () =>
      random.weighted([['a', 1] as const, ['b', 3] as const, ['c', 0] as const]),
    );
    expect(picks.filter((pick) => pick === 'b').length / 5000).toBeCloseTo(0.75, 1);
    expect(picks).not.toContain('c');
    fc.assert(
      fc.property(fc.array(fc.integer()), (items) => {
        expect(random.shuffle(items).toSorted()).toStrictEqual(items.toSorted());
      }),
    );
    expect(() => random.pick([])).toThrow(RangeError);
  });
});

describe('unitOf', () => {
  it('is a number in [0,1) that depends on the text', () => {
    fc.assert(fc.property(fc.string(), (text) => unitOf(text) >= 0 && unitOf(text) < 1));
    expect(unitOf('a')).not.toBe(unitOf('b'));
  });
});
