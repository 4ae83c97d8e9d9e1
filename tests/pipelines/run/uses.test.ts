import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StorageError } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { nodeFiles } from '../../../common/node-files.js';
import type { RunSettings } from '../../../pipelines/run/settings.js';
import { trackBuild } from '../../../pipelines/run/uses.js';
import { readAllUses } from '../../../pipelines/stages/uses.js';
import { fakeEffects, recordingLog } from '../../sources/http/fake-effects.js';
import { type LocalServer, sendJson, serve } from '../../sources/http/local-server.js';
import { inDirectory, instant, upstreamUnderTest } from '../../sources/snapshots/upstream-under-test.js';

let server: LocalServer;
beforeAll(async () => {
  server = await serve((request, response) => sendJson(response, { path: request.url }));
});
afterAll(() => server.close());

function tracked(out: string, mode: 'live' | 'replay' = 'live', files: Files = nodeFiles) {
  const snapshotsDir = join(out, 'snapshots');
  const settings: RunSettings = {
    command: 'refresh',
    datasets: [],
    mode,
    outDir: out,
    snapshotsDir,
    asOf: instant('2026-11-30T00:00:00Z'),
    settings: new Map(),
    rates: new Map(),
    jobs: 1,
    synthetic: { seed: 1, size: 'small' },
    generator: { name: 'forecast-datasets', version: '0', commit: 'unknown' },
  };
  const { log, lines } = recordingLog();
  const { effects } = fakeEffects(instant('2026-11-30T01:00:00Z'));
  const world = {
    env: {},
    files,
    effects,
    log: { ...log, end: () => undefined },
    signal: new AbortController().signal,
  };
  const { upstream } = upstreamUnderTest(server.url, snapshotsDir);
  const uses = trackBuild('polybench', join(out, 'normalized/polybench'), settings, world, upstream);
  const fetch = (id: number) =>
    uses.upstream.fetch({ source: 'gamma', path: `/markets/${id}`, query: [] }, { tag: 'a' });
  const stored = async (version: string) =>
    (await readAllUses(nodeFiles, snapshotsDir)).find(({ header }) => header?.version === version);
  return { uses, fetch, stored, lines };
}

it('stores what was fetched, what a cache stood in for, and which caches were read', () =>
  inDirectory(async (out) => {
    const { uses, fetch, stored } = tracked(out);
    await fetch(1);
    uses.restsOn({ request: { source: 'gamma', path: '/markets/2', query: [] }, tag: 'a' });
    await uses.files.mkdir(join(out, 'normalized/polybench'));
    await uses.files.writeAtomic(join(out, 'normalized/polybench/listing.json'), '{}');
    await uses.remember('2026-11-30', 'published');
    const list = await stored('2026-11-30');
    expect(list?.uses?.records.size).toBe(2);
    expect([...(list?.uses?.caches ?? [])]).toEqual(['listing.json']);
    expect(list?.header).toMatchObject({ dataset: 'polybench', recorded_at: '2026-11-30T01:00:00Z' });
  }));

it('inherits what the version before rests on, last night included', () =>
  inDirectory(async (out) => {
    const before = tracked(out);
    await before.fetch(1);
    await before.uses.remember('2026-11-28', 'published');
    await before.fetch(2);
    await before.uses.remember('2026-11-28', 'checked');
    const { uses, fetch, stored } = tracked(out);
    await uses.inherit('2026-11-28');
    await fetch(3);
    await uses.remember('2026-11-30', 'published');
    expect((await stored('2026-11-30'))?.uses?.records.size).toBe(3);
  }));

it('stores no list where it is not known what the version before rests on', () =>
  inDirectory(async (out) => {
    const { uses, fetch, stored, lines } = tracked(out);
    await uses.inherit('2026-11-28');
    await fetch(1);
    await uses.remember('2026-11-30', 'published');
    expect(await stored('2026-11-30')).toBeUndefined();
    expect(JSON.stringify(lines)).toContain('uses_not_recorded');
  }));

it('lets a replay go on where the snapshots cannot be written, and nothing else', () =>
  inDirectory(async (out) => {
    const readOnly: Files = {
      ...nodeFiles,
      writeAtomic: () => Promise.reject(new StorageError('EROFS: cannot access it', 'Choose another.')),
    };
    const replay = tracked(out, 'replay', readOnly);
    await replay.uses.remember('2026-11-30', 'published');
    expect(JSON.stringify(replay.lines)).toContain('uses_not_recorded');
    await expect(tracked(out, 'live', readOnly).uses.remember('2026-11-30', 'published')).rejects.toThrow(
      'EROFS',
    );
  }));
