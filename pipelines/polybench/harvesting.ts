import { mapConcurrently } from '../../common/concurrent.js';
import { startSha256 } from '../../common/hash.js';
import { daysTable } from '../../schemas/polybench.js';
import type { Row } from '../../schemas/table.js';
import { TapeSource } from '../../sources/data-api.js';
import type { BuildContext } from '../dataset.js';
import { readNormalized, writeNormalized } from '../io/normalized.js';
import { judge } from '../stages/rules.js';
import { type Candidate, candidateOf } from './candidate.js';
import { HarvestCost } from './cost.js';
import { CrossChecks } from './cross-checks.js';
import { clockOf, isFinal, recordTag } from './finality.js';
import { daysOf, type HarvestedMarket, HarvestTallies, harvestMarket } from './harvest.js';
import { listRules } from './list-rules.js';
import { byMarketId, type Listing } from './listing.js';
import type { PolybenchParameters } from './parameters.js';
import { dayRow } from './rows.js';
import type { TapeContext } from './tape.js';
import { tapesDir } from './tape-store.js';
import { type Survivor, survivorOf } from './verdicts.js';

type Context = BuildContext<PolybenchParameters>;

/** Markets under way per concurrent request: each asks two hosts in turn, and the client limits each host. */
export const MARKETS_PER_JOB = 2;
/**
 * Markets that wait at most, as results keep their order, for one before them: a tape of hundreds of pages is read page
 * after page, and must not keep the others from using the rate.
 */
export const MARKETS_AHEAD = 256;

/** What a harvest leaves in memory; the days are on disk. */
export interface Harvest {
  /** By market id: every market that the rules over list fields kept. */
  survivors: ReadonlyMap<string, Survivor>;
  /** Hashes over the bodies that were read, in market order. */
  snapshots: { clob: string; data: string };
  cost: HarvestCost;
}

/**
 * Fetches prices and tapes of the markets that the listing does not rule out, several at a time, and keeps their days.
 * What comes out does not depend on the number of jobs. SchemaDriftError where a host drifted.
 */
export async function harvestMarkets(context: Context, listing: Listing): Promise<Harvest> {
  await context.files.mkdir(tapesDir(context.normalizedDir));
  const run = new HarvestRun(context, listing);
  await writeNormalized(context.files, daysDir(context), daysTable, run.days(), byMarketDay);
  return run.finish();
}

/** The days of all markets that the last harvest summed up, by market and day. */
export function harvestedDays(context: Context): AsyncIterable<Row> {
  return readNormalized(context.files, daysDir(context), daysTable, byMarketDay);
}

function daysDir(context: Context): string {
  return `${context.normalizedDir}/days`;
}

/** Order of days: by market, then by day. */
export function byMarketDay(a: Row, b: Row): number {
  return byMarketId(a, b) || Number(a.day) - Number(b.day);
}

/** One pass over the candidates. */
class HarvestRun {
  readonly #survivors = new Map<string, Survivor>();
  readonly #tallies = new HarvestTallies();
  readonly #clob = startSha256();
  readonly #data = startSha256();
  readonly #cost = new HarvestCost();
  readonly #checks = new CrossChecks();
  readonly #tapes: TapeSource;
  readonly #clock: number;

  constructor(
    private readonly context: Context,
    private readonly listing: Listing,
  ) {
    this.#clock = clockOf(listing.walk);
    this.#tapes = new TapeSource(context.upstream, listing.walk.asOf);
  }

  /** Harvests, and yields the days of the markets whose tape is whole. */
  async *days(): AsyncGenerator<Row> {
    const limit = this.context.jobs * MARKETS_PER_JOB;
    const harvest = (candidate: Candidate) => this.#harvest(candidate);
    const markets = mapConcurrently(this.#candidates(), limit, harvest, MARKETS_AHEAD);
    for await (const market of markets) {
      const id = market.candidate.row.market_id;
      this.#note(id, market);
      if (market.drop === undefined) for (const day of daysOf(market)) yield dayRow(id, day);
    }
  }

  async *#candidates(): AsyncGenerator<Candidate> {
    for await (const entry of this.listing.entries())
      if ('row' in entry && judge(listRules, entry.row, this.context) === undefined)
        yield candidateOf(entry.row);
  }

  #harvest(candidate: Candidate): Promise<HarvestedMarket> {
    return harvestMarket(candidate, this.#tapeContext(candidate), this.#tallies);
  }

  #tapeContext(candidate: Candidate): TapeContext {
    const { upstream, parameters, files, normalizedDir } = this.context;
    const tag = recordTag(candidate.closedAt, this.#clock);
    return { upstream, parameters, files, normalizedDir, tag, tapes: this.#tapes };
  }

  #note(id: string, market: HarvestedMarket): void {
    this.#tallies.check();
    this.#survivors.set(id, survivorOf(market, this.context.parameters));
    for (const { sha256 } of market.prices.answers) this.#clob.update(`${sha256}\n`);
    for (const { sha256 } of market.tape?.walk?.pages ?? []) this.#data.update(`${sha256}\n`);
    this.#cost.add(market, isFinal(market.candidate.closedAt, this.#clock));
    this.#checks.add(market);
    this.context.log.progress('polybench markets', this.#survivors.size);
  }

  finish(): Harvest {
    this.#tallies.settle();
    this.context.log.info('polybench.cross_checks', { ...this.#checks.figures() });
    return {
      survivors: this.#survivors,
      snapshots: { clob: this.#clob.digest(), data: this.#data.digest() },
      cost: this.#cost,
    };
  }
}
