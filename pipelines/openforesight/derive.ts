import { startSha256 } from '../../common/hash.js';
import { compareCodePoints, compareDatasetIds } from '../../common/order.js';
import type { Row } from '../../schemas/table.js';
import { type PinnedRepository, pinRepository } from '../../sources/hub.js';
import type { BuildContext, Derivation, SourceUse } from '../dataset.js';
import { leakGates } from './audit.js';
import { type DroppedRecord, type Evidence, type Judgement, judgeRecords } from './judge.js';
import { type NormalizedRecords, normalizeRecords } from './normalize.js';
import type { OpenforesightParameters } from './parameters.js';
import { rememberExtent } from './plan.js';
import type { StoredRecord } from './records.js';
import { questionRow } from './row.js';
import { rules } from './rules.js';
import { type FetchedFile, fetchShards, splitsOf } from './shards.js';
import { type SplitFiles, splitsInCardOrder } from './splits.js';
import { compareWithCard } from './upstream-card.js';

/** The upstream repository. */
const REPOSITORY = 'nikhilchandak/OpenForesight';

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
  const { normalized, judgement, dropped, judged } = assessment;
  const kept = keptBySplit(assessment);
  return {
    splits: Object.keys(kept),
    candidates: normalized.records + normalized.malformed.length,
    funnel: rules.map(({ name }) => ({
      rule: name,
      count: dropped.filter(({ rule }) => rule === name).length,
    })),
    kept,
    rows: () => keptRows(judged(), context.parameters.includeArticles),
    dropped: () => streamed(dropped.map(({ id, rule, detail }) => ({ id, rule, detail }))),
    audit: () => streamed(judgement.findings),
    evidence: () => evidence(assessment),
    gates: leakGates(judgement.findings, kept),
    sources: [sourceUse(assessment)],
  };
}

/** In the order of the card; no two kept rows belong together, so a group is a row. */
function keptBySplit({ splits, judgement }: Assessment): Derivation['kept'] {
  const names = splitsInCardOrder(splits.map(({ name }) => name));
  return Object.fromEntries(
    names.map((name) => {
      const rows = judgement.kept.get(name) ?? 0;
      return [name, { rows, groups: rows }];
    }),
  );
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

async function* keptRows(
  judged: ReturnType<Assessment['judged']>,
  includeArticles: boolean,
): AsyncGenerator<Row> {
  for await (const { record, verdict } of judged) {
    if (verdict === undefined) yield questionRow(record, record.split, includeArticles);
  }
}

/** Of the records that parse, then of those that do not and whose id nothing else has. */
async function* evidence({ normalized, judgement }: Assessment): AsyncGenerator<Evidence> {
  yield* judgement.evidence;
  const told = new Set(judgement.evidence.map(({ id }) => id));
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
