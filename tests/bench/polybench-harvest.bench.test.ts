import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mapConcurrently } from '../../common/concurrent.js';
import type { Log } from '../../common/effects.js';
import { createNodeFiles } from '../../common/node-files.js';
import { systemEffects } from '../../common/system-effects.js';
import { formatInstant, parseInstant } from '../../common/time.js';
import { gateParameters } from '../../pipelines/parameters.js';
import { MARKETS_AHEAD, MARKETS_PER_JOB } from '../../pipelines/polybench/harvesting.js';
import { readListing } from '../../pipelines/polybench/listing.js';
import { polybenchParameters } from '../../pipelines/polybench/parameters.js';
import { TapeSource } from '../../sources/data-api.js';
import { DEFAULT_RATES, parseRate } from '../../sources/http/pacing.js';
import { startSyntheticUpstream } from '../../sources/synthetic/index.js';
import { createUpstream } from '../../sources/upstream.js';
import { inTemporaryDirectory } from '../pipelines/io/every-kind.js';

/** The host refuses from 300 in 10 seconds on. On a busy machine turns come late, and higher rates are not reached. */
const RATE = process.env.BENCH_RATE === undefined ? DEFAULT_RATES.data : parseRate(process.env.BENCH_RATE);
/** Windows of the rate that the walk fills. */
const WINDOWS = 3;
const JOBS = 8;
const AS_OF = parseInstant('2026-11-30') ?? Number.NaN;
const quiet: Log = { info: () => undefined, warn: () => undefined, progress: () => undefined };

/** Answers that the synthetic upstream has given, by status. */
async function statuses(port: number): Promise<Record<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/_stats`);
  return ((await answer.json()) as { statuses: Record<string, number> }).statuses;
}

it('tapes at nearly the rate that is allowed, without a refusal', async () => {
  const served = await startSyntheticUpstream({ seed: 1, size: 'full', limits: 'real' });
  try {
    await inTemporaryDirectory(async (dir) => {
      const shared = {
        files: createNodeFiles({ sync: false }),
        effects: systemEffects(),
        log: quiet,
        asOf: AS_OF,
        jobs: JOBS,
      };
      const upstream = createUpstream({
        ...shared,
        mode: 'live',
        baseUrls: served.urls,
        rates: { data: RATE },
        snapshotsDir: join(dir, 'snapshots'),
        userAgent: 'bench/1',
      });
      const listing = await readListing({
        ...shared,
        parameters: polybenchParameters.parse({}),
        upstream,
        gates: gateParameters.parse({}),
        normalizedDir: join(dir, 'normalized'),
      });
      const tapes = new TapeSource(upstream, formatInstant(AS_OF));
      const conditions = async function* () {
        for await (const entry of listing.entries())
          if (upstream.sent.data > WINDOWS * RATE.requests) return;
          else if ('row' in entry) yield entry.row.condition_id;
      };
      let read = 0;
      const walk = (condition: string) =>
        tapes.walk(condition, 'bench').then(
          (tape) => tape.walk.pages.length,
          () => 0,
        );
      const limit = MARKETS_PER_JOB * JOBS;
      for await (const pages of mapConcurrently(conditions(), limit, walk, MARKETS_AHEAD)) read += pages;
      const { requests, retries, achievedPerSecond, allowedPerSecond } = upstream.statistics().data;
      const share = (100 * Number(achievedPerSecond)) / allowedPerSecond;
      const refused = (await statuses(served.port))['429'] ?? 0;
      process.stdout.write(
        [
          `tapes at --rate data=${RATE.requests}/${RATE.seconds}, ${requests} requests (${retries} of them again), ${read} pages`,
          `  requests a second      ${Number(achievedPerSecond).toFixed(2)} of ${allowedPerSecond.toFixed(2)}`,
          `  share of the rate      ${share.toFixed(1)} %   aim >= 90 %`,
          `  answers of 429         ${refused}   aim 0`,
          '',
        ].join('\n'),
      );
      expect(read).toBeGreaterThan(0);
    });
  } finally {
    await served.close();
  }
});
