import { startSha256 } from '../../common/hash.js';
import { compareCodePoints, compareDatasetIds } from '../../common/order.js';
import type { Row } from '../../schemas/table.js';
import { type PinnedRepository, pinRepository } from '../../sources/hub.js';
import type { BuildContext, Derivation, SourceUse } from '../dataset.js';
import { LeakAudit, type LeakFinding, leakGates } from './audit.js';
import { type DroppedRecord, evidenceOf, type Judgement, judgeRecords } from './judge.js';
import { type NormalizedRecords, normalizeRecords } from './normalize.js';
import type { OpenforesightParameters } from './parameters.js';
import { rememberExtent } from './plan.js';
import type { StoredRecord } from './records.js';
import { questionId, questionRow, required } from './row.js';
import { rules } from './rules.js';
import { type FetchedFile, fetchShards, splitsOf } from './shards.js';
import { type SplitFiles, splitsInCardOrder } from './splits.js';
import { compareWithCard } from './upstream-card.js';

/** The upstream repository. */
export const REPOSITORY = 'nikhilchandak/OpenForesight';

type Context = BuildContext<OpenforesightParameters>;

/** What a build works with: the pinned commit, its shards and records on disk, and the verdicts over them. */
export interface Assessment {
  repository: PinnedRepository;
  splits: readonly SplitFiles<FetchedFile>[];
  normalized: NormalizedRecords;
  judgement: Judgement;
  /** Every record that parses with its verdict, in published order; undefined stands for kept. */
  judged(): AsyncIterable<{ record: StoredRecord; verdict: DroppedRecord | undefined }>;
  /** Every candidate that is left out, in id order. */
  dropped: readonly DroppedRecord[];
}

/** Pins the revision, fetches and stores its records, and judges them. */
export async function assess(context: Context): Promise<Assessment> {
  const repository = await pinRepository(context.upstream, REPOSITORY, context.parameters.revision);
  const splits = await fetchShards(context, repository, splitsOf(context, repository));
  await rememberExtent(context, repository, splits);
  const normalized = await normalizeRecords(context, repository.commit, splits);
  const names = new Map(splits.map(({ upstreamName, name }) => [upstreamName, name]));
  await compareWithCard(context, repository, names, normalized.shards);
  const numbered = await judgeRecords(normalized.byNumber());
  const records = numbered.isNumeric ? normalized.byNumber : await normalized.byCodePoint();
  const judgement = numbered.isNumeric ? numbered : await judgeRecords(records());
  return {
    repository,
    splits,
    normalized,
    judgement,
    judged: () => withVerdicts(records(), judgement),
    dropped: allDropped(normalized, judgement),
  };
}

/** Builds the dataset: kept rows, ledgers and gates, as streams over the records on disk. */
export async function deriveOpenforesight(context: Context): Promise<Derivation> {
  const assessment = await assess(context);
  const { normalized, dropped, judged } = assessment;
  const { counts, ids, findings } = await lookThrough(assessment);
  return {
    splits: Object.keys(counts),
    candidates: normalized.records + normalized.malformed.length,
    funnel: rules.map(({ name }) => ({
      rule: name,
      count: dropped.filter(({ rule }) => rule === name).length,
    })),
    kept: counts,
    rows: () => keptRows(judged(), context.parameters.includeArticles),
    dropped: () => streamed(dropped.map(({ id, rule, detail }) => ({ id, rule, detail }))),
    audit: () => streamed(findings),
    evidence: () => evidence(assessment, ids),
    gates: leakGates(findings, counts),
    sources: [sourceUse(assessment)],
  };
}

async function* withVerdicts(records: AsyncIterable<StoredRecord>, { dropped }: Judgement) {
  let index = 0;
  for await (const record of records) yield { record, verdict: dropped.get(index++) };
}

function allDropped({ malformed }: NormalizedRecords, judgement: Judgement): DroppedRecord[] {
  const unparsed = malformed.map(({ sha256: _, ...rest }) => ({ rule: 'malformed_record', ...rest }));
  return [...unparsed, ...judgement.dropped.values()].sort(
    (a, b) => compareDatasetIds(a.id, b.id) || compareCodePoints(a.split, b.split) || a.row - b.row,
  );
}

/** What one pass over the kept rows tells. */
export interface Kept {
  counts: Record<string, { rows: number; groups: number }>;
  ids: ReadonlySet<string>;
  findings: readonly LeakFinding[];
}

/** One pass over the kept rows: how many there are, their ids, and the leaks in them. */
export async function lookThrough({ splits, judged }: Assessment): Promise<Kept> {
  const rows = new Map(splitsInCardOrder(splits.map(({ name }) => name)).map((split) => [split, 0]));
  const ids = new Set<string>();
  const audit = new LeakAudit();
  for await (const { record, verdict } of judged()) {
    if (verdict !== undefined) continue;
    const row = questionRow(record, record.split, false);
    audit.add(row);
    ids.add(row.question_id);
    rows.set(row.split, Number(rows.get(row.split)) + 1);
  }
  const counts = [...rows].map(([split, count]) => [split, { rows: count, groups: count }] as const);
  return { counts: Object.fromEntries(counts), ids, findings: audit.finish() };
}

async function* keptRows(
  judged: ReturnType<Assessment['judged']>,
  includeArticles: boolean,
): AsyncGenerator<Row> {
  for await (const { record, verdict } of judged) {
    if (verdict === undefined) yield questionRow(record, record.split, includeArticles);
  }
}

/** One line an id: where candidates share a qid, the one that is kept tells, else the first. */
async function* evidence(
  { normalized, judged }: Assessment,
  keptIds: ReadonlySet<string>,
): AsyncGenerator<{ id: string; sha256: string }> {
  const told = new Set<string>();
  for await (const { record, verdict } of judged()) {
    const id = verdict === undefined ? questionId(required(record, 'qid')) : verdict.id;
    if (told.has(id) || (verdict !== undefined && keptIds.has(id))) continue;
    told.add(id);
    yield { id, sha256: evidenceOf(record, verdict) };
  }
  for (const { id, sha256 } of normalized.malformed) if (!told.has(id)) yield { id, sha256 };
}

/** The walks and, in the order of the splits, the files that a build rests on. */
function sourceUse({ repository, splits }: Assessment): SourceUse {
  const hash = startSha256();
  for (const walk of repository.walks) for (const page of walk.pages) hash.update(page.sha256);
  for (const { files } of splits) for (const { sha256 } of files) hash.update(sha256);
  return { name: 'hf', complete: true, snapshotSha256: hash.digest(), revision: repository.commit };
}

async function* streamed<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
