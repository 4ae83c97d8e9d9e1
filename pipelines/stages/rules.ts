/**
 * A drop rule: a pure function over one record that returns the evidence for dropping it, or undefined to keep it.
 * `name` is what the ledger, the funnel and the card call it; `doc` is its one-sentence definition for the card.
 */
export interface Rule<T, P> {
  readonly name: string;
  readonly doc: string;
  readonly test: (record: T, parameters: P) => string | undefined;
}

/** The first rule that drops the record, with its evidence; undefined where all keep it. */
export function judge<T, P>(
  rules: readonly Rule<T, P>[],
  record: T,
  parameters: P,
): { rule: string; detail: string } | undefined {
  for (const rule of rules) {
    const detail = rule.test(record, parameters);
    if (detail !== undefined) return { rule: rule.name, detail };
  }
  return undefined;
}
