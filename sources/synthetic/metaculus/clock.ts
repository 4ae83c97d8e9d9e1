import { formatInstant, type InstantMicros, MICROS_PER_SECOND, parseInstant } from '../../../common/time.js';

/** Microseconds of a minute, an hour and a day. */
export const MINUTE = 60 * MICROS_PER_SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The invented site's clock. It lies after BUILD_CLOCK, so that some questions resolve in a build's future. */
export const SITE_NOW = instant('2027-01-15T00:00:00Z');
/** The build clock that the world is made for: all but a few deliberate resolutions lie before it. */
export const BUILD_CLOCK = instant('2026-11-30T00:00:00Z');
/** When the first post was created. */
export const FIRST_CREATED = instant('2015-10-26T00:00:00Z');
/** When the last post was created; its question still closes and resolves before BUILD_CLOCK. */
export const LAST_CREATED = instant('2026-10-20T00:00:00Z');
/** From here on a question's id differs from its post's, as since the rewrite of the site. */
export const SEPARATE_IDS_FROM = instant('2024-10-01T00:00:00Z');
/** The site has had discrete questions since then. */
export const DISCRETE_FROM = instant('2025-03-28T00:00:00Z');

/** Reads an ISO 8601 constant; a RangeError where it is none. */
export function instant(text: string): InstantMicros {
  const micros = parseInstant(text);
  if (micros === undefined) throw new RangeError(`${text} is no instant`);
  return micros;
}

/** The wire form of an instant, or null. */
export function iso(micros: InstantMicros | null): string | null {
  return micros === null ? null : formatInstant(micros);
}

/** Unix seconds with a fraction, as prediction entries carry them. */
export function seconds(micros: InstantMicros): number {
  return micros / MICROS_PER_SECOND;
}

/** The largest multiple of `unit` that is not after the instant. */
export function floorTo(micros: InstantMicros, unit: number): InstantMicros {
  return Math.floor(micros / unit) * unit;
}
