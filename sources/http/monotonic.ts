import type { Effects } from '../../common/effects.js';

/** Milliseconds since the clock was made; never runs backwards, whatever the wall clock does. */
export interface MonotonicClock {
  now(): number;
  /** Resolves at the given reading or later; from then on `now` is not below it. */
  sleepUntil(reading: number, signal?: AbortSignal): Promise<void>;
}

/**
 * A monotonic clock over the effects' wall clock. A wall clock that is set back counts as standing still, so that a
 * pacer does not wait an hour for it; a sleep that returned counts as slept, as timers may fire a little early.
 */
export function createMonotonicClock(effects: Effects): MonotonicClock {
  let wall = effects.now();
  let elapsed = 0;
  const now = (): number => {
    const reading = effects.now();
    elapsed += Math.max(0, reading - wall) / 1000;
    wall = reading;
    return elapsed;
  };
  return {
    now,
    async sleepUntil(reading, signal) {
      const wait = reading - now();
      if (wait <= 0) return;
      await effects.sleep(wait, signal);
      now();
      elapsed = Math.max(elapsed, reading);
    },
  };
}
