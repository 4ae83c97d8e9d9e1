import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../common/errors.js';
import type { MonotonicClock } from '../../../sources/http/monotonic.js';
import { createMonotonicClock } from '../../../sources/http/monotonic.js';
import { createPacer, parseRate, type Rate } from '../../../sources/http/pacing.js';
import { fakeEffects } from './fake-effects.js';

/** A clock in milliseconds that moves when it is told to or slept on; timers fire `late` milliseconds late. */
function fakeClock(late: () => number = () => 0) {
  let now = 0;
  const clock: MonotonicClock = {
    now: () => now,
    sleepUntil: async (reading, signal) => {
      signal?.throwIfAborted();
      now = Math.max(now, reading + late());
    },
  };
  return { clock, advance: (milliseconds: number) => (now += milliseconds) };
}

function mostInWindow(times: readonly number[], windowMs: number): number {
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) > windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

describe('parseRate', () => {
  it.each([
    ['5/10', { requests: 5, seconds: 10 }],
    ['200/1', { requests: 200, seconds: 1 }],
    ['1/0.5', { requests: 1, seconds: 0.5 }],
    ['100000/86400', { requests: 100_000, seconds: 86_400 }],
  ])('reads %s', (text, rate) => expect(parseRate(text)).toEqual(rate));

  it.each([
    '',
    '5',
    '0/10',
    '5/0',
    '-1/10',
    '5/-1',
    '1.5/10',
    '5/10s',
    '5/1e9',
    '100001/1',
    '5/86401',
    'a/b',
  ])('refuses %j', (text) => expect(() => parseRate(text)).toThrow(UsageError));
});

describe('a pacer', () => {
  const rates = fc.record({
    requests: fc.integer({ min: 1, max: 60 }),
    seconds: fc.constantFrom(0.5, 1, 10, 300),
  });

  it('lets no window hold more than the rate, whenever requests come, pauses and late timers included', async () => {
    const gaps = fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 1, 30, 400, 9_000), fc.nat(300)), {
      minLength: 1,
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(rates, gaps, fc.nat(400), async (rate, calls, late) => {
        const { clock, advance } = fakeClock(() => late);
        const pacer = createPacer(rate, clock);
        const times: number[] = [];
        for (const [gap, pause] of calls) {
          advance(gap);
          if (pause > 290) pacer.pause(pause);
          await pacer.take();
          times.push(clock.now());
        }
        expect(mostInWindow(times, rate.seconds * 1000)).toBeLessThanOrEqual(rate.requests);
      }),
      { numRuns: 300 },
    );
  });

  it('serves waiting requests in order and reaches nine tenths of the rate', async () => {
    const steady = async (rate: Rate): Promise<number> => {
      const { clock } = fakeClock();
      const pacer = createPacer(rate, clock);
      const order: number[] = [];
      const turns = rate.requests * 10 + 1;
      const all = Array.from({ length: turns }, (_, index) => pacer.take().then(() => order.push(index)));
      await Promise.all(all);
      expect(order).toEqual(Array.from({ length: turns }, (_, index) => index));
      return (turns - 1) / (clock.now() / 1000) / (rate.requests / rate.seconds);
    };
    await fc.assert(
      fc.asyncProperty(rates, async (rate) => {
        const share = await steady(rate);
        expect(share).toBeGreaterThanOrEqual(0.9);
      }),
      { numRuns: 40 },
    );
  });

  it('spreads requests: a tenth of the window never holds much more than a tenth of them', async () => {
    const { clock } = fakeClock();
    const pacer = createPacer({ requests: 150, seconds: 10 }, clock);
    const times: number[] = [];
    for (let turn = 0; turn < 450; turn += 1) {
      await pacer.take();
      times.push(clock.now());
    }
    expect(mostInWindow(times, 1000)).toBeLessThanOrEqual(17);
  });

  it('makes up for turns that came late only in small bursts', async () => {
    const { clock, advance } = fakeClock();
    const pacer = createPacer({ requests: 500, seconds: 10 }, clock);
    const times: number[] = [];
    for (let turn = 0; turn < 300; turn += 1) {
      if (turn % 100 === 50) advance(5_000);
      await pacer.take();
      times.push(clock.now());
    }
    expect(mostInWindow(times, 20)).toBeLessThanOrEqual(5);
  });

  it('says how long a turn was waited for and how much of it the host asked for', async () => {
    const { clock } = fakeClock();
    const pacer = createPacer({ requests: 1, seconds: 1 }, clock);
    expect(await pacer.take()).toEqual({ waitedMs: 0, pausedMs: 0 });
    const second = await pacer.take();
    expect(second.waitedMs).toBeCloseTo(1000 / 0.93, 6);
    expect(second.pausedMs).toBe(0);
    pacer.pause(30_000);
    pacer.pause(10_000);
    expect(await pacer.take()).toEqual({ waitedMs: 30_000, pausedMs: 30_000 });
  });

  it('stops waiting when it is aborted, and the next in line goes on', async () => {
    const { clock } = fakeClock();
    const pacer = createPacer({ requests: 1, seconds: 10 }, clock);
    await pacer.take();
    const abort = new AbortController();
    const aborted = pacer.take(abort.signal);
    const next = pacer.take();
    abort.abort(new Error('stop'));
    await expect(aborted).rejects.toThrow('stop');
    await expect(next).resolves.toBeDefined();
  });
});

describe('a monotonic clock', () => {
  it('stands still while the wall clock is set back, so that nobody waits for it', async () => {
    const { state, effects } = fakeEffects();
    const clock = createMonotonicClock(effects);
    await clock.sleepUntil(100);
    state.now -= 3_600_000_000;
    expect(clock.now()).toBe(100);
    await clock.sleepUntil(250);
    expect(clock.now()).toBe(250);
    expect(state.slept).toEqual([100, 150]);
  });

  it('counts a sleep as slept even where the wall clock does not show it', async () => {
    const frozen = createMonotonicClock({ now: () => 7, sleep: async () => undefined, random: () => 0 });
    await frozen.sleepUntil(5_000);
    expect(frozen.now()).toBe(5_000);
  });
});
