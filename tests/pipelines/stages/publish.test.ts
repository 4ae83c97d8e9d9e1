import { cp, mkdtemp, readdir, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GateError } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { createNodeFiles } from '../../../common/node-files.js';
import { parseInstant } from '../../../common/time.js';
import type { Dataset, Derivation } from '../../../pipelines/dataset.js';
import { resolveParameters } from '../../../pipelines/parameters.js';
import { finishPublishing, publish } from '../../../pipelines/stages/publish.js';
import { verifyVersion } from '../../../pipelines/stages/verify.js';
import { openLatest } from '../../../pipelines/stages/versions.js';
import { contentOf, jsonl } from '../../support/versions.js';
import { crashingFiles } from '../io/crashing-files.js';
import { inventedDataset, inventedDerivation, provenanceAt, thingRows } from './invented-dataset.js';

const dataset: Dataset = inventedDataset;
const files = createNodeFiles({ sync: false });
const log = { info: () => undefined, warn: () => undefined, progress: () => undefined };
const day = (text: string) => parseInstant(text) ?? Number.NaN;

let work: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'publish-'));
});
afterAll(() => rm(work, { recursive: true, force: true }));

async function publishTo(
  out: string,
  asOf: string,
  derivation: Derivation,
  more: { files?: Files; acceptedReason?: string; settings?: ReadonlyMap<string, string> } = {},
) {
  return publish({
    dataset,
    parameters: resolveParameters(dataset, more.settings ?? new Map()),
    derivation,
    previous: await openLatest(files, out, dataset),
    provenance: provenanceAt(day(asOf)),
    files: more.files ?? files,
    outDir: out,
    acceptedReason: more.acceptedReason,
    log,
    beforePublishing: () => Promise.resolve(),
  });
}

async function violations(dir: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { check, id, detail } of verifyVersion(files, dir, dataset))
    found.push(`${check} ${id} ${detail}`);
  return found;
}

const latest = (out: string) => realpath(join(out, 'forecast/latest'));

describe('publish', () => {
  it('makes a version that verifies, and nothing when nothing changed', async () => {
    const out = join(work, 'plain');
    const rows = inventedDerivation(thingRows(1, 8), { dropped: ['metaculus:9'] });
    expect(await publishTo(out, '2026-11-29', rows)).toMatchObject({
      kind: 'published',
      version: '2026-11-29',
    });
    expect(await violations(await latest(out))).toEqual([]);
    expect(await publishTo(out, '2026-11-30', rows)).toMatchObject({
      kind: 'unchanged',
      version: '2026-11-29',
    });
    expect(await readdir(join(out, 'forecast'))).toEqual(['2026-11-29', 'latest']);
  });

  it('publishes again when the ledger, or a parameter, alone changed', async () => {
    const out = join(work, 'ledger');
    await publishTo(out, '2026-11-29', inventedDerivation(thingRows(1, 8)));
    const more = inventedDerivation(thingRows(1, 8), { dropped: ['metaculus:9'] });
    expect(await publishTo(out, '2026-11-29', more)).toMatchObject({ version: '2026-11-29.2' });
    const settings = new Map([['forecast.minimum', '2']]);
    expect(await publishTo(out, '2026-11-29', more, { settings })).toMatchObject({ version: '2026-11-29.3' });
  });

  it('leaves out a split without rows everywhere', async () => {
    const out = join(work, 'split');
    await publishTo(out, '2026-11-29', inventedDerivation(thingRows(1, 3)));
    const dir = await latest(out);
    expect((await readdir(join(dir, 'data/questions'))).every((name) => name.startsWith('train'))).toBe(true);
    expect(Object.keys((await openLatest(files, out, dataset))?.manifest.splits ?? {})).toEqual(['train']);
  });

  it('carries corrections on from version to version', async () => {
    const out = join(work, 'corrections');
    await publishTo(out, '2026-11-28', inventedDerivation(thingRows(1, 40)));
    const relabelled = [...thingRows(1, 1, 'No'), ...thingRows(2, 40)];
    await publishTo(out, '2026-11-29', inventedDerivation(relabelled, { evidence: 'other' }));
    await publishTo(
      out,
      '2026-11-30',
      inventedDerivation(relabelled.slice(0, -1), { dropped: ['metaculus:40'] }),
    );
    expect(jsonl(join(await latest(out), 'corrections.jsonl'))).toEqual([
      {
        id: 'metaculus:1',
        field: 'resolution',
        old: 'Yes',
        new: 'No',
        version: '2026-11-29',
        cause: 'upstream',
      },
      {
        id: 'metaculus:40',
        field: 'resolution',
        old: 'Yes',
        new: null,
        version: '2026-11-30',
        cause: 'upstream',
      },
    ]);
  });
});

describe('gates', () => {
  const cases: [string, Derivation, string][] = [
    ['an incomplete walk', inventedDerivation(thingRows(1, 9), { complete: false }), 'walks_complete'],
    [
      'candidates that are not accounted for',
      { ...inventedDerivation(thingRows(1, 9)), candidates: 10 },
      'candidates_accounted',
    ],
    ['more than 5 % of the rows gone', inventedDerivation(thingRows(1, 7)), 'kept_rows'],
    [
      'an id in another split',
      inventedDerivation([{ ...thingRows(1, 1)[0], split: 'test' }, ...thingRows(2, 8)]),
      'ids_keep_their_split',
    ],
    [
      'a row that is not valid',
      inventedDerivation([...thingRows(1, 8), { ...thingRows(9, 9)[0], resolution: 7 }]),
      'rows_valid',
    ],
  ];

  it.each(cases)('refuse %s and leave latest where it is', async (name, derivation, gate) => {
    const out = join(work, `gate-${gate}`);
    await publishTo(out, '2026-11-28', inventedDerivation(thingRows(1, 8)));
    await expect(publishTo(out, '2026-11-29', derivation), name).rejects.toThrow(GateError);
    await expect(publishTo(out, '2026-11-29', derivation)).rejects.toThrow(gate);
    expect(await readlink(join(out, 'forecast/latest'))).toBe('2026-11-28');
    expect(await readdir(join(out, 'forecast'))).toEqual(['2026-11-28', 'latest']);
    const accepted = await publishTo(out, '2026-11-29', derivation, { acceptedReason: 'seen' });
    expect(
      accepted.kind === 'published' && accepted.manifest.gates.find((one) => one.name === gate),
    ).toMatchObject({
      passed: false,
      reason: 'seen',
    });
  });

  it('stop at exactly 95 % of the rows', async () => {
    const out = join(work, 'band');
    await publishTo(out, '2026-11-28', inventedDerivation(thingRows(1, 40)));
    await expect(publishTo(out, '2026-11-29', inventedDerivation(thingRows(1, 37)))).rejects.toThrow(
      'kept_rows',
    );
    expect(await publishTo(out, '2026-11-29', inventedDerivation(thingRows(1, 38)))).toMatchObject({
      kind: 'published',
    });
  });
});

describe('a publication that dies between any two file-system operations', () => {
  it('shows readers the old version or the new one, and ends like one that did not', async () => {
    const start = join(work, 'start');
    await publishTo(start, '2026-11-29', inventedDerivation(thingRows(1, 4)));
    const next = inventedDerivation(thingRows(1, 8), { dropped: ['metaculus:9'] });
    const clean = join(work, 'clean');
    await cp(start, clean, { recursive: true, verbatimSymlinks: true });
    await publishTo(clean, '2026-11-30', next);
    const [old, whole] = [await contentOf(await latest(start)), await contentOf(await latest(clean))];
    let deaths = 0;
    for (let n = 1; ; n += 1) {
      const out = join(work, `died-${n}`);
      await cp(start, out, { recursive: true, verbatimSymlinks: true });
      const dying = crashingFiles(n, true);
      await publishTo(out, '2026-11-30', next, { files: dying }).catch(() => undefined);
      if (!dying.crashed) break;
      deaths += 1;
      const seen = await contentOf(await latest(out));
      expect([old, whole], `died at operation ${n}`).toContainEqual(seen);
      await finishPublishing(files, join(out, 'forecast'));
      await publishTo(out, '2026-11-30', next);
      expect(await contentOf(await latest(out)), `after operation ${n}`).toEqual(whole);
      await rm(out, { recursive: true, force: true });
    }
    expect(deaths).toBeGreaterThan(30);
  }, 600_000);
});

describe('verify', () => {
  it('names every kind of damage', async () => {
    const out = join(work, 'damaged');
    await publishTo(out, '2026-11-29', inventedDerivation(thingRows(1, 8), { dropped: ['metaculus:9'] }));
    const dir = await latest(out);
    await writeFile(join(dir, 'stray.txt'), 'x');
    expect(await violations(dir)).toEqual([expect.stringContaining('stray.txt')]);
    await rm(join(dir, 'stray.txt'));
    await rm(join(dir, 'dropped.jsonl'));
    expect(await violations(dir)).toEqual([expect.stringContaining('dropped.jsonl is missing')]);
  });
});
