import type { QuestionRow } from '../../schemas/openforesight.js';
import type { AuditFinding, GateResult } from '../dataset.js';
import { NEAR_DUPLICATE_SIMILARITY, NearDuplicateFinder } from './near-duplicates.js';
import { searchable, wholeWords } from './text.js';

/** Leak checks over kept rows. They inform: no row is dropped by them. */
export const CHECKS = [
  {
    name: 'resolution_before_article',
    doc: 'The question resolves before the day its article was published.',
  },
  { name: 'answer_in_background', doc: 'The whole answer stands as words in the background.' },
  { name: 'answer_in_criteria', doc: 'The whole answer stands as words in the resolution criteria.' },
  {
    name: 'near_duplicate',
    doc: `A question of another split shares at least ${NEAR_DUPLICATE_SIMILARITY} of the word triples of both (Jaccard).`,
  },
] as const;

type CheckName = (typeof CHECKS)[number]['name'];

/** A finding: the split beside the common columns, and for near duplicates the nearest question. */
export interface LeakFinding extends AuditFinding {
  check: CheckName;
  split: string;
  other_id?: string;
  other_split?: string;
  /** Jaccard similarity to the nearest, in [0.6, 1]. */
  similarity?: number;
  /** Questions of other splits that reach the threshold. */
  matches?: number;
}

/** Collects the leak findings of kept rows; add them in published order. */
export class LeakAudit {
  private readonly findings: { index: number; finding: LeakFinding }[] = [];
  private readonly rows: { id: string; split: string }[] = [];
  private readonly finder = new NearDuplicateFinder();

  add(row: QuestionRow): void {
    const index = this.rows.length;
    const { question_id: id, split } = row;
    this.rows.push({ id, split });
    this.finder.add(row.question, split);
    for (const { check, detail } of rowFindings(row)) {
      this.findings.push({ index, finding: { id, check, detail, split } });
    }
  }

  /** All findings in the order of the rows, and of the checks within a row. */
  finish(): LeakFinding[] {
    for (const { index, nearest, similarity, count } of this.finder.find()) {
      const row = this.rows[index];
      const other = this.rows[nearest];
      if (row === undefined || other === undefined) throw new RangeError('no such row');
      const rounded = Math.round(similarity * 1e4) / 1e4;
      const finding: LeakFinding = {
        id: row.id,
        check: 'near_duplicate',
        detail: `${rounded} similar to ${other.id} of ${other.split}${count > 1 ? `, and ${count - 1} more` : ''}`,
        split: row.split,
        other_id: other.id,
        other_split: other.split,
        similarity: rounded,
        matches: count,
      };
      this.findings.push({ index, finding });
    }
    return this.findings.sort((a, b) => a.index - b.index).map(({ finding }) => finding);
  }
}

/** The findings of checks that look at one row. */
export function rowFindings(row: QuestionRow): { check: CheckName; detail: string }[] {
  const found: { check: CheckName; detail: string }[] = [];
  const { resolution_date: resolution, article_published_on: published } = row;
  if (published !== null && resolution < published) {
    found.push({
      check: 'resolution_before_article',
      detail: `resolves ${resolution}, article of ${published}`,
    });
  }
  const isIn = wholeWords(searchable(row.answer));
  const detail = JSON.stringify(row.answer);
  if (isIn(searchable(row.background))) found.push({ check: 'answer_in_background', detail });
  if (isIn(searchable(withoutTags(row.resolution_criteria)))) {
    found.push({ check: 'answer_in_criteria', detail });
  }
  return found;
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}

/** Rows with a finding per check and split, as gates that every value passes. */
export function leakGates(
  findings: readonly LeakFinding[],
  kept: Readonly<Record<string, { rows: number }>>,
): GateResult[] {
  const counts = new Map<string, number>();
  for (const { check, split } of findings) {
    const key = `audit.${check}.${split}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return CHECKS.flatMap(({ name: check }) =>
    Object.entries(kept).map(([split, { rows }]) => {
      const name = `audit.${check}.${split}`;
      return { name, value: counts.get(name) ?? 0, limit: rows, passed: true, reason: 'informs only' };
    }),
  );
}
