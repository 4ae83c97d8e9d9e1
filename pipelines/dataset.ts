import type { z } from 'zod';
import type { Effects, Log } from '../common/effects.js';
import type { Files } from '../common/files.js';
import type { InstantMicros } from '../common/time.js';
import type { Row, Table } from '../schemas/table.js';
import type { SourceName, StoredResponse, Upstream } from '../sources/types.js';
import type { GateParameters } from './parameters.js';

export type DatasetName = 'forecast' | 'polybench' | 'openforesight';

/** A candidate that was left out, and why. `detail` is for people: the figures the rule looked at. */
export interface Dropped {
  id: string;
  rule: string;
  detail: string;
}

/** A leak finding that does not drop its row; the columns beyond `id` and `check` are the check's own. */
export interface AuditFinding {
  id: string;
  check: string;
  detail: string;
}

/** What a build works with. Paths are absolute. */
export interface BuildContext<P> {
  parameters: P;
  gates: GateParameters;
  asOf: InstantMicros;
  upstream: Upstream;
  files: Files;
  effects: Effects;
  log: Log;
  /** Directory of this dataset's normalized records (Arrow IPC); kept between builds. */
  normalizedDir: string;
  /** Concurrent requests per upstream at most. */
  jobs: number;
  /** Directory of user-supplied exports (`--import`), where given. */
  importDir?: string;
  /** The version to take splits from, where there is one. */
  previous?: PublishedVersion;
  /**
   * Says that a cache of normalized records stands in for a stored response which was not asked for in this build, so
   * that pruning keeps it with the version. Absent where nothing is published.
   */
  restsOn?(response: Pick<StoredResponse, 'request' | 'tag'>): void;
}

/** What a later build needs of an earlier version. */
export interface PublishedVersion {
  /** The version's directory name. */
  version: string;
  dir: string;
  manifest: import('../schemas/manifest.js').Manifest;
  /** Rows of a table, all splits, in order. */
  rows(table: string): AsyncIterable<Row>;
}

/** A finding of a check that needs more than one row, or a row and its formula. */
export interface Violation {
  /** Name of the gate or cross-row rule. */
  check: string;
  id: string;
  detail: string;
}

export interface GateResult {
  name: string;
  value: number;
  limit: number;
  passed: boolean;
  reason?: string;
  /** Failing rows, at most 20, and how to see them; printed, never published. */
  examples?: readonly string[];
}

/** The result of the pure part of a build. Streams may be read more than once and give the same rows each time. */
export interface Derivation {
  /** Split names in the order of the card; those without rows are left out on publishing. */
  splits: readonly string[];
  /** Candidates seen: kept + dropped. */
  candidates: number;
  /** Rows dropped per rule, in rule order, rules without a drop included. */
  funnel: readonly { rule: string; count: number }[];
  /** Kept candidates per split, and the units (groups, events) they form. */
  kept: Readonly<Record<string, { rows: number; groups: number }>>;
  /** Rows of a table in published order over all splits; each row names its split in the column `split`. */
  rows(table: string): AsyncIterable<Row>;
  /** In id order. */
  dropped(): AsyncIterable<Dropped>;
  audit(): AsyncIterable<AuditFinding>;
  /**
   * For every candidate, kept or dropped, the hash of the upstream records that its verdict rests on (canonical JSON of
   * the record, not of the page): tells an upstream change from a change of ours. In no particular order.
   */
  evidence(): AsyncIterable<{ id: string; sha256: string }>;
  /** Gates of this dataset beyond the common ones. */
  gates: readonly GateResult[];
  /** Walks that were published from, for manifest.sources and the completeness gate. */
  sources: readonly SourceUse[];
  /** Single-record files beside the tables, for example `markets/<id>.json`; path relative to the version. */
  extraFiles?(): AsyncIterable<{ path: string; content: string }>;
}

export interface SourceUse {
  name: SourceName;
  complete: boolean;
  /** sha256 over the page hashes of the walks in order. */
  snapshotSha256: string;
  revision?: string;
}

/** Requests a build would send to one host, as a range, and the bytes it would receive. */
export interface PlanEstimate {
  source: SourceName;
  requests: readonly [low: number, high: number];
  bytes: readonly [low: number, high: number];
  /** What the figures rest on. */
  basis: string;
}

/** Everything the shared stages need to know of a dataset. */
export interface Dataset<P extends object = object> {
  name: DatasetName;
  /** Sources in the order of the manifest. */
  sources: readonly SourceName[];
  /** The published tables; a parameter may add columns at the end of one (CONTRACT 4.3, includeArticles). */
  tables(parameters: P): readonly Table[];
  /** The table whose rows are the candidates that were kept. */
  mainTable: string;
  /** Column of the main table that holds the id used in the ledgers. */
  idColumn: string;
  /** Column of the main table by which the summary counts rows of a split, where there is one. */
  typeColumn?: string;
  /** Column(s) of the main table whose change relabels a row: they go to corrections.jsonl. */
  labelColumns: readonly string[];
  /** Drop rules in the order they are applied, each with its definition; the first is `malformed_record`. */
  rules: readonly { name: string; doc: string }[];
  /** Version of the rule set: raised with every change that can change a published row. */
  ruleSetVersion: number;
  /** Parameters under `<name>.`, each with its default; unknown keys are refused by the caller. */
  parameters: z.ZodType<P> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  card: CardText;
  derive(context: BuildContext<P>): Promise<Derivation>;
  /**
   * Derives volume and liquidity of the latest version's rows again and leaves everything else as published
   * (`--only-flow`); absent where a dataset has none.
   */
  rederiveFlow?(context: BuildContext<P>): Promise<Derivation>;
  plan(context: BuildContext<P>): Promise<readonly PlanEstimate[]>;
  /** What ties a row of the main table to others (its group, its event, its text): never on both sides of a split. */
  unitsOf(row: Row): readonly string[];
  /** Re-checks published rows beyond their types: labels against their formula, order, cross-row rules. */
  check(rows: (table: string) => AsyncIterable<Row>, parameters: P): AsyncIterable<Violation>;
  /** The evidence of one row, kept or dropped, as text for a terminal; undefined where the id is unknown. */
  explain(id: string, context: BuildContext<P>): Promise<string | undefined>;
  /** Chart sections of report.html after the common ones. */
  report(rows: (table: string) => AsyncIterable<Row>): Promise<readonly ReportSection[]>;
}

/** One section of report.html. `html` is safe markup made by pipelines/stages/report. */
export interface ReportSection {
  title: string;
  html: string;
}

/** What the dataset card says beyond what follows from the tables and the manifest. Markdown. */
export interface CardText {
  prettyName: string;
  summary: string;
  /** SPDX id or `other`. */
  license: string;
  licenseName?: string;
  /** Terms of use of the upstream; also the manifest's `terms`. */
  terms: string;
  tags: readonly string[];
  /** Extra sections: what lies outside, known limits, how to read the labels. */
  sections: readonly { title: string; body: string }[];
}
