import { describe, expect, it } from 'vitest';
import { isResolved, verdictOf } from '../../../pipelines/polybench/outcome.js';

describe('verdictOf', () => {
  it.each([
    [[1, 0], { winner: 0 }],
    [[0, 1], { winner: 1 }],
    [[0.9999997, 0.0000003], { winner: 0 }],
    [[0.001, 0.999], { winner: 1 }],
    [[0.9989, 0.0011], 'scalar'],
    [[0.5, 0.5], 'split'],
    [[0.58, 0.42], 'scalar'],
    [[0.2535, 0.7465], 'scalar'],
    [[0, 0], 'none'],
    [[1, 1], 'none'],
    [[1.2, -0.2], 'none'],
    [[1, 0, 0], 'none'],
    [[1], 'none'],
    [[], 'none'],
    [null, 'none'],
  ])('reads %j as %j', (prices, expected) => {
    expect(verdictOf(prices)).toEqual(expected);
  });
});

describe('isResolved', () => {
  it('needs closed and a closing time that the clock has reached', () => {
    expect(isResolved({ closed: true, closed_at: 10 }, 10)).toBe(true);
    expect(isResolved({ closed: true, closed_at: 11 }, 10)).toBe(false);
    expect(isResolved({ closed: false, closed_at: 9 }, 10)).toBe(false);
    expect(isResolved({ closed: true, closed_at: null }, 10)).toBe(false);
  });
});
