import type { QuestionRow } from '../../schemas/openforesight.js';
import type { AuditFinding, GateResult } from '../dataset.js';
import { NEAR_DUPLICATE_SIMILARITY, NearDuplicateFinder, type Neighbours } from './near-duplicates.js';
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

/** Collects the leak findings of rows, which may turn out to be left out; add them in published order. */
export class LeakAudit {
  private readonly findings: { place: number; finding: LeakFinding }[] = [];
  private readonly rows: { index: number; id: string; split: string }[] = [];
  private readonly finder = new NearDuplicateFinder();

  /** `index` is the caller's name for the row. */
  add(index: number, row: QuestionRow): void {
    const place = this.rows.length;
    const { question_id: id, split } = row;
    this.rows.push({ index, id, split });
    this.finder.add(row.question, split);
    for (const { check, detail } of rowFindings(row)) {
      this.findings.push({ place, finding: { id, check, detail, split } });
    }
  }

  /** The findings of rows that are not left out, in the order of the rows, and of the checks within a row. */
  finish(isLeftOut: (index: number) => boolean): LeakFinding[] {
    const isOut = (place: number): boolean => isLeftOut(this.row(place).index);
    const near = this.finder.find(isOut).map((neighbours) => ({
      place: neighbours.index,
      finding: this.nearDuplicate(neighbours),
    }));
    return [...this.findings.filter(({ place }) => !isOut(place)), ...near]
      .sort((a, b) => a.place - b.place)
      .map(({ finding }) => finding);
  }

  private nearDuplicate({ index, nearest, similarity, count }: Neighbours): LeakFinding {
    const { id, split } = this.row(index);
    const other = this.row(nearest);
    const rounded = Math.round(similarity * 1e4) / 1e4;
    return {
      id,
      check: 'near_duplicate',
      detail: `${rounded} similar to ${other.id} of ${other.split}${count > 1 ? `, and ${count - 1} more` : ''}`,
      split,
      other_id: other.id,
      other_split: other.split,
      similarity: rounded,
      matches: count,
    };
  }

  private row(place: number): { index: number; id: string; split: string } {
    const row = this.rows[place];
    if (row === undefined) throw new RangeError(`no row ${place}`);
    return row;
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
