import type { InstantMicros } from '../../common/time.js';
import type { Table } from '../../schemas/table.js';
import type { CardText, DatasetName, GateResult } from '../dataset.js';

/**
 * What the card and the report of one version say, gathered once. It holds nothing that may differ between machines:
 * no upstream mode, base URL, path, host or wall clock (CONTRACT 3).
 */
export interface VersionFacts {
  dataset: DatasetName;
  /** The version's directory name. */
  version: string;
  /** The build's clock. */
  asOf: InstantMicros;
  generator: { name: string; version: string; commit: string };
  card: CardText;
  /** Published tables, in order; the first becomes the default configuration. */
  tables: readonly Table[];
  /** Drop rules in the order they are applied. */
  rules: readonly { name: string; doc: string }[];
  /** All parameters of the dataset, resolved, under their full names. */
  parameters: Readonly<Record<string, unknown>>;
  /** Splits with rows, in the order of the card: rows of the main table and the units (groups, events) they form. */
  splits: readonly { name: string; rows: number; groups: number }[];
  /** As in the manifest: `candidates` first, then the rules in order, `kept` last. */
  funnel: readonly { rule: string; count: number }[];
  gates: readonly GateResult[];
  /** Findings of audit.jsonl per check; checks without a finding may be listed with 0. */
  audit: readonly { check: string; count: number }[];
  /** Files really written so far; `rows` for the files of tables. */
  files: readonly { path: string; rows?: number }[];
  /** Absent for the first version. */
  previous?: { version: string; added: number; removed: number; changed: number; corrections: number };
}

/** Rows that all the rules kept. RangeError where the funnel does not end with them. */
export function keptOf(facts: Pick<VersionFacts, 'funnel'>): number {
  const last = facts.funnel.at(-1);
  if (last?.rule !== 'kept') throw new RangeError('the funnel does not end with `kept`');
  return last.count;
}
