import { createHash } from 'node:crypto';

/** The splits in the order in which ties are decided. */
const TIE_ORDER = ['train', 'test', 'validation'] as const;
export type Split = (typeof TIE_ORDER)[number];

/** Splits as the card and the paper's Table 8 list them. */
export const SPLITS: readonly Split[] = ['train', 'validation', 'test'];

/** What is assigned as a whole: a group, questions of one text, or a single question. */
export interface SplitUnit {
  unit: string;
  /** Members per question type. */
  types: Readonly<Record<string, number>>;
}

export interface SplitOptions {
  seed: string;
  /** Units of earlier versions, which keep their split. */
  published: ReadonlyMap<string, Split>;
}

/** Sizes for n questions of a type: floor(0.65 n), floor(0.10 n) and the rest (FOReCAst section 4.3, Table 8). */
export function splitTargets(n: number): Record<Split, number> {
  const train = Math.floor((n * 65) / 100);
  const validation = Math.floor(n / 10);
  return { train, validation, test: n - train - validation };
}

/**
 * Assigns every unit to a split. Published units keep theirs. New units go in descending size, then by
 * sha256(seed + ":" + unit), each to the split with the largest deficit against the targets, summed over its members'
 * types; ties go to train, then test. The order of the input does not matter.
 */
export function assignSplits(units: Iterable<SplitUnit>, options: SplitOptions): Map<string, Split> {
  const all = [...units];
  const deficits = new Deficits(all);
  const assigned = new Map<string, Split>();
  const fresh: SplitUnit[] = [];
  for (const unit of all) {
    const split = options.published.get(unit.unit);
    if (split === undefined) fresh.push(unit);
    else {
      assigned.set(unit.unit, split);
      deficits.fill(unit, split);
    }
  }
  for (const unit of inAssignmentOrder(fresh, options.seed)) {
    const split = deficits.largest(unit);
    assigned.set(unit.unit, split);
    deficits.fill(unit, split);
  }
  return assigned;
}

function inAssignmentOrder(units: readonly SplitUnit[], seed: string): SplitUnit[] {
  const keyed = units.map((unit) => ({
    unit,
    size: sizeOf(unit),
    hash: createHash('sha256').update(`${seed}:${unit.unit}`).digest('hex'),
  }));
  keyed.sort((a, b) => b.size - a.size || (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0));
  return keyed.map(({ unit }) => unit);
}

function sizeOf(unit: SplitUnit): number {
  return Object.values(unit.types).reduce((sum, count) => sum + count, 0);
}

/** Questions still missing per type and split. */
class Deficits {
  readonly #missing = new Map<string, Record<Split, number>>();

  constructor(units: readonly SplitUnit[]) {
    const totals = new Map<string, number>();
    for (const unit of units)
      for (const [type, count] of Object.entries(unit.types))
        totals.set(type, (totals.get(type) ?? 0) + count);
    for (const [type, n] of totals) this.#missing.set(type, splitTargets(n));
  }

  largest(unit: SplitUnit): Split {
    return TIE_ORDER.reduce((best, split) =>
      this.#deficit(unit, split) > this.#deficit(unit, best) ? split : best,
    );
  }

  fill(unit: SplitUnit, split: Split): void {
    for (const [type, count] of Object.entries(unit.types)) {
      const missing = this.#missing.get(type);
      if (missing) missing[split] -= count;
    }
  }

  #deficit(unit: SplitUnit, split: Split): number {
    return Object.entries(unit.types).reduce(
      (sum, [type, count]) => sum + count * (this.#missing.get(type)?.[split] ?? 0),
      0,
    );
  }
}
