import { formatMicros } from '../../common/micros.js';
import { dayOfNumber } from '../../common/time.js';
import { type DayRow, type HistoryRow, type MarketRow, SPLITS, type Split } from '../../schemas/polybench.js';
import { walkHash } from '../../sources/upstream.js';
import type { AuditFinding, BuildContext, Derivation, Dropped } from '../dataset.js';
import { judge } from '../stages/rules.js';
import { candidateOf } from './candidate.js';
import { qualityGates } from './gates.js';
import { type Harvest, harvestedDays, harvestMarkets } from './harvesting.js';
import { listRules } from './list-rules.js';
import { type Listing, malformedEvidence, readListing } from './listing.js';
import type { PolybenchParameters } from './parameters.js';
import { rememberCost } from './plan.js';
import { publishedEvents } from './published.js';
import { historyRow, marketFiles, marketRow } from './rows.js';
import { MALFORMED, polybenchRules } from './rules.js';
import { type Verdict, verdictsOf } from './verdicts.js';

type Context = BuildContext<PolybenchParameters>;

/**
 * Builds the dataset: listing, rules over its fields, prices, rules over quotes, tapes, rules over flow and events, in
 * this order, so that nothing dear is fetched for a market that a cheap rule drops. Gamma's volumeNum is not used to
 * skip tapes: its unit is undocumented, so such a filter could change the result.
 */
export async function derivePolybench(context: Context): Promise<Derivation> {
  const listing = await readListing(context);
  const harvest = await harvestMarkets(context, listing);
  const published = await publishedEvents(context.previous);
  const verdicts = verdictsOf(harvest.survivors, published, context.parameters);
  const result = new PolybenchResult(context, listing, harvest, verdicts);
  const counted = await result.count();
  await rememberCost(context, listing, harvest.cost);
  return {
    splits: SPLITS,
    ...counted,
    rows: (table) => (table === 'markets' ? result.markets() : result.history()),
    dropped: () => result.dropped(),
    audit: () => result.audit(),
    evidence: () => result.evidence(),
    gates: qualityGates(verdicts.values()),
    sources: [
      { name: 'gamma', complete: true, snapshotSha256: walkHash(listing.walk) },
      { name: 'clob', complete: true, snapshotSha256: harvest.snapshots.clob },
      { name: 'data', complete: true, snapshotSha256: harvest.snapshots.data },
    ],
    extraFiles: () => marketFiles(result.markets(), result.history()),
  };
}

type Counted = Pick<Derivation, 'candidates' | 'funnel' | 'kept'>;

/** The result as streams over what is on disk; only verdicts are in memory. */
class PolybenchResult {
  constructor(
    private readonly context: Context,
    private readonly listing: Listing,
    private readonly harvest: Harvest,
    private readonly verdicts: ReadonlyMap<string, Verdict>,
  ) {}

  async count(): Promise<Counted> {
    let candidates = 0;
    const dropped = new Map(polybenchRules.map(({ name }) => [name, 0]));
    const kept = new Map<string, { rows: number; events: Set<string> }>();
    for await (const { drop, row } of this.#judged()) {
      candidates += 1;
      if (drop !== undefined) dropped.set(drop.rule, Number(dropped.get(drop.rule)) + 1);
      if (row === undefined) continue;
      const split = kept.get(row.split) ?? { rows: 0, events: new Set() };
      split.rows += 1;
      split.events.add(row.event_id);
      kept.set(row.split, split);
    }
    return {
      candidates,
      funnel: [...dropped].map(([rule, count]) => ({ rule, count })),
      kept: Object.fromEntries(
        [...kept].map(([name, { rows, events }]) => [name, { rows, groups: events.size }]),
      ),
    };
  }

  /** Every candidate in id order: dropped, or with its published row. */
  async *#judged(): AsyncGenerator<{ drop?: Dropped; row?: MarketRow; evidence: string }> {
    for await (const entry of this.listing.entries()) {
      if ('malformed' in entry) {
        const { id, detail } = entry.malformed;
        yield { drop: { id, rule: MALFORMED, detail }, evidence: malformedEvidence(entry.malformed) };
        continue;
      }
      const { row } = entry;
      const id = row.market_id;
      const verdict = this.verdicts.get(id);
      const evidence = this.harvest.survivors.get(id)?.evidence ?? row.record_sha256;
      const drop = verdict ?? judge(listRules, row, this.context);
      if (drop === undefined) throw new TypeError(`market ${id} has no verdict`);
      if ('rule' in drop) yield { drop: { id, ...drop }, evidence };
      else yield { row: marketRow(candidateOf(row), drop.figures, drop.split), evidence };
    }
  }

  async *markets(): AsyncGenerator<MarketRow> {
    for await (const { row } of this.#judged()) if (row !== undefined) yield row;
  }

  async *dropped(): AsyncGenerator<Dropped> {
    for await (const { drop } of this.#judged()) if (drop !== undefined) yield drop;
  }

  async *evidence(): AsyncGenerator<{ id: string; sha256: string }> {
    for await (const { drop, row, evidence } of this.#judged()) {
      const id = drop?.id ?? row?.market_id;
      if (id !== undefined) yield { id, sha256: evidence };
    }
  }

  /** Days of kept markets with their split. */
  async *#days(): AsyncGenerator<{ day: DayRow; split: Split }> {
    for await (const day of harvestedDays(this.context) as AsyncIterable<DayRow>) {
      const verdict = this.verdicts.get(day.market_id);
      if (verdict !== undefined && 'split' in verdict) yield { day, split: verdict.split };
    }
  }

  async *history(): AsyncGenerator<HistoryRow> {
    for await (const { day, split } of this.#days()) yield historyRow(day, split);
  }

  /** A quote of exactly 0 or 1 says how the market ends. */
  async *audit(): AsyncGenerator<AuditFinding> {
    for await (const { day } of this.#days())
      if (day.price_micros <= 0 || day.price_micros >= 1_000_000)
        yield {
          id: day.market_id,
          check: 'quote_at_bound',
          detail: `quote ${formatMicros(day.price_micros)} on ${dayOfNumber(day.day)}`,
        };
  }
}
