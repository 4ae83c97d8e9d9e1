import { mapConcurrently } from '../../common/concurrent.js';
import { UsageError } from '../../common/errors.js';
import { fromMicros, toMicros } from '../../common/micros.js';
import { compareIds } from '../../common/order.js';
import { type DayRow, daysTable, type HistoryRow, type MarketRow, SPLITS } from '../../schemas/polybench.js';
import type { Row } from '../../schemas/table.js';
import { TapeSource } from '../../sources/data-api.js';
import type { BuildContext, Derivation, Dropped, PublishedVersion } from '../dataset.js';
import { readNormalized, writeNormalized } from '../io/normalized.js';
import { dayOf } from './candidate.js';
import { clockOf, recordTag } from './finality.js';
import { type DayFlow, sumMicros } from './flow.js';
import { HarvestTallies } from './harvest.js';
import { byMarketDay, MARKETS_AHEAD, MARKETS_PER_JOB } from './harvesting.js';
import { capacityMicros, tradeableLiquidity } from './market-rules.js';
import type { PolybenchParameters } from './parameters.js';
import {
  auditOf,
  countOf,
  droppedOf,
  evidenceOf,
  flowGate,
  funnelOf,
  INCOMPLETE,
  keptOf,
  sourceUse,
} from './published-ledgers.js';
import type { Quote } from './quotes.js';
import { dayRow, historyRow, marketFiles } from './rows.js';
import { harvestTape } from './tape.js';
import { tapesDir } from './tape-store.js';

type Context = BuildContext<PolybenchParameters>;

/** A published market with its quotes. */
interface Published {
  row: MarketRow;
  quotes: Quote[];
}

/**
 * Derives volume and liquidity of the latest version's markets again, from the stored tapes, or from the host where a
 * tape is not stored, by the published condition ids, tokens and quotes alone. Everything else stays as published; a
 * market whose tape is not complete is dropped by name. UsageError where nothing is published yet.
 */
export async function rederiveFlow(context: Context): Promise<Derivation> {
  const { previous } = context;
  if (previous === undefined)
    throw new UsageError('there is no published version of polybench', 'Build it once without --only-flow.');
  await context.files.mkdir(tapesDir(context.normalizedDir));
  const run = new FlowRun(context, previous);
  await writeNormalized(context.files, flowDir(context), daysTable, run.days(), byMarketDay);
  const { markets, dropped } = run.finish();
  const days = () => readNormalized(context.files, flowDir(context), daysTable, byMarketDay);
  const history = () => historyOf(days() as AsyncIterable<DayRow>, markets);
  return {
    splits: SPLITS,
    candidates: countOf(previous, 'candidates'),
    funnel: funnelOf(previous, dropped.length),
    kept: keptOf(markets),
    rows: (table) => (table === 'markets' ? streamed(markets.values()) : history()),
    dropped: () => droppedOf(context.files, previous, dropped),
    audit: () => auditOf(context.files, previous),
    evidence: () => evidenceOf(context.files, previous),
    gates: previous.manifest.gates.flatMap(flowGate),
    sources: previous.manifest.sources.map(sourceUse),
    extraFiles: () => marketFiles(streamed(markets.values()), history()),
  };
}

function flowDir(context: Context): string {
  return `${context.normalizedDir}/flow`;
}

/** One pass over the published markets. */
class FlowRun {
  readonly #markets = new Map<string, MarketRow>();
  readonly #dropped: Dropped[] = [];
  readonly #tallies = new HarvestTallies();
  readonly #tapes: TapeSource;
  readonly #clock: number;

  constructor(
    private readonly context: Context,
    private readonly previous: PublishedVersion,
  ) {
    this.#clock = clockOf({ asOf: previous.manifest.as_of });
    this.#tapes = new TapeSource(context.upstream, previous.manifest.as_of);
  }

  /** Derives, and yields the days of the markets whose tape is whole. */
  async *days(): AsyncGenerator<Row> {
    const published = publishedMarkets(this.previous);
    const limit = this.context.jobs * MARKETS_PER_JOB;
    const rederive = (market: Published) => this.#rederive(market);
    for await (const market of mapConcurrently(published, limit, rederive, MARKETS_AHEAD)) {
      const id = market.row.market_id;
      this.context.log.progress('polybench flow', this.#markets.size + this.#dropped.length);
      if (market.flaw === undefined) {
        this.#markets.set(id, market.row);
        for (const day of market.days) yield dayRow(id, day);
      } else this.#dropped.push({ id, rule: INCOMPLETE, detail: market.flaw });
    }
  }

  async #rederive({ row, quotes }: Published): Promise<{ row: MarketRow; days: DayFlow[]; flaw?: string }> {
    const { parameters } = this.context;
    const owner = { conditionId: row.condition_id, yesToken: row.yes_token_id, noToken: row.no_token_id };
    const tag = recordTag(row.trading_ends_at, this.#clock);
    const context = { ...this.context, tag, tapes: this.#tapes };
    const { flaw, days } = await harvestTape(owner, quotes, context, this.#tallies);
    return { row: withFlow(row, days, parameters), days, ...(flaw === undefined ? {} : { flaw }) };
  }

  /** SchemaDriftError where the host drifted. Markets and drops are in the order of ids. */
  finish(): { markets: ReadonlyMap<string, MarketRow>; dropped: readonly Dropped[] } {
    this.#tallies.settle();
    const markets = [...this.#markets].sort(([a], [b]) => compareIds(a, b));
    return { markets: new Map(markets), dropped: this.#dropped };
  }
}

function withFlow(row: MarketRow, days: readonly DayFlow[], parameters: PolybenchParameters): MarketRow {
  const liquidity = tradeableLiquidity(days, dayOf(row.resolution_date));
  return {
    ...row,
    volume_usd: fromMicros(sumMicros(days, 'volumeMicros')),
    capacity_usd: fromMicros(capacityMicros(liquidity, parameters)),
  };
}

/** Markets with their quotes; both tables of a version hold the markets in the same order. */
async function* publishedMarkets(previous: PublishedVersion): AsyncGenerator<Published> {
  const points = (previous.rows('history') as AsyncIterable<HistoryRow>)[Symbol.asyncIterator]();
  let next = await points.next();
  for await (const row of previous.rows('markets') as AsyncIterable<MarketRow>) {
    const quotes: Quote[] = [];
    for (; next.done !== true && next.value.market_id === row.market_id; next = await points.next())
      quotes.push(quoteOf(next.value));
    yield { row, quotes };
  }
}

function quoteOf(point: HistoryRow): Quote {
  return { day: dayOf(point.date), priceMicros: toMicros(point.price), source: point.price_source };
}

async function* historyOf(
  days: AsyncIterable<DayRow>,
  markets: ReadonlyMap<string, MarketRow>,
): AsyncGenerator<HistoryRow> {
  for await (const day of days) {
    const market = markets.get(day.market_id);
    if (market !== undefined) yield historyRow(day, market.split);
  }
}

async function* streamed<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
