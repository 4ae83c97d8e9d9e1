import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../common/node-files.js';
import { parquetSource, pathLiteral, withDuckDb } from '../../pipelines/io/duckdb.js';
import { readNormalized, writeNormalized } from '../../pipelines/io/normalized.js';
import { readTable } from '../../pipelines/io/read-table.js';
import { readBack } from '../../pipelines/io/readback.js';
import { createTableWriter } from '../../pipelines/io/table-writer.js';
import { LeakAudit } from '../../pipelines/openforesight/audit.js';
import { checkOpenforesight } from '../../pipelines/openforesight/check.js';
import { assess, deriveOpenforesight } from '../../pipelines/openforesight/derive.js';
import { type Contender, findDuplicates, recordKey } from '../../pipelines/openforesight/duplicates.js';
import { openforesightDataset } from '../../pipelines/openforesight/index.js';
import { RecordReading } from '../../pipelines/openforesight/reading.js';
import { byQidNumberFirst, recordsTable, type StoredRecord } from '../../pipelines/openforesight/records.js';
import { openforesightReport } from '../../pipelines/openforesight/report.js';
import { questionRow, required } from '../../pipelines/openforesight/row.js';
import { recordRules } from '../../pipelines/openforesight/rules.js';
import { resolveParameters } from '../../pipelines/parameters.js';
import { publish } from '../../pipelines/stages/publish.js';
import { judge } from '../../pipelines/stages/rules.js';
import { questionsTable } from '../../schemas/openforesight.js';
import type { Row } from '../../schemas/table.js';
import { RECORD_FIELDS } from '../../schemas/wire/openforesight.js';
import { inTemporaryDirectory } from '../pipelines/io/every-kind.js';
import { all, serveHub, type TestContext, testContext } from '../pipelines/openforesight/context.js';
import { provenanceAt } from '../pipelines/stages/invented-dataset.js';
import { costOf, line, median } from './cost.js';

const ROUNDS = 3;
const SPLITS = ['train', 'validation', 'test'];
const stored = recordsTable(false);
const table = questionsTable(false);

/** What a first build downloads, and a context that finds it in the raw store from then on. */
async function downloaded(dir: string) {
  const hub = await serveHub({ size: 'large' });
  try {
    const { splits } = await assess(await testContext(hub.urls.hf, {}, { dir }));
    const context = await testContext(hub.urls.hf, {}, { dir, mode: 'replay' });
    const files = splits.flatMap((split) => split.files);
    const paths = await Promise.all(files.map(({ sha256 }) => context.upstream.bodyPath(sha256)));
    return { splits, paths, context };
  } finally {
    await hub.close();
  }
}

/** The baseline: the same columns of the same files, read and written by DuckDB alone. */
function copyWithDuckDb(paths: readonly string[], target: string): Promise<unknown> {
  const columns = RECORD_FIELDS.join(', ');
  const copied = `COPY (SELECT ${columns} FROM ${parquetSource(paths)}) TO ${pathLiteral(target)}`;
  return withDuckDb((connection) => connection.run(`${copied} (FORMAT parquet, COMPRESSION zstd)`));
}

async function republish(context: TestContext, outDir: string): Promise<void> {
  const outcome = await publish({
    dataset: openforesightDataset,
    parameters: resolveParameters(openforesightDataset, new Map()),
    derivation: await deriveOpenforesight(context),
    previous: undefined,
    provenance: provenanceAt(context.asOf),
    files: nodeFiles,
    outDir,
    acceptedReason: undefined,
    log: context.log,
    beforePublishing: () => Promise.resolve(),
  });
  expect(outcome.kind).toBe('published');
}

function applyRules(records: readonly StoredRecord[]): StoredRecord[] {
  return records.filter((record) => judge(recordRules, record, {}) === undefined);
}

function withoutDuplicates(records: readonly StoredRecord[]): StoredRecord[] {
  const contenders = records.map((record, index): Contender => {
    const { split, row } = record;
    return { index, qid: required(record, 'qid'), split, row, key: recordKey(record) };
  });
  const gone = new Set(findDuplicates(contenders).map(({ contender }) => contender.index));
  return records.filter((_, index) => !gone.has(index));
}

function audit(rows: readonly Row[]): void {
  const leaks = new LeakAudit();
  for (const [index, row] of rows.entries()) leaks.add(index, row as Parameters<LeakAudit['add']>[1]);
  leaks.finish(() => false);
}

async function write(rows: readonly Row[], dir: string): Promise<void> {
  const writers = new Map(
    SPLITS.map((split) => [split, createTableWriter(nodeFiles, dir, table, split)] as const),
  );
  for (const row of rows) await writers.get(String(row.split))?.append(row);
  for (const writer of writers.values()) await writer.close();
}

/** Each part alone, over what the part before it leaves. */
async function measureParts({ splits, context }: Awaited<ReturnType<typeof downloaded>>, dir: string) {
  const store = join(dir, 'store');
  const version = join(dir, 'version');
  let records: StoredRecord[] = [];
  let kept: StoredRecord[] = [];
  const read = await costOf(async () => {
    records = await all(new RecordReading(context, splits).records());
  });
  const normalize = await costOf(async () => {
    const given = (async function* () {
      yield* records;
    })();
    await writeNormalized(nodeFiles, store, stored, given, byQidNumberFirst);
  });
  const reread = await costOf(async () => {
    for await (const _ of readNormalized(nodeFiles, store, stored, byQidNumberFirst));
  });
  const rules = await costOf(async () => {
    kept = applyRules(records);
  });
  const duplicates = await costOf(async () => {
    kept = withoutDuplicates(kept);
  });
  const rows = kept.map((record) => questionRow(record, record.split, false));
  const leaks = await costOf(async () => audit(rows));
  const written = await costOf(() => write(rows, version));
  const back = await costOf(async () => {
    for (const split of SPLITS) await readBack(version, table, split);
  });
  const check = await costOf(() => all(checkOpenforesight(() => readTable(version, table, SPLITS))));
  const report = await costOf(() => openforesightReport(() => readTable(version, table, SPLITS)));
  return { read, normalize, reread, rules, duplicates, leaks, written, back, check, report };
}

async function measureRound(upstream: Awaited<ReturnType<typeof downloaded>>, dir: string) {
  await mkdir(dir);
  await rm(upstream.context.normalizedDir, { recursive: true, force: true });
  const costs = {
    copy: await costOf(() => copyWithDuckDb(upstream.paths, join(dir, 'duckdb.parquet'))),
    whole: await costOf(() => republish(upstream.context, join(dir, 'published'))),
    ...(await measureParts(upstream, dir)),
  };
  await rm(dir, { recursive: true });
  return costs;
}

it('reading, checking and republishing 52,692 rows against DuckDB', async () => {
  await inTemporaryDirectory(async (dir) => {
    const upstream = await downloaded(dir);
    const rounds: Awaited<ReturnType<typeof measureRound>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await measureRound(upstream, join(dir, `round-${round}`)));
    const copy = median(rounds.map((round) => round.copy));
    const part = (what: string, name: keyof (typeof rounds)[number], aim = '') =>
      line(what, median(rounds.map((round) => round[name])), copy, aim);
    const report = [
      `${''.padEnd(44)}   wall  ratio    cpu  ratio  aim`,
      part('DuckDB: read, and COPY (zstd)', 'copy'),
      part('own: from files to a version', 'whole', '< 5'),
      part('  read Parquet, check each record', 'read'),
      part('  sort and store as Arrow', 'normalize'),
      part('  read the store (twice in a build)', 'reread'),
      part('  rules', 'rules'),
      part('  duplicates', 'duplicates'),
      part('  leak audit', 'leaks'),
      part('  write Parquet and JSONL', 'written'),
      part('  read both back, by two readers', 'back'),
      part('  check the published rows again', 'check'),
      part('  count them for the report', 'report'),
    ];
    process.stdout.write(`${report.join('\n')}\n`);
  });
});
