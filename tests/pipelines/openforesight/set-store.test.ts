import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SetStore } from '../../../pipelines/openforesight/set-store.js';

describe('SetStore', () => {
  it('gives back what was added', () => {
    const set = fc.uint32Array({ maxLength: 50 });
    fc.assert(
      fc.property(fc.array(set, { maxLength: 30 }), (sets) => {
        const store = new SetStore();
        for (const one of sets) store.add(one);
        expect(sets.map((_, index) => store.get(index))).toEqual(sets);
      }),
    );
  });

  it('grows beyond its first array, and knows no set that was not added', () => {
    const store = new SetStore();
    const large = Uint32Array.from({ length: 70_000 }, (_, at) => at);
    store.add(large);
    store.add(Uint32Array.of(7));
    expect(store.get(0)).toEqual(large);
    expect([...store.get(1)]).toEqual([7]);
    expect(() => store.get(2)).toThrow(RangeError);
  });
});
