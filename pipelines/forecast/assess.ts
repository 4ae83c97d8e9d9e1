import { mapConcurrently } from '../../common/concurrent.js';
import { sha256OfJson } from '../../common/hash.js';
import { formatInstant } from '../../common/time.js';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import { accessWarning, readAccess } from '../../sources/metaculus/access.js';
import { fetchAccess, RECORDS_AT_ONCE, resolvedPostsWalk } from '../../sources/metaculus.js';
import type { Walk } from '../../sources/types.js';
import type { BuildContext } from '../dataset.js';
import { judge } from '../stages/rules.js';
import type { CommunityColumns } from './community-entry.js';
import { earlierCriteria } from './earlier-criteria.js';
import { exploredColumns, lacksOnlyCdf } from './explorer.js';
import { type ExportPair, findExports } from './export/files.js';
import { exportedColumns, exportedIds } from './export/index.js';
import type { ForecastParameters } from './parameters.js';
import { jsonOf } from './posts.js';
import { forecastRules, type RuleInputs } from './rules.js';
import { type CandidateStore, candidateStore } from './store.js';

export type ForecastContext = BuildContext<ForecastParameters>;

/** A candidate with its final community entry, and the rule that drops it, if one does. */
export interface Judged {
  record: NormalizedQuestion;
  verdict: { rule: string; detail: string } | undefined;
}

/** What a build works with: the walk, its candidates on disk, the entries from elsewhere, and the verdicts. */
export interface Assessment {
  walk: Walk;
  store: CandidateStore;
  /** The user's exports that were read. */
  exports: readonly ExportPair[];
  inputs: RuleInputs;
  /** Every candidate in id order; may be read any number of times. */
  judged(): AsyncIterable<Judged>;
}

/** Walks the list, fetches details, and judges every candidate. */
export async function assess(context: ForecastContext): Promise<Assessment> {
  const { upstream, parameters, importDir, asOf } = context;
  const exports = importDir === undefined ? [] : await findExports(importDir);
  await warnOfAccess(context);
  const walk = await upstream.walk('metaculus', resolvedPostsWalk(parameters.project));
  if (walk.status !== 'complete')
    context.log.warn('walk_incomplete', { walk: walk.name, reason: walk.reason });
  const store = await candidateStore(context, walk);
  const inputs = { ...parameters, asOf, earlierCriteria: await earlierCriteria(context) };
  const fromExports = await readExports(exports, store);
  const explored = await explore(context, store, inputs, fromExports);
  const judged = async function* () {
    for await (const stored of store.read()) {
      const columns = explored.get(stored.candidate_id) ?? fromExports.get(stored.candidate_id);
      const record = columns === undefined ? stored : { ...stored, ...columns };
      yield { record, verdict: judge(forecastRules, record, inputs) };
    }
  };
  return { walk, store, exports, inputs, judged };
}

/** Tells in time what the token's tier hides. A replay asks nobody. */
async function warnOfAccess({ upstream, asOf, parameters, log }: ForecastContext): Promise<void> {
  if (upstream.mode === 'replay') return;
  const { status, sha256 } = await fetchAccess(upstream, `access/${formatInstant(asOf)}`);
  const access = readAccess(status === 200 ? await jsonOf(upstream, sha256) : undefined);
  const warning = accessWarning(access, parameters.project);
  log.info('metaculus_access', { tier: access.tier, projects: access.projects });
  if (warning !== undefined) log.warn('metaculus_access_limited', { warning });
}

type Overlay = ReadonlyMap<string, CommunityColumns>;

async function readExports(exports: readonly ExportPair[], store: CandidateStore): Promise<Overlay> {
  if (exports.length === 0) return new Map();
  const ids = await exportedIds(exports);
  const records = new Map<string, NormalizedQuestion>();
  for await (const record of store.read())
    if (ids.has(record.candidate_id)) records.set(record.candidate_id, record);
  return exportedColumns(exports, records);
}

/** Asks the explorer for what lacks nothing but the CDF at the cut. */
async function explore(
  context: ForecastContext,
  store: CandidateStore,
  inputs: RuleInputs,
  fromExports: Overlay,
): Promise<Overlay> {
  const { upstream, log, parameters } = context;
  const wanting: NormalizedQuestion[] = [];
  for await (const stored of store.read()) {
    const record = { ...stored, ...fromExports.get(stored.candidate_id) };
    if (lacksOnlyCdf(record, judge(forecastRules, record, inputs), parameters.maxStaleHours))
      wanting.push(lean(record));
  }
  const found = new Map<string, CommunityColumns>();
  const explored = mapConcurrently(wanting, RECORDS_AT_ONCE, async (record) => ({
    id: record.candidate_id,
    columns: await exploredColumns(upstream, record),
  }));
  let done = 0;
  for await (const { id, columns } of explored) {
    if (columns !== undefined) found.set(id, columns);
    done += 1;
    log.progress('aggregation_explorer', done, wanting.length);
  }
  return found;
}

/** The record without its texts, which are large. */
function lean(record: NormalizedQuestion): NormalizedQuestion {
  return { ...record, background: '', resolution_criteria: '', fine_print: '' };
}

/** Hash of the upstream values that a verdict rests on; where they were read does not count. */
export function evidenceOf(record: NormalizedQuestion): string {
  const { source_sha256, source_pointer, community_sha256, community_pointer, ...values } = record;
  return sha256OfJson(values);
}
