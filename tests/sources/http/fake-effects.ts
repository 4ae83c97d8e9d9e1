import type { Effects, Log } from '../../../common/effects.js';

/** A clock that moves only by sleeping; `slept` lists the sleeps in milliseconds. */
export function fakeEffects(start = Date.UTC(2026, 10, 30) * 1000) {
  const state = { now: start, slept: [] as number[] };
  const effects: Effects = {
    now: () => state.now,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      state.slept.push(milliseconds);
      state.now += Math.round(milliseconds * 1000);
    },
    random: () => 0.5,
  };
  return { state, effects };
}

/** A log that keeps its lines. */
export function recordingLog() {
  const lines: unknown[][] = [];
  const keep =
    (level: string) =>
    (...line: unknown[]): void => {
      lines.push([level, ...line]);
    };
  const log: Log = { info: keep('info'), warn: keep('warn'), progress: keep('progress') };
  return { log, lines };
}
