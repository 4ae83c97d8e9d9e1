import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../../common/effects.js';
import { nodeFiles } from '../../../common/node-files.js';
import { systemEffects } from '../../../common/system-effects.js';
import { parseInstant } from '../../../common/time.js';
import type { BuildContext, Derivation } from '../../../pipelines/dataset.js';
import { gateParameters } from '../../../pipelines/parameters.js';
import { derivePolybench } from '../../../pipelines/polybench/derive.js';
import { type PolybenchParameters, polybenchParameters } from '../../../pipelines/polybench/parameters.js';
import { createUpstream } from '../../../sources/upstream.js';

const SHARED = resolve(import.meta.dirname, '../../../../shared');
const TOOL = join(SHARED, 'tools/recorded-upstream.mjs');
const DATA = join(SHARED, 'recorded');
const AS_OF = parseInstant('2026-11-30T00:00:00Z') ?? Number.NaN;
const FAST = { requests: 100_000, seconds: 1 };

const quiet: Log = { info: () => undefined, warn: () => undefined, progress: () => undefined };

interface Served {
  process: ChildProcess;
  urls: { gamma: string; clob: string; data: string };
}

function serve(): Promise<Served> {
  const process = spawn('node', [TOOL, '--data', DATA], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((done, fail) => {
    process.once('error', fail);
    process.stdout.once('data', (line: Buffer) => {
      const { urls } = JSON.parse(line.toString());
      done({ process, urls: { gamma: urls.GAMMA_URL, clob: urls.CLOB_URL, data: urls.DATA_URL } });
    });
  });
}

function contextFor(dir: string, urls: Served['urls'] | undefined): BuildContext<PolybenchParameters> {
  const effects = systemEffects();
  const upstream = createUpstream({
    mode: urls === undefined ? 'replay' : 'live',
    ...(urls === undefined ? {} : { baseUrls: urls }),
    rates: { gamma: FAST, clob: FAST, data: FAST },
    jobs: 16,
    snapshotsDir: join(dir, 'snapshots'),
    files: nodeFiles,
    effects,
    log: quiet,
    asOf: AS_OF,
    userAgent: 'forecast-datasets-test/1',
  });
  return {
    parameters: polybenchParameters.parse({}),
    asOf: AS_OF,
    upstream,
    files: nodeFiles,
    effects,
    log: quiet,
    gates: gateParameters.parse({}),
    normalizedDir: join(dir, 'normalized'),
    jobs: 16,
  };
}

interface Expected {
  market_id: string;
  expected: string;
  outcome: string;
  window_start: string;
  start_price: string;
  tradeable_days: string;
  volume_usd: string;
  capacity_usd: string;
  liquidity_usd: string;
}

function expectations(): Expected[] {
  const [header = '', ...lines] = readFileSync(join(DATA, 'polymarket/expected.tsv'), 'utf8')
    .trim()
    .split('\n');
  const names = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, index) => [name, cells[index]])) as unknown as Expected;
  });
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe.skipIf(!existsSync(TOOL))('the recorded upstream', () => {
  const dir = mkdtempSync(join(tmpdir(), 'polybench-'));
  let served: Served;
  let derivation: Derivation;

  beforeAll(async () => {
    served = await serve();
    derivation = await derivePolybench(contextFor(dir, served.urls));
  }, 600_000);

  afterAll(() => {
    served?.process.kill();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Millionths of USD near the quotes of the tradeable days, by market. */
  async function tradeableLiquidity(): Promise<Map<unknown, number>> {
    const ends = new Map<unknown, string>();
    for await (const row of derivation.rows('markets')) ends.set(row.market_id, String(row.resolution_date));
    const sums = new Map<unknown, number>();
    for await (const { market_id: id, date, liquidity } of derivation.rows('history'))
      if (String(date) < (ends.get(id) ?? ''))
        sums.set(id, (sums.get(id) ?? 0) + Math.round(Number(liquidity) * 1e6));
    return sums;
  }

  it('gives the expected verdict, label and figures for every market', async () => {
    const liquidity = await tradeableLiquidity();
    const kept = new Map((await collect(derivation.rows('markets'))).map((row) => [row.market_id, row]));
    const dropped = new Map((await collect(derivation.dropped())).map((drop) => [drop.id, drop]));
    const wrong: unknown[] = [];
    let listed = 0;
    for (const wanted of expectations()) {
      const row = kept.get(wanted.market_id);
      const verdict = row === undefined ? dropped.get(wanted.market_id)?.rule : 'kept';
      if (verdict === undefined) continue;
      listed += 1;
      if (!wanted.expected.split('|').includes(verdict)) wrong.push({ ...wanted, verdict });
      if (row === undefined) continue;
      const figures = {
        outcome: row.outcome,
        window_start: row.window_start,
        start_price: Number(row.start_price).toFixed(6),
        tradeable_days: String(row.tradeable_days),
        volume_usd: Number(row.volume_usd).toFixed(6),
        capacity_usd: Number(row.capacity_usd).toFixed(6),
        liquidity_usd: ((liquidity.get(row.market_id) ?? Number.NaN) / 1e6).toFixed(6),
      };
      const { outcome, window_start, tradeable_days, volume_usd, capacity_usd, liquidity_usd } = wanted;
      const start_price = Number(wanted.start_price).toFixed(6);
      const right = {
        outcome,
        window_start,
        start_price,
        tradeable_days,
        volume_usd,
        capacity_usd,
        liquidity_usd,
      };
      if (JSON.stringify(figures) !== JSON.stringify(right))
        wrong.push({ id: wanted.market_id, figures, right });
    }
    expect(wrong).toEqual([]);
    expect(listed).toBe(derivation.candidates);
    expect(listed).toBeGreaterThan(2_500);
  });

  it('comes out the same from a replay, without a request', async () => {
    const context = contextFor(dir, undefined);
    const again = await derivePolybench(context);
    expect(Object.values(context.upstream.sent).every((count) => count === 0)).toBe(true);
    for (const table of ['markets', 'history'])
      expect(await collect(again.rows(table))).toEqual(await collect(derivation.rows(table)));
    expect(again.sources).toEqual(derivation.sources);
  });
});
