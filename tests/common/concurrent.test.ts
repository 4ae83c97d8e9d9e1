import { describe, expect, it } from 'vitest';
import { mapConcurrently } from '../../common/concurrent.js';

/** Tasks that are released by hand. */
function gates() {
  const open = new Map<number, () => void>();
  const started: number[] = [];
  const task = (item: number) => {
    started.push(item);
    return new Promise<number>((resolve) => open.set(item, () => resolve(item * 10)));
  };
  return { open, started, task };
}

describe('mapConcurrently', () => {
  it('yields in the order of the input, whichever task ends first', async () => {
    const { open, started, task } = gates();
    const results = mapConcurrently([1, 2, 3], 2, task);
    const first = results.next();
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(started).toEqual([1, 2]);
    open.get(2)?.();
    open.get(1)?.();
    expect((await first).value).toBe(10);
    const second = results.next();
    await new Promise(setImmediate);
    expect(started).toEqual([1, 2, 3]);
    expect((await second).value).toBe(20);
    open.get(3)?.();
    expect((await results.next()).value).toBe(30);
    expect((await results.next()).done).toBe(true);
  });

  it('goes on behind a slow task as far as it may', async () => {
    const { open, started, task } = gates();
    const results = mapConcurrently([1, 2, 3, 4, 5], 2, task, 4);
    const first = results.next();
    const tick = () => new Promise(setImmediate);
    await tick();
    expect(started).toEqual([1, 2]);
    for (const done of [2, 3, 4]) {
      open.get(done)?.();
      await tick();
    }
    expect(started).toEqual([1, 2, 3, 4]);
    open.get(1)?.();
    expect((await first).value).toBe(10);
    const second = results.next();
    await tick();
    open.get(5)?.();
    expect((await second).value).toBe(20);
    expect(started).toEqual([1, 2, 3, 4, 5]);
    for (const value of [30, 40, 50]) expect((await results.next()).value).toBe(value);
    expect((await results.next()).done).toBe(true);
  });

  it('starts nothing new after a failure behind a slow task', async () => {
    const { open, started, task } = gates();
    const work = (item: number) => (item === 2 ? Promise.reject(new Error('two')) : task(item));
    const results = mapConcurrently([1, 2, 3, 4, 5, 6], 2, work, 6);
    const first = results.next();
    await new Promise(setImmediate);
    expect(started.length).toBeLessThan(3);
    for (const item of started) open.get(item)?.();
    expect((await first).value).toBe(10);
    await expect(results.next()).rejects.toThrow('two');
    expect(started).not.toContain(4);
  });

  it('never runs more than the limit, and runs everything', async () => {
    let [running, most] = [0, 0];
    const work = async (item: number) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return item;
    };
    const items = Array.from({ length: 50 }, (_, index) => index);
    const results: number[] = [];
    for await (const result of mapConcurrently(items, 4, work)) results.push(result);
    expect(results).toEqual(items);
    expect(most).toBe(4);
  });

  it('fails with the first failure, after the other tasks have come to rest', async () => {
    let rested = false;
    const work = async (item: number) => {
      if (item === 1) throw new Error('one');
      await new Promise(setImmediate);
      rested = true;
      return item;
    };
    const run = async () => {
      for await (const _ of mapConcurrently([1, 2], 2, work));
    };
    await expect(run()).rejects.toThrow('one');
    expect(rested).toBe(true);
  });
});
