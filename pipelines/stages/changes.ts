import type { Row, Table } from '../../schemas/table.js';
import type { Dataset, PublishedVersion } from '../dataset.js';
import { type ChangedRow, diffTable, type TableDiff } from './row-diff.js';

/**
 * Why a published row changed, told from what both versions recorded: the hash of the row's upstream records, the
 * rule-set version, the parameters. `defect` is left when none of them differs: the same input gave another row.
 */
export type Cause = 'upstream' | 'rules' | 'parameters' | 'defect';

/** A published label that changed or was withdrawn; one line of corrections.jsonl. */
export interface Correction {
  id: string;
  field: string;
  old: unknown;
  /** null where the row was withdrawn. */
  new: unknown;
  version: string;
  cause: Cause;
}

/** Everything that differs between two versions of a dataset. */
export interface Changes {
  previous: string;
  tables: readonly TableDiff[];
  /** Parameters whose values differ, by full name. */
  parameters: readonly { name: string; old: unknown; new: unknown }[];
  ruleSet: { old: string; new: string };
  /** Cause of every changed or removed row of the main table. */
  causes: ReadonlyMap<string, Cause>;
  corrections: readonly Correction[];
  /** Rule that dropped a row which was published before, by id. */
  droppedNow: ReadonlyMap<string, string>;
}

/** The side of a comparison that is not published yet, or is the later version. */
export interface LaterVersion {
  version: string;
  parameters: Readonly<Record<string, unknown>>;
  /** generator.version, which carries the rule-set version. */
  ruleSet: string;
  rows(table: string): AsyncIterable<Row>;
  /** Evidence hash of a candidate, kept or dropped; undefined where it is no candidate any more. */
  evidence(id: string): string | undefined;
  droppedBy(id: string): string | undefined;
}

/** What a published version recorded for comparisons beyond its rows. */
export interface EarlierRecord {
  version: PublishedVersion;
  evidence: ReadonlyMap<string, string>;
}

/** Compares a version with the one before it: rows, labels, causes. */
export async function findChanges(
  dataset: Dataset,
  tables: readonly Table[],
  earlier: EarlierRecord,
  later: LaterVersion,
): Promise<Changes> {
  const manifest = earlier.version.manifest;
  const diffs: TableDiff[] = [];
  for (const table of tables)
    diffs.push(
      await diffTable(
        table,
        () => earlier.version.rows(table.name),
        () => later.rows(table.name),
      ),
    );
  const parameters = changedParameters(manifest.parameters, later.parameters);
  const ruleSet = { old: manifest.generator.version, new: later.ruleSet };
  const causeOf = (id: string): Cause => {
    if (earlier.evidence.get(id) !== later.evidence(id)) return 'upstream';
    if (ruleSet.old !== ruleSet.new) return 'rules';
    return parameters.length > 0 ? 'parameters' : 'defect';
  };
  const main = diffs.find((diff) => diff.table === dataset.mainTable);
  const touched = [
    ...(main?.changed ?? []).map(({ key }) => key),
    ...(main?.removed ?? []).map(({ key }) => key),
  ];
  const causes = new Map(touched.map((id) => [id, causeOf(id)]));
  return {
    previous: earlier.version.version,
    tables: diffs,
    parameters,
    ruleSet,
    causes,
    corrections: main ? correctionsOf(dataset, main, later.version, causes) : [],
    droppedNow: droppedNow(main, later),
  };
}

function droppedNow(main: TableDiff | undefined, later: LaterVersion): Map<string, string> {
  const dropped = new Map<string, string>();
  for (const { key } of main?.removed ?? []) {
    const rule = later.droppedBy(key);
    if (rule !== undefined) dropped.set(key, rule);
  }
  return dropped;
}

function changedParameters(old: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>) {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ name, old: old[name], new: now[name] }));
}

function correctionsOf(
  dataset: Dataset,
  main: TableDiff,
  version: string,
  causes: ReadonlyMap<string, Cause>,
): Correction[] {
  const causeOf = (id: string): Cause => causes.get(id) ?? 'defect';
  const relabelled = main.changed.flatMap((row) =>
    labelChanges(dataset, row).map((change) => ({
      id: row.key,
      ...change,
      version,
      cause: causeOf(row.key),
    })),
  );
  const withdrawn = main.removed.flatMap(({ key, row }) =>
    dataset.labelColumns.map((field) => ({
      id: key,
      field,
      old: row[field],
      new: null,
      version,
      cause: causeOf(key),
    })),
  );
  return [...relabelled, ...withdrawn];
}

function labelChanges(dataset: Dataset, row: ChangedRow): { field: string; old: unknown; new: unknown }[] {
  return dataset.labelColumns
    .filter((field) => row.fields.includes(field))
    .map((field) => ({ field, old: row.before[field], new: row.after[field] }));
}
