import { describe, expect, it } from 'vitest';
import { CrossTally, Tally } from '../../../../pipelines/stages/report/tally.js';

describe('Tally', () => {
  it('ranks by count, ties by code unit, whatever the order of counting', () => {
    const tally = new Tally();
    for (const name of ['b', 'Z', 'a', 'b', 'é', 'a', 'c']) tally.add(name);
    expect(tally.top(4)).toEqual([
      ['a', 2],
      ['b', 2],
      ['Z', 1],
      ['c', 1],
    ]);
    expect([tally.total, tally.size, tally.of('é'), tally.of('never')]).toEqual([7, 5, 1, 0]);
  });

  it('counts names that objects already have', () => {
    const tally = new Tally();
    tally.add('__proto__');
    tally.add('constructor', 2);
    expect(tally.top()).toEqual([
      ['constructor', 2],
      ['__proto__', 1],
    ]);
  });
});

describe('CrossTally', () => {
  it('sums rows, columns and all', () => {
    const tally = new CrossTally();
    tally.add('train', 'boolean');
    tally.add('train', 'quantity');
    tally.add('test', 'boolean');
    expect([tally.row('train').of('boolean'), tally.row('test').of('quantity')]).toEqual([1, 0]);
    expect([tally.rowTotals.of('train'), tally.columnTotals.of('boolean'), tally.total]).toEqual([2, 2, 3]);
  });
});
