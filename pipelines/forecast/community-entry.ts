import type { NormalizedQuestion } from '../../schemas/forecast.js';
import type { WireQuestion } from '../../schemas/wire/metaculus.js';
import { selectEntry } from './cut.js';
import {
  booleanValues,
  continuousValues,
  isObject,
  pointerOf,
  type RawEntry,
  readEntries,
} from './entries.js';
import type { Place } from './normalize.js';

/** The aggregation that counts as the community prediction where the question names none. */
const DEFAULT_METHOD = 'recency_weighted';

export type CommunityColumns = Pick<
  NormalizedQuestion,
  | 'method'
  | 'community_fault'
  | 'community_start'
  | 'community_end'
  | 'community_mean'
  | 'community_center'
  | 'community_cdf'
  | 'community_origin'
  | 'community_sha256'
  | 'community_pointer'
>;

/** What a record says of its community prediction; a CDF that does not parse is a fault of the scaling. */
export type CommunityPart = CommunityColumns & Partial<Pick<NormalizedQuestion, 'scaling_fault'>>;

/** The columns of a record without any entry. */
export const NO_ENTRY = {
  community_fault: null,
  community_start: null,
  community_end: null,
  community_mean: null,
  community_center: null,
  community_cdf: null,
  community_origin: null,
  community_sha256: null,
  community_pointer: null,
} as const;

/**
 * The entry of the question's community prediction at the cut (Unix seconds). No entry, and no fault, where the
 * aggregation is empty or not among those sent; a fault where a field is missing or of another type.
 */
export function communityOf(
  question: Pick<WireQuestion, 'type' | 'default_aggregation_method' | 'aggregations'>,
  cutSeconds: number | null,
  place: Place,
): CommunityPart {
  const named = question.default_aggregation_method;
  const method = typeof named === 'string' && named !== '' ? named : DEFAULT_METHOD;
  const none = { ...NO_ENTRY, method };
  if (typeof named !== 'string' && named !== null && named !== undefined)
    return { ...none, community_fault: 'question.default_aggregation_method: expected string' };
  if (!isObject(question.aggregations)) return { ...none, community_fault: 'aggregations: expected object' };
  const aggregation = question.aggregations[method];
  if (aggregation === undefined || aggregation === null || cutSeconds === null) return none;
  if (!isObject(aggregation)) return { ...none, community_fault: `aggregations.${method}: expected object` };
  const entries = readEntries(aggregation);
  if (typeof entries === 'string') return { ...none, community_fault: `aggregations.${method}.${entries}` };
  const entry = selectEntry(entries, cutSeconds);
  if (entry === undefined) return none;
  const pointer = `${place.pointer}/aggregations/${method}${pointerOf(entry)}`;
  return {
    ...none,
    ...entryColumns(entry, question.type),
    community_sha256: place.sha256,
    community_pointer: pointer,
  };
}

function entryColumns(entry: RawEntry, type: string) {
  const { mean, center, cdf } = type === 'binary' ? booleanValues(entry.raw) : continuousValues(entry.raw);
  return {
    community_start: entry.start,
    community_end: entry.end,
    community_mean: mean,
    community_center: center,
    community_cdf: typeof cdf === 'string' ? [] : cdf,
    community_origin: entry.origin,
    ...(typeof cdf === 'string' && { scaling_fault: cdf }),
  };
}
