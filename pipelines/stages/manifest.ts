import { sha256 } from '../../common/hash.js';
import { formatInstant } from '../../common/time.js';
import type { Manifest } from '../../schemas/manifest.js';
import type { CheckedVersion } from './publish.js';
import { schemaJson, type VersionFile } from './write-version.js';

/** The manifest of a version: keys in the order of the contract, no wall clock, files by path. */
export function manifestOf(facts: CheckedVersion, files: readonly VersionFile[]): Manifest {
  const { input, version } = facts;
  const { provenance } = input;
  return {
    dataset: input.dataset.name,
    version,
    as_of: formatInstant(provenance.asOf),
    generator: provenance.generator,
    upstream: provenance.upstream,
    sources: provenance.sources,
    parameters: input.parameters.flat,
    splits: Object.fromEntries(splitSizes(facts).map(({ name, rows, groups }) => [name, { rows, groups }])),
    files: [...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    funnel: funnelOf(facts),
    gates: facts.gates.map(({ name, value, limit, passed, reason }) => ({
      name,
      value,
      limit,
      passed,
      ...(reason === undefined ? {} : { reason }),
    })),
    ...(input.previous ? { previous_version: input.previous.version } : {}),
    schema_sha256: sha256(schemaJson(facts.tables)),
    terms: input.dataset.card.terms,
  };
}

/** `candidates`, the rules in order, `kept`. */
export function funnelOf(facts: CheckedVersion): { rule: string; count: number }[] {
  const { derivation } = facts.input;
  return [
    { rule: 'candidates', count: derivation.candidates },
    ...derivation.funnel,
    { rule: 'kept', count: facts.written.splits.size },
  ];
}

/** Rows of the main table and the units they form, for each split with rows. */
export function splitSizes(facts: CheckedVersion): { name: string; rows: number; groups: number }[] {
  return facts.splits.map((name) => {
    const size = facts.input.derivation.kept[name];
    if (!size) throw new TypeError(`the derivation has rows in ${name} and no size for it`);
    return { name, rows: size.rows, groups: size.groups };
  });
}
