import { z } from 'zod';
import type { Files } from '../../common/files.js';
import { compareIds } from '../../common/order.js';
import type { Manifest } from '../../schemas/manifest.js';
import { type MarketRow, SPLITS } from '../../schemas/polybench.js';
import { SOURCE_NAMES } from '../../sources/types.js';
import type {
  AuditFinding,
  Derivation,
  Dropped,
  GateResult,
  PublishedVersion,
  SourceUse,
} from '../dataset.js';
import { readJsonLines } from '../io/json-lines.js';
import { readEvidence } from '../stages/evidence.js';
import { QUALITY_GATES } from './gates.js';
import { polybenchRules } from './rules.js';

/** The rule under which a published market leaves whose tape can no longer be read. */
export const INCOMPLETE = 'incomplete_tape';

/** A count of the published funnel. RangeError where it has no such rule. */
export function countOf(previous: PublishedVersion, rule: string): number {
  const entry = previous.manifest.funnel.find((one) => one.rule === rule);
  if (entry === undefined) throw new RangeError(`the funnel of ${previous.version} has no ${rule}`);
  return entry.count;
}

/** The published funnel with further drops for incomplete tapes. */
export function funnelOf(previous: PublishedVersion, dropped: number): { rule: string; count: number }[] {
  return polybenchRules.map(({ name }) => ({
    rule: name,
    count: countOf(previous, name) + (name === INCOMPLETE ? dropped : 0),
  }));
}

/** Markets and events per split. */
export function keptOf(markets: ReadonlyMap<string, MarketRow>): Derivation['kept'] {
  return Object.fromEntries(
    SPLITS.map((split) => {
      const own = [...markets.values()].filter((market) => market.split === split);
      return [split, { rows: own.length, groups: new Set(own.map((market) => market.event_id)).size }];
    }),
  );
}

const droppedLine = z.strictObject({ id: z.string(), rule: z.string(), detail: z.string() });
const auditLine = z.strictObject({ id: z.string(), check: z.string(), detail: z.string() });

/** The published ledger with the new drops, in the order of ids. */
export async function* droppedOf(
  files: Files,
  previous: PublishedVersion,
  added: readonly Dropped[],
): AsyncGenerator<Dropped> {
  const left = [...added].sort((a, b) => compareIds(a.id, b.id));
  for await (const line of readJsonLines(files, `${previous.dir}/dropped.jsonl`, droppedLine)) {
    while (left[0] !== undefined && compareIds(left[0].id, line.id) < 0) yield* left.splice(0, 1);
    yield line;
  }
  yield* left;
}

/** The published findings. */
export function auditOf(files: Files, previous: PublishedVersion): AsyncIterable<AuditFinding> {
  return readJsonLines(files, `${previous.dir}/audit.jsonl`, auditLine);
}

/** The published evidence: records are not looked at again. */
export async function* evidenceOf(
  files: Files,
  previous: PublishedVersion,
): AsyncGenerator<{ id: string; sha256: string }> {
  for (const [id, sha256] of await readEvidence(files, previous.dir)) yield { id, sha256 };
}

/** The published figure of an own gate; nothing for the common ones, which are computed anew. */
export function flowGate({ name, value, limit, passed }: Manifest['gates'][number]): GateResult[] {
  return QUALITY_GATES.some((own) => own === name) ? [{ name, value, limit, passed }] : [];
}

/** What the published version was made from. RangeError for a source that is not known. */
export function sourceUse({ name, complete, snapshot_sha256 }: Manifest['sources'][number]): SourceUse {
  const source = SOURCE_NAMES.find((own) => own === name);
  if (source === undefined) throw new RangeError(`${name} is no source`);
  return { name: source, complete, snapshotSha256: snapshot_sha256 };
}
