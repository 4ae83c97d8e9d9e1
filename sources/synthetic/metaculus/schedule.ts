import type { InstantMicros } from '../../../common/time.js';
import type { Random } from '../random.js';
import { BUILD_CLOCK, DAY, floorTo, HOUR, MINUTE, SITE_NOW } from './clock.js';

/** Where a post stands on the site's clock. `closed` waits for its resolution, `upcoming` is not open yet. */
export type PostState = 'resolved' | 'closed' | 'open' | 'upcoming';

/** The times of a question, in the order in which they usually come. */
export interface Schedule {
  createdAt: InstantMicros;
  publishedAt: InstantMicros;
  openAt: InstantMicros;
  /** When the community prediction is shown first. */
  revealAt: InstantMicros;
  scheduledCloseAt: InstantMicros;
  /** While a question is unresolved the site reports the scheduled close here. */
  closeAt: InstantMicros;
  scheduledResolveAt: InstantMicros;
  /** When the resolution became known; null while unresolved. */
  resolvedAt: InstantMicros | null;
  /** When somebody typed it in. */
  resolutionSetAt: InstantMicros | null;
}

/**
 * The cut at which the final community prediction stands: the earliest of actual close, actual resolution and
 * scheduled close.
 */
export function cutOf(schedule: Schedule): InstantMicros {
  return Math.min(
    schedule.closeAt,
    schedule.scheduledCloseAt,
    schedule.resolvedAt === null ? Infinity : schedule.resolvedAt,
  );
}

/** Draws the times of a question that was created then and now is in that state. */
export function drawSchedule(random: Random, createdAt: InstantMicros, state: PostState): Schedule {
  const openAt =
    state === 'upcoming'
      ? floorTo(SITE_NOW + random.int(2, 200) * DAY, HOUR)
      : floorTo(createdAt + random.real(0.5, 4) * DAY, HOUR);
  const publishedAt = state === 'upcoming' ? floorTo(createdAt + DAY, HOUR) : openAt;
  const days = Math.exp(random.normal(Math.log(95), 0.9));
  if (state === 'resolved') return resolvedSchedule(random, { createdAt, publishedAt, openAt, days });
  const scheduledCloseAt = pendingClose(random, openAt, days, state);
  return {
    createdAt,
    publishedAt,
    openAt,
    revealAt: revealOf(random, openAt, scheduledCloseAt),
    scheduledCloseAt,
    closeAt: scheduledCloseAt,
    scheduledResolveAt: scheduledCloseAt + random.int(0, 60) * DAY,
    resolvedAt: null,
    resolutionSetAt: null,
  };
}

interface Opening {
  createdAt: InstantMicros;
  publishedAt: InstantMicros;
  openAt: InstantMicros;
  /** Days that the question would take if the site's clock left it the time. */
  days: number;
}

function resolvedSchedule(random: Random, { createdAt, publishedAt, openAt, days }: Opening): Schedule {
  const longest = (BUILD_CLOCK - openAt) / DAY - 2;
  const span = Math.min(Math.max(5, days), longest) * DAY;
  const resolvedAt = floorTo(openAt + span, MINUTE);
  const early = random.chance(0.35);
  const scheduledCloseAt = floorTo(
    openAt + span * (early ? random.real(1.05, 2) : random.real(0.5, 0.98)),
    HOUR,
  );
  const set = resolvedAt + random.exponential(0.4 * DAY) + 5 * MINUTE;
  return {
    createdAt,
    publishedAt,
    openAt,
    revealAt: revealOf(random, openAt, Math.min(resolvedAt, scheduledCloseAt)),
    scheduledCloseAt,
    closeAt: Math.min(resolvedAt, scheduledCloseAt),
    scheduledResolveAt: floorTo(Math.max(scheduledCloseAt, resolvedAt + random.real(-10, 10) * DAY), HOUR),
    resolvedAt,
    resolutionSetAt: Math.floor(Math.min(set, BUILD_CLOCK - MINUTE)),
  };
}

function pendingClose(random: Random, openAt: InstantMicros, days: number, state: PostState): InstantMicros {
  const wanted = openAt + days * DAY;
  if (state === 'closed') return floorTo(Math.min(wanted, BUILD_CLOCK - random.real(1, 3) * DAY), HOUR);
  return floorTo(Math.max(wanted, SITE_NOW + random.real(10, 600) * DAY, openAt + 10 * DAY), HOUR);
}

function revealOf(random: Random, openAt: InstantMicros, closeAt: InstantMicros): InstantMicros {
  return floorTo(openAt + Math.min(3 * DAY, (closeAt - openAt) * random.real(0.1, 0.5)), MINUTE);
}
