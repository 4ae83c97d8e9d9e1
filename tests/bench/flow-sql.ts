import type { DuckDBConnection } from '@duckdb/node-api';
import { parquetSource, pathLiteral } from '../../pipelines/io/duckdb.js';
import { type InventedMarket, inventBatch } from './invented-tapes.js';

/** Volume and liquidity in millionths by `market day`. */
export type FlowByDay = ReadonlyMap<string, readonly [volume: number, liquidity: number]>;

const BAND_MICROS = 50_000;

/** Tables `markets` and `quotes`, which both statements join. */
export async function loadQuotes(
  connection: DuckDBConnection,
  markets: readonly InventedMarket[],
): Promise<void> {
  await connection.run('CREATE TABLE markets (market INTEGER, condition_id VARCHAR, yes_token VARCHAR)');
  await connection.run('CREATE TABLE quotes (market INTEGER, day INTEGER, price_micros INTEGER)');
  const named = await connection.createAppender('markets');
  const quoted = await connection.createAppender('quotes');
  for (const { number, conditionId, yesToken, quotes } of markets) {
    named.appendInteger(number);
    named.appendVarchar(conditionId);
    named.appendVarchar(yesToken);
    named.endRow();
    for (const { day, priceMicros } of quotes) {
      for (const value of [number, day, priceMicros]) quoted.appendInteger(value);
      quoted.endRow();
    }
  }
  named.closeSync();
  quoted.closeSync();
}

/** Writes the markets' trades to one Parquet file with DuckDB, in the columns of the normalized store. */
export async function writeTradesParquet(
  connection: DuckDBConnection,
  markets: readonly InventedMarket[],
  path: string,
): Promise<void> {
  await connection.run(
    'CREATE TABLE trades (market INTEGER, seconds INTEGER, yes_micros INTEGER, cash_micros BIGINT)',
  );
  const appender = await connection.createAppender('trades');
  for (const market of markets) {
    const { seconds, yesMicros, cashMicros } = inventBatch(market);
    for (const [index, cash] of cashMicros.entries()) {
      appender.appendInteger(market.number);
      appender.appendInteger(Number(seconds[index]));
      appender.appendInteger(Number(yesMicros[index]));
      appender.appendBigInt(cash);
      appender.endRow();
    }
  }
  appender.closeSync();
  await connection.run(`COPY trades TO ${pathLiteral(path)} (FORMAT parquet, COMPRESSION zstd)`);
  await connection.run('DROP TABLE trades');
}

/** One statement for the flow of trades that are a relation with market, seconds, yes_micros and cash_micros. */
function flowOf(trades: string): string {
  return `
    SELECT q.market, q.day,
      coalesce(sum(t.cash_micros), 0)::BIGINT AS volume,
      coalesce(sum(t.cash_micros) FILTER (abs(t.yes_micros - q.price_micros) <= ${BAND_MICROS}), 0)::BIGINT AS liquidity
    FROM quotes q LEFT JOIN ${trades} t ON t.market = q.market AND t.seconds // 86400 + 1 = q.day
    GROUP BY q.market, q.day`;
}

/** The flow of trades in Parquet. */
export function parquetFlow(path: string): string {
  return flowOf(parquetSource([path]));
}

/** The flow of raw rows in compressed NDJSON files, by the rule book's formulas. */
export function ndjsonFlow(paths: readonly string[]): string {
  const fields = `{token_id: 'VARCHAR', condition_id: 'VARCHAR', size: 'DOUBLE', price: 'DOUBLE', timestamp: 'BIGINT'}`;
  const files = paths.map(pathLiteral).join(', ');
  return flowOf(`(
    SELECT m.market, r.timestamp AS seconds,
      round(CASE WHEN r.token_id = m.yes_token THEN r.price ELSE 1 - r.price END * 1000000)::BIGINT AS yes_micros,
      round(r.size * r.price * 1000000)::BIGINT AS cash_micros
    FROM read_json([${files}], format = 'newline_delimited', compression = 'gzip', columns = ${fields}) r
    JOIN markets m ON m.condition_id = r.condition_id)`);
}

/** Runs a statement of this file, and reads its rows. */
export async function readFlow(connection: DuckDBConnection, statement: string): Promise<FlowByDay> {
  const rows = await (await connection.run(statement)).getRows();
  return new Map(
    rows.map(([market, day, volume, liquidity]) => [`${market} ${day}`, [Number(volume), Number(liquidity)]]),
  );
}
