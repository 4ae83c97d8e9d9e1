import { z } from 'zod';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import { SchemaDriftError } from '../../sources/http/errors.js';
import { questionTypeOf } from './resolution.js';

/** Share of a walk above which records that do not parse are drift (CONTRACT 4). */
const MAX_SHARE = 0.01;
/** So many records may lack the fields of one rule in a small walk without being drift. */
const ODD_RECORDS = 5;

export const driftCounts = z.strictObject({
  candidates: z.int(),
  /** Records that do not parse, by field. */
  malformed: z.record(z.string(), z.int()),
  /** Records that lack what one rule needs, by field. */
  faults: z.record(z.string(), z.int()),
});
export type DriftCounts = z.infer<typeof driftCounts>;

/** Counts by field what did not parse while records are normalized. */
export class DriftMonitor {
  readonly counts: DriftCounts = { candidates: 0, malformed: {}, faults: {} };

  add(record: NormalizedQuestion): void {
    this.counts.candidates += 1;
    if (record.record_fault !== null) this.#count('malformed', record.record_fault);
    const type = questionTypeOf(record.question_type);
    if (type === undefined) return;
    if (record.community_fault !== null) this.#count('faults', record.community_fault);
    if (record.scaling_fault !== null && type !== 'boolean') this.#count('faults', record.scaling_fault);
    if (record.forecast_count === null) this.#count('faults', 'post.forecasts_count: expected integer');
  }

  #count(kind: 'malformed' | 'faults', fault: string): void {
    const field = fieldOf(fault);
    const counts = this.counts[kind];
    counts[field] = (counts[field] ?? 0) + 1;
  }
}

/** The path of a fault without list positions. */
function fieldOf(fault: string): string {
  return fault.slice(0, Math.max(0, fault.indexOf(': '))).replace(/\.\d+(?=\.|$)/g, '[]');
}

/**
 * SchemaDriftError naming the field that is missing most where more than 1 % of the candidates do not parse, or lack a
 * field that one rule needs.
 */
export function refuseDrift({ candidates, malformed, faults }: DriftCounts): void {
  const limit = candidates * MAX_SHARE;
  const total = Object.values(malformed).reduce((sum, count) => sum + count, 0);
  const worst = (counts: Record<string, number>) => Object.entries(counts).sort((a, b) => b[1] - a[1])[0];
  const broken = total > limit ? worst(malformed) : undefined;
  const lacking = worst(faults);
  const drifted = broken ?? (lacking && lacking[1] > Math.max(limit, ODD_RECORDS) ? lacking : undefined);
  if (drifted === undefined) return;
  const [field, count] = drifted;
  throw new SchemaDriftError('metaculus', field, `does not parse in ${count} of ${candidates} records`);
}
