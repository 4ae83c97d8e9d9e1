import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../common/node-files.js';
import { parseUses, readAllUses, type UsesOwner, writeUses } from '../../../pipelines/stages/uses.js';
import { inDirectory, instant } from '../../sources/snapshots/upstream-under-test.js';

const NOW = instant('2026-11-30T04:00:00Z');
const uses = {
  records: new Set(['records/hf/ab/b.json', 'records/hf/ab/a.json']),
  walks: new Set(['walks/hf/cd/tree-1/20261130T000000000000Z']),
  caches: new Set(['abc/contents.json']),
};
const owner = (dir: string): UsesOwner => ({
  snapshotsDir: join(dir, 'out/snapshots'),
  outDir: join(dir, 'out'),
  dataset: 'openforesight',
  version: '2026-11-30',
  kind: 'published',
});

it('reads what it wrote, of every output directory that shares the snapshots', () =>
  inDirectory(async (dir) => {
    const first = owner(dir);
    await writeUses(nodeFiles, first, uses, NOW);
    await writeUses(nodeFiles, { ...first, kind: 'checked' }, { ...uses, caches: new Set() }, NOW);
    await writeUses(nodeFiles, { ...first, outDir: join(dir, 'other') }, uses, NOW);
    const found = await readAllUses(nodeFiles, first.snapshotsDir);
    expect(found.map(({ header }) => header && [header.out, header.kind]).sort()).toEqual([
      ['..', 'checked'],
      ['..', 'published'],
      ['../../other', 'published'],
    ]);
    const published = found.filter(({ header }) => header?.kind === 'published');
    expect(published.map((one) => one.uses)).toEqual([uses, uses]);
    expect(found[0]?.header).toMatchObject({ version: '2026-11-30', recorded_at: '2026-11-30T04:00:00Z' });
  }));

it('holds no list before the first', () =>
  inDirectory(async (dir) => {
    expect(await readAllUses(nodeFiles, dir)).toEqual([]);
  }));

it('believes no list that lost or gained a byte', () =>
  inDirectory(async (dir) => {
    await writeUses(nodeFiles, owner(dir), uses, NOW);
    const [list] = await readAllUses(nodeFiles, owner(dir).snapshotsDir);
    const whole = readFileSync(String(list?.path), 'utf8');
    expect(parseUses(whole).uses).toEqual(uses);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.constantFrom('', '?', '\n'), (at, put) => {
        const damaged = whole.slice(0, at) + put + whole.slice(at + 1);
        if (damaged !== whole) expect(parseUses(damaged).uses).toBeUndefined();
      }),
    );
    writeFileSync(String(list?.path), whole.slice(0, -20));
    const [cut] = await readAllUses(nodeFiles, owner(dir).snapshotsDir);
    expect(cut).toMatchObject({ uses: undefined, header: { dataset: 'openforesight' } });
  }));
