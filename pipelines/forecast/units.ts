import { sha256 } from '../../common/hash.js';
import { compareDatasetIds } from '../../common/order.js';
import type { Split, SplitUnit } from '../stages/split.js';

/** What decides which questions belong together. */
export interface UnitMember {
  question_id: string;
  question_type: string;
  question: string;
  group_id: string | null;
}

/** The form in which two titles are the same text: NFKC, lower case, white space collapsed. */
export function normalizedTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** What ties a question to others: its group, and its text. */
export function tiesOf(member: Pick<UnitMember, 'question' | 'group_id'>): string[] {
  const text = `text:${sha256(normalizedTitle(member.question)).slice(0, 32)}`;
  return member.group_id === null ? [text] : [member.group_id, text];
}

/**
 * Collects questions into units of assignment: a group, or the questions of one text, else the question alone. A text
 * that two groups share makes them one unit. Held in memory: one short text a question.
 */
export class UnitBuilder {
  readonly #parents = new Map<string, string>();
  readonly #members: { id: string; type: string; tie: string }[] = [];

  add(member: UnitMember): void {
    const [first = member.question_id, ...others] = tiesOf(member);
    for (const other of others) this.#join(first, other);
    this.#members.push({ id: member.question_id, type: member.question_type, tie: first });
  }

  finish(): Units {
    const byRoot = new Map<string, { id: string; type: string; tie: string }[]>();
    for (const member of this.#members) {
      const root = this.#root(member.tie);
      const together = byRoot.get(root);
      if (together) together.push(member);
      else byRoot.set(root, [member]);
    }
    const units: SplitUnit[] = [];
    const unitOf = new Map<string, string>();
    for (const members of byRoot.values()) {
      const unit = unitName(members);
      units.push({ unit, types: countTypes(members) });
      for (const { id } of members) unitOf.set(id, unit);
    }
    return { units, unitOf };
  }

  #join(a: string, b: string): void {
    const [rootA, rootB] = [this.#root(a), this.#root(b)];
    if (rootA !== rootB) this.#parents.set(rootB, rootA);
  }

  #root(tie: string): string {
    let root = tie;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root))
      root = parent;
    if (root !== tie) this.#parents.set(tie, root);
    return root;
  }
}

export interface Units {
  units: readonly SplitUnit[];
  /** Unit of each question, by question id. */
  unitOf: ReadonlyMap<string, string>;
}

/** A single question is its own unit; else the lowest group id names it, or the text that all share. */
function unitName(members: readonly { id: string; tie: string }[]): string {
  const groups = members.map(({ tie }) => tie).filter((tie) => !tie.startsWith('text:'));
  const [lowest] = groups.sort(compareDatasetIds);
  if (lowest !== undefined) return lowest;
  const [only, second] = members;
  if (only === undefined) throw new RangeError('a unit without members');
  return second === undefined ? only.id : only.tie;
}

function countTypes(members: readonly { type: string }[]): Record<string, number> {
  const types: Record<string, number> = {};
  for (const { type } of members) types[type] = (types[type] ?? 0) + 1;
  return types;
}

/**
 * The splits of units that hold published questions. Where texts that were edited since put two published questions of
 * different splits into one unit, the first question's counts here; each keeps its own all the same.
 */
export function publishedUnits(
  unitOf: ReadonlyMap<string, string>,
  splits: ReadonlyMap<string, Split>,
): Map<string, Split> {
  const units = new Map<string, Split>();
  for (const [id, unit] of unitOf) {
    const split = splits.get(id);
    if (split !== undefined && !units.has(unit)) units.set(unit, split);
  }
  return units;
}
