import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../common/node-files.js';
import { HashedSink } from '../../pipelines/io/hashed-sink.js';
import { ParquetFileWriter, ROW_GROUP } from '../../pipelines/io/parquet-writer.js';
import { readBack } from '../../pipelines/io/readback.js';
import { createTableWriter } from '../../pipelines/io/table-writer.js';
import type { Row } from '../../schemas/table.js';
import { inTemporaryDirectory } from '../pipelines/io/every-kind.js';
import { costOf, line, median, sum } from './cost.js';
import { copyWithDuckDb } from './duckdb-baseline.js';
import { wideRows, wideTable } from './wide-rows.js';

const ROWS = 60_000;
const ROUNDS = 3;

async function writeParquet(rows: readonly Row[], path: string): Promise<void> {
  const sink = await HashedSink.create(nodeFiles, path);
  const writer = new ParquetFileWriter(wideTable, (bytes) => sink.write(bytes), ROW_GROUP);
  for (const row of rows) await writer.append(row, 1);
  await writer.close();
  await sink.close();
}

async function writeTable(rows: readonly Row[], dir: string): Promise<void> {
  const writer = createTableWriter(nodeFiles, dir, wideTable, 'train');
  for (const row of rows) await writer.append(row);
  await writer.close();
}

it(`publishing ${ROWS} wide rows against DuckDB`, async () => {
  const rows: Row[] = [...wideRows(ROWS)];
  await inTemporaryDirectory(async (dir) => {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ...(await copyWithDuckDb(wideTable, rows, join(dir, 'duckdb.parquet'))),
        parquet: await costOf(() => writeParquet(rows, join(dir, 'own.parquet'))),
        published: await costOf(() => writeTable(rows, dir)),
        readBack: await costOf(() => readBack(dir, wideTable, 'train')),
      });
    const copy = median(rounds.map((round) => round.copy));
    const appended = median(rounds.map((round) => sum(round.append, round.copy)));
    const parquet = median(rounds.map((round) => round.parquet));
    const bytes = (name: string) => stat(join(dir, name)).then(({ size }) => size);
    const ratio = (await bytes('own.parquet')) / (await bytes('duckdb.parquet'));
    const report = [
      `${''.padEnd(44)}   wall  ratio    cpu  ratio  aim`,
      line('DuckDB: COPY (zstd) of a table it has', copy, copy),
      line('DuckDB: rows appended from JS, then COPY', appended, copy),
      line('own: Parquet, against COPY', parquet, copy, '< 4'),
      line('own: Parquet, against append and COPY', parquet, appended, '< 4'),
      line('own: Parquet, JSONL, hashes, against COPY', median(rounds.map((round) => round.published)), copy),
      line('own: both read back, against COPY', median(rounds.map((round) => round.readBack)), copy),
      `bytes of Parquet, own to DuckDB: ${ratio.toFixed(3)} (aim < 1.1)`,
    ];
    process.stdout.write(`${report.join('\n')}\n`);
    expect(ratio).toBeGreaterThan(0);
  });
});
