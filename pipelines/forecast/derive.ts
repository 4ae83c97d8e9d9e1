import { sha256 } from '../../common/hash.js';
import { walkHash } from '../../sources/upstream.js';
import type { AuditFinding, Derivation, Dropped, PublishedVersion, SourceUse } from '../dataset.js';
import { assignSplits, SPLITS, type Split } from '../stages/split.js';
import { type Assessment, assess, evidenceOf, type ForecastContext } from './assess.js';
import { auditFindings } from './audit.js';
import { entryStaleHours } from './community.js';
import { GateCounts } from './gates.js';
import { labelOf } from './label.js';
import { forecastRules } from './rules.js';
import { publishedUnits, UnitBuilder, type Units } from './units.js';

/** Builds the dataset: kept rows, ledgers and gates, as streams over the candidates on disk. */
export async function deriveForecast(context: ForecastContext): Promise<Derivation> {
  const { parameters } = context;
  const assessment = await assess(context);
  await assessment.store.prune();
  const { judged } = assessment;
  const { counts, candidates, units, gates } = await lookThrough(assessment, context);
  const published = await publishedSplits(context.previous);
  const assigned = assignSplits(units.units, {
    seed: parameters.splitSeed,
    published: publishedUnits(units.unitOf, published),
  });
  const splitOf = (id: string): Split => {
    const split = published.get(id) ?? assigned.get(String(units.unitOf.get(id)));
    if (split === undefined) throw new RangeError(`${id} has no split`);
    return split;
  };
  return {
    splits: SPLITS,
    candidates,
    funnel: forecastRules.map(({ name }) => ({ rule: name, count: counts.get(name) ?? 0 })),
    kept: countKept(units, splitOf),
    rows: async function* () {
      for await (const { record, verdict } of judged())
        if (verdict === undefined) {
          const { question_id, ...columns } = labelOf(record, parameters);
          yield { question_id, split: splitOf(question_id), ...columns };
        }
    },
    dropped: () => droppedOf(assessment),
    audit: () => auditOf(assessment),
    evidence: async function* () {
      for await (const { record } of judged()) yield { id: record.candidate_id, sha256: evidenceOf(record) };
    },
    gates,
    sources: [sourceUse(assessment)],
  };
}

async function lookThrough({ judged }: Assessment, { parameters, gates: limits }: ForecastContext) {
  const counts = new Map<string, number>();
  const units = new UnitBuilder();
  const gates = new GateCounts();
  let candidates = 0;
  for await (const { record, verdict } of judged()) {
    candidates += 1;
    gates.candidate(record.candidate_id, verdict?.rule);
    if (verdict !== undefined) {
      counts.set(verdict.rule, (counts.get(verdict.rule) ?? 0) + 1);
      continue;
    }
    const row = labelOf(record, parameters);
    units.add(row);
    gates.row(row, entryStaleHours(record));
  }
  return {
    counts,
    candidates,
    units: units.finish(),
    gates: gates.results(parameters.project, limits.maxHiddenShare),
  };
}

/** Splits of the questions that the previous version holds, by question id. */
async function publishedSplits(previous: PublishedVersion | undefined): Promise<Map<string, Split>> {
  const splits = new Map<string, Split>();
  if (previous === undefined) return splits;
  for await (const { question_id: id, split } of previous.rows('questions')) {
    const known = SPLITS.find((name) => name === split);
    if (known !== undefined) splits.set(String(id), known);
  }
  return splits;
}

function countKept(units: Units, splitOf: (id: string) => Split): Derivation['kept'] {
  const kept = SPLITS.map((split) => {
    const ids = [...units.unitOf].filter(([id]) => splitOf(id) === split);
    return [split, { rows: ids.length, groups: new Set(ids.map(([, unit]) => unit)).size }] as const;
  });
  return Object.fromEntries(kept);
}

async function* droppedOf({ judged }: Assessment): AsyncGenerator<Dropped> {
  for await (const { record, verdict } of judged())
    if (verdict !== undefined) yield { id: record.candidate_id, ...verdict };
}

async function* auditOf({ judged }: Assessment): AsyncGenerator<AuditFinding> {
  for await (const { record, verdict } of judged()) if (verdict === undefined) yield* auditFindings(record);
}

/** The walk, and the hashes of the user's exports: they change what is published, and where they lay does not. */
function sourceUse({ walk, exports }: Assessment): SourceUse {
  const hashes = exports.flatMap(({ questions, forecasts }) => [questions.sha256, forecasts.sha256]);
  const use = { name: 'metaculus', complete: walk.status === 'complete' } as const;
  if (hashes.length === 0) return { ...use, snapshotSha256: walkHash(walk) };
  return {
    ...use,
    snapshotSha256: sha256([walkHash(walk), ...hashes].join('\n')),
    revision: `exports ${hashes.map((hash) => `sha256:${hash}`).join(' ')}`,
  };
}
