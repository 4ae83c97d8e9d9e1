import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { mapConcurrently } from '../../common/concurrent.js';
import type { Log } from '../../common/effects.js';
import { toMicros } from '../../common/micros.js';
import { createNodeFiles } from '../../common/node-files.js';
import { systemEffects } from '../../common/system-effects.js';
import { formatInstant, parseInstant } from '../../common/time.js';
import { withDuckDb } from '../../pipelines/io/duckdb.js';
import { type DayFlow, FlowSums } from '../../pipelines/polybench/flow.js';
import { HarvestTallies } from '../../pipelines/polybench/harvest.js';
import { MARKETS_PER_JOB } from '../../pipelines/polybench/harvesting.js';
import { polybenchParameters } from '../../pipelines/polybench/parameters.js';
import { harvestTape } from '../../pipelines/polybench/tape.js';
import { storedTape, TapeWriter, tapesDir } from '../../pipelines/polybench/tape-store.js';
import { TapeSource } from '../../sources/data-api.js';
import { servePartFactories } from '../../sources/synthetic/server.js';
import { createUpstream } from '../../sources/upstream.js';
import { inTemporaryDirectory } from '../pipelines/io/every-kind.js';
import { type Cost, costOf, line, median } from './cost.js';
import {
  type FlowByDay,
  loadQuotes,
  ndjsonFlow,
  parquetFlow,
  readFlow,
  writeTradesParquet,
} from './flow-sql.js';
import { type InventedMarket, inventBatch, inventMarkets } from './invented-tapes.js';
import { tapesPart, writeNdjson } from './raw-tapes.js';

const TRADES = Number(process.env.BENCH_TRADES ?? 5_000_000);
const RAW_ROWS = TRADES / 10;
const MARKETS = { stored: 500, raw: 10 };
const ROUNDS = 5;
/** Markets under way, as in a build with the default `--jobs`. */
const UNDER_WAY = 8 * MARKETS_PER_JOB;
const KEY = 'walk';

const AS_OF = parseInstant('2026-11-30') ?? Number.NaN;
const files = createNodeFiles({ sync: false });
const effects = systemEffects();
const quiet: Log = { info: () => undefined, warn: () => undefined, progress: () => undefined };
const parameters = polybenchParameters.parse({});
const band = toMicros(parameters.liquidityBand);

type Derived = { market: InventedMarket; days: readonly DayFlow[] };

async function derived(
  markets: readonly InventedMarket[],
  derive: (market: InventedMarket) => Promise<readonly DayFlow[]>,
): Promise<Derived[]> {
  const all: Derived[] = [];
  const one = async (market: InventedMarket) => ({ market, days: await derive(market) });
  for await (const done of mapConcurrently(markets, UNDER_WAY, one)) all.push(done);
  return all;
}

function byDay(all: readonly Derived[]): FlowByDay {
  return new Map(
    all.flatMap(({ market, days }) =>
      days.map(({ day, volumeMicros, liquidityMicros }) => [
        `${market.number} ${day}`,
        [volumeMicros, liquidityMicros] as const,
      ]),
    ),
  );
}

async function storeTapes(markets: readonly InventedMarket[], dir: string): Promise<void> {
  await files.mkdir(tapesDir(dir));
  for (const market of markets) {
    const writer = new TapeWriter(files, dir, market.conditionId, KEY);
    await writer.add(inventBatch(market));
    await writer.close();
  }
}

/** What only-flow does with a market whose tape is stored. */
async function flowFromStore({ conditionId, quotes }: InventedMarket, dir: string): Promise<DayFlow[]> {
  const stored = await storedTape(files, dir, conditionId, KEY);
  if (stored === undefined) throw new RangeError(`${conditionId} is not stored`);
  const sums = new FlowSums(quotes, band);
  for await (const batch of stored.batches()) sums.add(batch);
  return sums.days();
}

/** Measures both in turn, so that what else the machine does meets both. */
async function measured(connection: DuckDBConnection, statement: string, own: () => Promise<Derived[]>) {
  const rounds: { sql: Cost; own: Cost }[] = [];
  const flow = await readFlow(connection, statement);
  expect(byDay(await own())).toEqual(flow);
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ sql: await costOf(() => connection.run(statement)), own: await costOf(own) });
  return {
    sql: median(rounds.map((round) => round.sql)),
    own: median(rounds.map((round) => round.own)),
    points: flow.size,
  };
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${[`${''.padEnd(44)}   wall  ratio    cpu  ratio  aim`, ...lines].join('\n')}\n`);
}

it('flow from the normalized store against one DuckDB statement over Parquet', async () => {
  await inTemporaryDirectory(async (dir) => {
    const markets = inventMarkets(MARKETS.stored, TRADES);
    await storeTapes(markets, dir);
    await withDuckDb(async (connection) => {
      await loadQuotes(connection, markets);
      const parquet = join(dir, 'trades.parquet');
      await writeTradesParquet(connection, markets, parquet);
      const own = () => derived(markets, (market) => flowFromStore(market, dir));
      const costs = await measured(connection, parquetFlow(parquet), own);
      print([
        line('DuckDB: one statement over Parquet', costs.sql, costs.sql),
        line('own: from the stored tapes', costs.own, costs.sql, '<= 1.5, floor 3'),
        `${TRADES.toLocaleString('en')} trades of ${MARKETS.stored} markets, ${costs.points} points; all sums are equal`,
      ]);
    });
  });
});

/** Walks the tapes once, and gives what reads them from the raw store from then on. */
async function harvestRaw(markets: readonly InventedMarket[], dir: string) {
  const part = tapesPart(markets);
  const served = await servePartFactories([{ sources: ['data'], create: () => [part] }], {
    seed: 1,
    size: 'small',
  });
  const shared = { snapshotsDir: join(dir, 'snapshots'), files, effects, log: quiet, asOf: AS_OF, jobs: 8 };
  const live = createUpstream({
    ...shared,
    mode: 'live',
    baseUrls: served.urls,
    rates: { data: { requests: 100_000, seconds: 1 } },
    userAgent: 'bench/1',
  });
  try {
    const tapes = new TapeSource(live, formatInstant(AS_OF));
    const walks = mapConcurrently(markets, 8, ({ conditionId }) => tapes.walk(conditionId, KEY));
    for await (const { walk } of walks) expect(walk.status).toBe('complete');
  } finally {
    await served.close();
  }
  return createUpstream({ ...shared, mode: 'replay', userAgent: 'bench/1' });
}

/** From compressed pages to the days, and to the normalized store, which is empty at first. */
async function flowFromRaw(
  markets: readonly InventedMarket[],
  upstream: Awaited<ReturnType<typeof harvestRaw>>,
  dir: string,
): Promise<Derived[]> {
  await files.remove(tapesDir(dir));
  await files.mkdir(tapesDir(dir));
  const tapes = new TapeSource(upstream, formatInstant(AS_OF));
  const context = { upstream, parameters, files, normalizedDir: dir, tag: KEY, tapes };
  const tallies = new HarvestTallies();
  return derived(markets, async (market) => {
    const { days, flaw } = await harvestTape(market, market.quotes, context, tallies);
    expect(flaw).toBeUndefined();
    return days;
  });
}

it('flow from raw pages against one DuckDB statement over compressed NDJSON', async () => {
  await inTemporaryDirectory(async (dir) => {
    const markets = inventMarkets(MARKETS.raw, RAW_ROWS);
    const upstream = await harvestRaw(markets, dir);
    const paths = markets.map(({ number }) => join(dir, `${number}.ndjson.gz`));
    for (const [index, market] of markets.entries()) await writeNdjson(market, String(paths[index]));
    await withDuckDb(async (connection) => {
      await loadQuotes(connection, markets);
      const own = () => flowFromRaw(markets, upstream, dir);
      const costs = await measured(connection, ndjsonFlow(paths), own);
      print([
        line('DuckDB: one statement over gzip NDJSON', costs.sql, costs.sql),
        line('own: from gzip pages, and store the tapes', costs.own, costs.sql, '<= 3, floor 5'),
        `${RAW_ROWS.toLocaleString('en')} rows of ${MARKETS.raw} markets, ${costs.points} points; all sums are equal`,
      ]);
    });
  });
});
