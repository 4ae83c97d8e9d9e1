import type { Log } from '../../common/effects.js';
import { GateError } from '../../common/errors.js';
import type { Dataset, Derivation, GateResult, PublishedVersion } from '../dataset.js';
import type { GateParameters } from '../parameters.js';

/** Failing rows that are printed per gate. */
export const EXAMPLES = 20;

/** What the publish stage counted while it wrote the tables. */
export interface WriteFindings {
  invalidRows: readonly string[];
  movedIds: readonly string[];
  straddlingUnits: readonly string[];
  unlistedRelabels: readonly string[];
  violations: readonly string[];
  keptRows: number;
}

/** The gates of every dataset, in the order of CONTRACT.md section 5, then the dataset's own. */
export function commonGates(
  dataset: Dataset,
  derivation: Derivation,
  findings: WriteFindings,
  limits: GateParameters,
  previous: PublishedVersion | undefined,
): GateResult[] {
  const incomplete = derivation.sources.filter((source) => !source.complete);
  const dropped = derivation.funnel.reduce((sum, { count }) => sum + count, 0);
  return [
    none(
      'walks_complete',
      incomplete.map((source) => source.name),
    ),
    {
      name: 'candidates_accounted',
      value: derivation.candidates - dropped - findings.keptRows,
      limit: 0,
      passed: derivation.candidates === dropped + findings.keptRows,
    },
    { name: 'not_empty', value: findings.keptRows, limit: 1, passed: findings.keptRows >= 1 },
    ...keptShare(dataset, findings, limits, previous),
    none('ids_keep_their_split', findings.movedIds),
    none('relabels_listed', findings.unlistedRelabels),
    none('rows_valid', findings.invalidRows),
    none('cross_row_rules', findings.violations),
    none('units_in_one_split', findings.straddlingUnits),
    ...derivation.gates,
  ];
}

/** The refusal of one gate or several. */
export class GatesRefusedError extends GateError {
  constructor(
    message: string,
    remedy: string,
    /** All gates of the build, those that passed included. */
    readonly gates: readonly GateResult[],
  ) {
    super(message, remedy);
  }
}

/** Throws GatesRefusedError where a gate refused, unless a reason to publish all the same was given. */
export function enforceGates(
  gates: readonly GateResult[],
  acceptedReason: string | undefined,
  log: Log,
): GateResult[] {
  const refused = gates.filter((gate) => !gate.passed);
  for (const gate of refused)
    log.warn('gate_refused', {
      gate: gate.name,
      value: gate.value,
      limit: gate.limit,
      examples: gate.examples,
    });
  if (refused.length === 0) return [...gates];
  if (acceptedReason === undefined) throw new GatesRefusedError(refusal(refused), REMEDY, gates);
  return gates.map((gate) => (gate.passed ? gate : { ...gate, reason: acceptedReason }));
}

const REMEDY =
  'Look at the rows with `npx forecast-datasets explain DATASET ID`; to publish all the same, add --accept-regression --reason "...".';

function refusal(refused: readonly GateResult[]): string {
  return refused
    .map((gate) => {
      const examples = gate.examples?.length ? `: ${gate.examples.join(', ')}` : '';
      const hint = gate.reason ? ` (${gate.reason})` : '';
      return `gate ${gate.name} refused: ${gate.value} against the limit ${gate.limit}${hint}${examples}`;
    })
    .join('; ');
}

/** A gate that refuses where anything fails, with the first failing rows. */
export function none(name: string, failing: readonly string[]): GateResult {
  const gate = { name, value: failing.length, limit: 0, passed: failing.length === 0 };
  return failing.length === 0 ? gate : { ...gate, examples: failing.slice(0, EXAMPLES) };
}

function keptShare(
  dataset: Dataset,
  findings: WriteFindings,
  limits: GateParameters,
  previous: PublishedVersion | undefined,
): GateResult[] {
  if (!previous) return [];
  const before = Object.values(previous.manifest.splits).reduce((sum, { rows }) => sum + rows, 0);
  if (before === 0) return [];
  const value = findings.keptRows / before;
  const reason = `${findings.keptRows} rows of ${dataset.mainTable} kept, ${before} in ${previous.version}`;
  const gate = { name: 'kept_rows', value, limit: limits.minKeptShare, passed: value >= limits.minKeptShare };
  return [gate.passed ? gate : { ...gate, reason }];
}
