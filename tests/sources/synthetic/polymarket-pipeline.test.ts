import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../../common/effects.js';
import { nodeFiles } from '../../../common/node-files.js';
import { systemEffects } from '../../../common/system-effects.js';
import { parseInstant } from '../../../common/time.js';
import { gateParameters } from '../../../pipelines/parameters.js';
import { derivePolybench } from '../../../pipelines/polybench/derive.js';
import { polybenchParameters } from '../../../pipelines/polybench/parameters.js';
import type { Row } from '../../../schemas/table.js';
import type { SyntheticUpstream } from '../../../sources/synthetic/part.js';
import {
  createPolymarketParts,
  createWorld,
  expectedMarket,
} from '../../../sources/synthetic/polymarket/index.js';
import { servePartFactories } from '../../../sources/synthetic/server.js';
import { createUpstream } from '../../../sources/upstream.js';

const WORLD = { seed: 1, size: 'small' } as const;
const AS_OF = parseInstant('2026-11-30T00:00:00Z') ?? Number.NaN;
const FAST = { requests: 100_000, seconds: 1 };
const quiet: Log = { info: () => undefined, warn: () => undefined, progress: () => undefined };

interface Built {
  markets: Map<string, Row>;
  history: Map<string, Row[]>;
  dropped: Map<string, string>;
}

async function build(served: SyntheticUpstream, dir: string): Promise<Built> {
  const shared = { files: nodeFiles, effects: systemEffects(), log: quiet, asOf: AS_OF, jobs: 8 };
  const upstream = createUpstream({
    ...shared,
    mode: 'live',
    baseUrls: served.urls,
    rates: { gamma: FAST, clob: FAST, data: FAST },
    snapshotsDir: join(dir, 'snapshots'),
    userAgent: 'forecast-datasets-test/1',
  });
  const parameters = polybenchParameters.parse({});
  const derivation = await derivePolybench({
    ...shared,
    parameters,
    upstream,
    gates: gateParameters.parse({}),
    normalizedDir: join(dir, 'normalized'),
  });
  const built: Built = { markets: new Map(), history: new Map(), dropped: new Map() };
  for await (const row of derivation.rows('markets')) built.markets.set(String(row.market_id), row);
  for await (const row of derivation.rows('history')) {
    const id = String(row.market_id);
    built.history.set(id, [...(built.history.get(id) ?? []), row]);
  }
  for await (const { id, rule } of derivation.dropped()) built.dropped.set(id, rule);
  return built;
}

const micros = (value: unknown): number => Math.round(Number(value) * 1e6);

describe('a build of the invented Polymarket', () => {
  const dir = mkdtempSync(join(tmpdir(), 'polymarket-'));
  const world = createWorld(WORLD);
  let served: SyntheticUpstream;
  let built: Built;

  beforeAll(async () => {
    const factory = { sources: ['gamma', 'clob', 'data'] as const, create: createPolymarketParts };
    served = await servePartFactories([factory], WORLD);
    built = await build(served, dir);
  }, 300_000);

  afterAll(async () => {
    await served?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('keeps and drops each market as the generator says', () => {
    const wrong = world.markets.flatMap(({ id, traps }) => {
      const got = built.markets.has(id) ? 'kept' : (built.dropped.get(id) ?? 'unlisted');
      const wanted = expectedMarket(world, id)?.verdict ?? [];
      return wanted.includes(got) ? [] : [{ id, traps, wanted, got }];
    });
    expect(wrong).toEqual([]);
    expect(built.markets.size).toBeGreaterThan(60);
  });

  it('states outcome, event, start and tradeable days of the kept ones', () => {
    for (const [id, row] of built.markets) {
      const truth = expectedMarket(world, id);
      expect([id, row.outcome, row.event_id, micros(row.start_price), row.tradeable_days]).toEqual([
        id,
        truth?.outcome,
        truth?.eventId,
        truth?.startMicros,
        truth?.tradeableDays,
      ]);
    }
  });

  it('gives every point of their history to the micro-dollar', () => {
    for (const id of built.markets.keys()) {
      const truth = expectedMarket(world, id);
      const wanted = truth?.days.filter(({ day }) => day >= String(truth.windowStart));
      const got = built.history.get(id)?.map((row) => ({
        day: row.date,
        quoteMicros: micros(row.price),
        source: row.price_source,
        volumeMicros: micros(row.volume),
        liquidityMicros: micros(row.liquidity),
      }));
      expect([id, got]).toEqual([id, wanted]);
    }
  });
});
