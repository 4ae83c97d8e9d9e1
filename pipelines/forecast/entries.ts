import type { CommunityEntry, EntrySpan } from './cut.js';

/** An entry of an aggregation as sent, with the two times read. */
export interface RawEntry extends EntrySpan {
  raw: Readonly<Record<string, unknown>>;
  origin: 'history' | 'latest';
  /** Place in the history; undefined for `latest`. */
  index: number | undefined;
}

/** JSON pointer of an entry below its aggregation. */
export function pointerOf(entry: RawEntry): string {
  return entry.index === undefined ? '/latest' : `/history/${entry.index}`;
}

/** An object of a parsed JSON body. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The entries of one aggregation, the history first and `latest` last. A text names the field that does not parse.
 * Checked by hand: histories are the bulk of a post, and only two fields of each entry matter.
 */
export function readEntries(aggregation: Readonly<Record<string, unknown>>): RawEntry[] | string {
  const { history, latest } = aggregation;
  if (!Array.isArray(history)) return 'history: expected array';
  if (latest !== null && !isObject(latest)) return 'latest: expected object or null';
  const entries: RawEntry[] = [];
  for (let index = 0; index < history.length; index += 1) {
    const entry = readEntry(history[index], 'history', index);
    if (typeof entry === 'string') return entry;
    entries.push(entry);
  }
  if (latest === null) return entries;
  const newest = readEntry(latest, 'latest', undefined);
  if (typeof newest === 'string') return newest;
  entries.push(newest);
  return entries;
}

function readEntry(raw: unknown, origin: RawEntry['origin'], index: number | undefined): RawEntry | string {
  if (!isObject(raw)) return `${origin}: expected objects`;
  const { start_time: start, end_time: end } = raw;
  if (typeof start !== 'number' || !Number.isFinite(start)) return `${origin}.start_time: expected number`;
  if (end !== null && (typeof end !== 'number' || !Number.isFinite(end)))
    return `${origin}.end_time: expected number or null`;
  return { start, end, raw, origin, index };
}

/** What an entry says, beside its times. A CDF with a point that is no number comes back as a text naming it. */
export type EntryValues = Pick<CommunityEntry, 'mean' | 'center'> & { cdf: number[] | null | string };

/** Mean and median of a boolean entry. */
export function booleanValues(raw: RawEntry['raw']): EntryValues {
  return { mean: firstNumber(raw.means), center: firstNumber(raw.centers), cdf: null };
}

/** CDF of a continuous entry; its centers are quartiles in internal location and no probabilities. */
export function continuousValues(raw: RawEntry['raw']): EntryValues {
  const points: unknown = raw.forecast_values;
  if (!Array.isArray(points)) return { mean: null, center: null, cdf: null };
  const bad = points.findIndex((point) => typeof point !== 'number' || !Number.isFinite(point));
  const cdf = bad < 0 ? points : `forecast_values.${bad}: expected number`;
  return { mean: null, center: null, cdf };
}

function firstNumber(values: unknown): number | null {
  const first: unknown = Array.isArray(values) ? values[0] : undefined;
  return typeof first === 'number' && Number.isFinite(first) ? first : null;
}
