import { setTimeout as sleep } from 'node:timers/promises';
import type { Effects } from './effects.js';

/** The machine's clock (millisecond steps), timers and dice. */
export function systemEffects(): Effects {
  return {
    now: () => Date.now() * 1000,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal ? { signal } : {}),
    random: Math.random,
  };
}
