import { MICROS_PER_SECOND } from '../../common/time.js';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import { fetchAggregations } from '../../sources/metaculus.js';
import type { Upstream } from '../../sources/types.js';
import { type CommunityColumns, communityOf } from './community-entry.js';
import { staleHours } from './cut.js';
import { isObject } from './entries.js';
import { jsonOf } from './posts.js';
import { questionTypeOf } from './resolution.js';

/** Whether all that keeps a record from its label is the CDF of an entry that the list gives without one. */
export function lacksOnlyCdf(
  record: NormalizedQuestion,
  verdict: { rule: string } | undefined,
  maxStaleHours: number,
): boolean {
  const { community_start: start, community_end: end, cut_at: cut } = record;
  if (verdict?.rule !== 'no_community_prediction' || questionTypeOf(record.question_type) === 'boolean')
    return false;
  if (record.community_fault !== null || record.community_cdf !== null || start === null || cut === null)
    return false;
  return staleHours({ start, end }, cut / MICROS_PER_SECOND) <= maxStaleHours;
}

/**
 * The community columns with the CDF at the cut from the aggregation explorer; undefined where it does not give one:
 * most tokens may not ask it (403), and some questions are not there (404).
 */
export async function exploredColumns(
  upstream: Upstream,
  record: NormalizedQuestion,
): Promise<CommunityColumns | undefined> {
  const { candidate_id, method, question_type: type, cut_at: cut } = record;
  const id = Number(candidate_id.slice(candidate_id.lastIndexOf(':') + 1));
  const state = [
    candidate_id,
    method,
    cut,
    record.resolution,
    record.resolution_set_at,
    record.forecast_count,
  ];
  const { status, sha256 } = await fetchAggregations(upstream, { id, method }, state);
  if (status !== 200 || cut === null) return undefined;
  const body = await jsonOf(upstream, sha256);
  const { scaling_fault: fault, ...columns } = communityOf(
    {
      type,
      default_aggregation_method: method,
      aggregations: isObject(body) ? body.aggregations : undefined,
    },
    cut / MICROS_PER_SECOND,
    { sha256, pointer: '' },
  );
  if (fault !== undefined || columns.community_cdf === null) return undefined;
  return { ...columns, community_origin: 'explorer' };
}
