import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sha256 } from '../../common/hash.js';
import type { Manifest } from '../../schemas/manifest.js';
import { SYNTHETIC_TOKENS, startSyntheticUpstream } from '../../sources/synthetic/index.js';
import { createRandom } from '../../sources/synthetic/random.js';
import { runCli, temporaryDirectory } from './cli.js';
import { contentOf } from './versions.js';

const AS_OF = '2026-11-30T00:00:00Z';

/**
 * Kills builds of a dataset at `kills` random moments, the publication among them, and lets each go on until it ends.
 * Every one must end equal to a clean build, have sent at most 1.2 times its requests, and never have shown a reader of
 * `latest` an incomplete or altered version.
 */
export async function killAndResume(dataset: string, kills: number, seed: number): Promise<void> {
  const work = await temporaryDirectory();
  const upstream = await startSyntheticUpstream({ seed: 1, size: 'small' });
  const env = {
    ...Object.fromEntries(
      Object.entries(upstream.urls).map(([name, url]) => [`${name.toUpperCase()}_URL`, url]),
    ),
    METACULUS_TOKEN: SYNTHETIC_TOKENS.metaculus,
  };
  const rates = ['metaculus', 'gamma', 'clob', 'data', 'hf'].flatMap((name) => ['--rate', `${name}=5000/1`]);
  const build = (out: string, killAfterMs?: number) =>
    runCli(['build', dataset, '--as-of', AS_OF, '--out', out, ...rates], {
      env,
      ...(killAfterMs === undefined ? {} : { killAfterMs }),
    });
  const sent = () => Object.values(upstream.requests()).reduce((sum, count) => sum + count, 0);
  try {
    const cleanOut = join(work.path, 'clean');
    const begun = Date.now();
    const clean = await build(cleanOut);
    expect(clean.code, clean.stderr).toBe(0);
    const duration = Date.now() - begun;
    const requests = sent();
    const expected = await contentOf(await realpath(join(cleanOut, dataset, 'latest')));
    const random = createRandom(`kills/${seed}`);
    for (let index = 0; index < kills; index += 1) {
      const out = join(work.path, `killed-${index}`);
      const before = sent();
      const reader = readWhileBuilding(join(out, dataset, 'latest'));
      const after = Math.round(duration * (index % 2 === 0 ? random.next() : 0.75 + 0.25 * random.next()));
      await build(out, after);
      const again = await build(out);
      const versionsSeen = await reader.stop();
      expect(again.code, again.stderr).toBe(0);
      expect(
        await contentOf(await realpath(join(out, dataset, 'latest'))),
        `killed after ${after} ms`,
      ).toEqual(expected);
      expect(sent() - before, `requests, killed after ${after} ms`).toBeLessThanOrEqual(
        Math.ceil(requests * 1.2),
      );
      expect(versionsSeen.broken).toEqual([]);
    }
  } finally {
    await upstream.close();
    await work.dispose();
  }
}

/** Verifies what `latest` shows, over and over, until it is stopped. */
function readWhileBuilding(latest: string): { stop(): Promise<{ reads: number; broken: string[] }> } {
  let stopped = false;
  const seen = { reads: 0, broken: [] as string[] };
  const loop = (async () => {
    while (!stopped) {
      if (existsSync(latest)) {
        seen.reads += 1;
        seen.broken.push(...(await brokenFiles(await realpath(latest))));
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await loop;
      return seen;
    },
  };
}

async function brokenFiles(dir: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as Manifest;
  const broken: string[] = [];
  for (const { path, sha256: hash } of manifest.files) {
    const bytes = await readFile(join(dir, path)).catch(() => undefined);
    if (bytes === undefined || sha256(bytes) !== hash) broken.push(path);
  }
  return broken;
}
