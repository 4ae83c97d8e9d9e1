import type { GateResult } from '../dataset.js';
import { EXAMPLES, none } from '../stages/gates.js';
import type { UnsplitRow } from './label.js';
import { cdfProblem } from './scaling.js';

/** Counts, while rows pass, what the gates of this dataset look at. */
export class GateCounts {
  #candidates = 0;
  readonly #hidden: string[] = [];
  #hiddenCount = 0;
  #kept = 0;
  #stale = 0;
  readonly #outOfUnit: string[] = [];
  readonly #notMonotone: string[] = [];

  candidate(id: string, rule: string | undefined): void {
    this.#candidates += 1;
    if (rule !== 'hidden_by_access') return;
    this.#hiddenCount += 1;
    if (this.#hidden.length < EXAMPLES) this.#hidden.push(id);
  }

  row(row: UnsplitRow, staleHours: number | undefined): void {
    this.#kept += 1;
    if (staleHours !== undefined) this.#stale += 1;
    if (!(row.gold_confidence >= 0 && row.gold_confidence <= 1)) this.#outOfUnit.push(row.question_id);
    const cdf = row.community_cdf;
    if (cdf !== null && cdfProblem(cdf, cdf.length - 1) !== undefined)
      this.#notMonotone.push(row.question_id);
  }

  /** `maxHiddenShare` of the listed candidates may be hidden from the token. */
  results(project: string | undefined, maxHiddenShare: number): GateResult[] {
    return [
      this.#hiddenGate(project, maxHiddenShare),
      none('gold_confidence_in_unit_interval', this.#outOfUnit),
      none('community_cdf_monotone', this.#notMonotone),
      // Told for the reader: such entries are within forecast.maxStaleHours, and no share of them is too many.
      { name: 'stale_community_predictions', value: this.#stale, limit: this.#kept, passed: true },
    ];
  }

  #hiddenGate(project: string | undefined, limit: number): GateResult {
    const value = this.#candidates === 0 ? 0 : this.#hiddenCount / this.#candidates;
    const gate = {
      name: 'hidden_by_access',
      value,
      limit,
      passed: value <= limit,
    };
    if (gate.passed) return gate;
    const where = project === undefined ? 'all resolved posts' : `project ${project}`;
    const reason = `${this.#hiddenCount} of ${this.#candidates} candidates of ${where} are hidden from this token: the tiers "benchmarking" (its project: --set forecast.project=32979) and "unrestricted", or a grant for a project, see more`;
    return { ...gate, reason, examples: this.#hidden };
  }
}
