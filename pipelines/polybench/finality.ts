import {
  formatInstant,
  type InstantMicros,
  MICROS_PER_SECOND,
  parseInstant,
  SECONDS_PER_DAY,
} from '../../common/time.js';

const DAY = SECONDS_PER_DAY * MICROS_PER_SECOND;
/** Ages after resolution at which prices and tape are looked at again, oldest first. */
const STAGES = [
  { name: 'final', from: 30 * DAY },
  { name: 'settled', from: 2 * DAY },
  { name: 'fresh', from: 0 },
] as const;

/**
 * The tag under which a market's prices and tape are fetched. It changes when the market is two days and when it is
 * thirty days past its end, so that records which may still be corrected are asked for three times at most, and never
 * again once they are final; another closedTime starts over.
 * @param clock the clock of the listing walk that led here: a replay of that walk then asks for the same tags
 */
export function recordTag(closedAt: InstantMicros, clock: InstantMicros): string {
  return `${stageOf(closedAt, clock)} ${formatInstant(closedAt)}`;
}

/** True from thirty days after the market's end on. */
export function isFinal(closedAt: InstantMicros, clock: InstantMicros): boolean {
  return stageOf(closedAt, clock) === 'final';
}

function stageOf(closedAt: InstantMicros, clock: InstantMicros): (typeof STAGES)[number]['name'] {
  const age = clock - closedAt;
  const stage = STAGES.find(({ from }) => age >= from);
  return stage === undefined ? 'fresh' : stage.name;
}

/** Reads the clock of a walk. RangeError where it is no instant. */
export function clockOf(walk: { asOf: string }): InstantMicros {
  const clock = parseInstant(walk.asOf);
  if (clock === undefined) throw new RangeError(`a walk was made at ${walk.asOf}, which is no instant`);
  return clock;
}
