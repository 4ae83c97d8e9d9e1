import type { InstantMicros } from '../../common/time.js';
import type { EntryOrigin } from '../../schemas/forecast.js';

/** The times of a question that bound its last forecast. */
export interface CutTimes {
  closedAt: InstantMicros | null;
  resolvedAt: InstantMicros | null;
  scheduledCloseAt: InstantMicros | null;
}

/**
 * T, the instant at which the community prediction is read: the earliest of actual closing, resolving and scheduled
 * closing, over those that are given. Metaculus went on taking forecasts after T until the resolution was typed in,
 * so what came later may know the outcome. Null where none is given.
 */
export function cutInstant(times: CutTimes): InstantMicros | null {
  const given = [times.closedAt, times.resolvedAt, times.scheduledCloseAt].filter((time) => time !== null);
  return given.length === 0 ? null : Math.min(...given);
}

/** One entry of a community history. Times are Unix seconds, `end` null while the entry stands. */
export interface CommunityEntry {
  start: number;
  end: number | null;
  mean: number | null;
  center: number | null;
  cdf: readonly number[] | null;
  origin: EntryOrigin;
  /** Place of the entry in what it was read from. */
  pointer: string;
}

/** What the selection looks at. */
export type EntrySpan = Pick<CommunityEntry, 'start' | 'end'>;

/**
 * The entry that stands at the cut (start <= T < end); of several the one that started last, and of those the one
 * that comes last in `entries`. Where none stands, the last one to have ended; how long ago is for the caller to
 * judge. Never one that started after the cut; undefined where there is no other.
 */
export function selectEntry<E extends EntrySpan>(entries: Iterable<E>, cutSeconds: number): E | undefined {
  let best: E | undefined;
  for (const entry of entries)
    if (entry.start <= cutSeconds && (best === undefined || !precedes(entry, best, cutSeconds))) best = entry;
  return best;
}

/** Whether `a` is the lesser choice: its end, counted up to the cut, is earlier; or the same, and its start is. */
function precedes(a: EntrySpan, b: EntrySpan, cutSeconds: number): boolean {
  const endA = endUpTo(a, cutSeconds);
  const endB = endUpTo(b, cutSeconds);
  return endA === endB ? a.start < b.start : endA < endB;
}

function endUpTo(entry: EntrySpan, cutSeconds: number): number {
  return entry.end === null || entry.end > cutSeconds ? Number.POSITIVE_INFINITY : entry.end;
}

/** Whether an entry had ended by the cut, exactly at it included: such an entry is the last one, not the standing one. */
export function hadEnded(entry: EntrySpan, cutSeconds: number): boolean {
  return entry.end !== null && entry.end <= cutSeconds;
}

/** Hours between the end of an entry and the cut; 0 for one that stands at the cut or ended on it. */
export function staleHours(entry: EntrySpan, cutSeconds: number): number {
  return entry.end === null || !hadEnded(entry, cutSeconds) ? 0 : (cutSeconds - entry.end) / 3600;
}
