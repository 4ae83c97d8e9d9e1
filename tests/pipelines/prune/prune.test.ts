import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../common/node-files.js';
import { acquireLock } from '../../../pipelines/io/lock.js';
import { applyPrune } from '../../../pipelines/prune/apply.js';
import type { PrunePlan } from '../../../pipelines/prune/plan.js';
import { parseUses, writeUses } from '../../../pipelines/stages/uses.js';
import { recordingLog } from '../../sources/http/fake-effects.js';
import { inDirectory } from '../../sources/snapshots/upstream-under-test.js';
import { crashingFiles } from '../io/crashing-files.js';
import {
  type Build,
  fetchOnly,
  filesBelow,
  latestOf,
  planOf,
  publishOne,
  replayOne,
  serveWorld,
  versionOf,
  type World,
} from './world.js';

let server: World;
beforeAll(async () => {
  server = await serveWorld();
});
afterAll(() => server.close());
beforeEach(() => {
  server.day = 1;
});

const { log } = recordingLog();
const apply = (plan: PrunePlan) => applyPrune(nodeFiles, plan.removals, log);

async function publishAll(out: string, builds: readonly Build[]): Promise<string[][]> {
  const read: string[][] = [];
  for (const build of builds) {
    server.day = build.day;
    read.push(await publishOne(out, server.url, build));
  }
  return read;
}

const builds: readonly Build[] = [
  { dataset: 'forecast', day: 1, records: [1, 2] },
  { dataset: 'forecast', day: 3, records: [2, 3] },
  { dataset: 'forecast', day: 5, records: [3, 4] },
  { dataset: 'openforesight', day: 5, records: [1] },
];

const kindsOf = ({ removals }: PrunePlan) => removals.map(({ kind }) => kind);

describe('a prune', () => {
  it('removes old versions and what only they rest on', () =>
    inDirectory(async (out) => {
      await publishAll(out, builds);
      const plan = await planOf(out, 2, 6);
      expect(plan.versions).toEqual([
        {
          dataset: 'forecast',
          kept: [versionOf(3), versionOf(5)],
          removed: [versionOf(1)],
          latest: versionOf(5),
        },
        { dataset: 'openforesight', kept: [versionOf(5)], removed: [], latest: versionOf(5) },
      ]);
      // Record 1, whose body openforesight holds too; the walk of day 1 with its three pages; the cache of that version.
      expect(kindsOf(plan)).toEqual([
        'version',
        'list',
        'record',
        'walk',
        ...Array.from({ length: 3 }, () => 'body'),
        'cache',
      ]);
      await apply(plan);
      expect((await planOf(out, 2, 6)).removals).toEqual([]);
      await expect(replayOne(out, builds[0] as Build)).rejects.toThrow('not in the snapshots');
    }));

  it('leaves a record whose body another dataset holds too', () =>
    inDirectory(async (out) => {
      const [, , , other] = await publishAll(out, builds);
      await apply(await planOf(out, 1, 6));
      expect(await replayOne(out, builds[3] as Build)).toEqual(other);
    }));

  it('keeps the version that latest points at, whatever its age', () =>
    inDirectory(async (out) => {
      const [first] = await publishAll(out, builds);
      await nodeFiles.link(versionOf(1), join(out, 'forecast/latest'));
      const plan = await planOf(out, 1, 6);
      expect(plan.versions[0]).toMatchObject({ kept: [versionOf(1), versionOf(5)], removed: [versionOf(3)] });
      await apply(plan);
      expect(await replayOne(out, builds[0] as Build)).toEqual(first);
    }));

  it('leaves other datasets alone', () =>
    inDirectory(async (out) => {
      await publishAll(out, [...builds, { dataset: 'openforesight', day: 6, records: [1] }]);
      const plan = await planOf(out, 1, 6, ['openforesight']);
      expect(plan.versions.map(({ dataset }) => dataset)).toEqual(['openforesight']);
      expect(
        plan.removals.every(({ path }) => !path.includes('forecast/2026') || path.includes('open')),
      ).toBe(true);
      await apply(plan);
      for (const build of builds.slice(0, 3)) await replayOne(out, build);
    }));

  it('keeps what the last unchanged refresh rested on, and drops what those before it did', () =>
    inDirectory(async (out) => {
      await publishAll(out, builds);
      const checked: Build = { dataset: 'forecast', day: 5, records: [3, 9], kind: 'checked' };
      await publishAll(out, [{ ...checked, records: [3, 8] }, checked]);
      await apply(await planOf(out, 1, 6));
      await replayOne(out, checked);
      await expect(replayOne(out, { ...checked, records: [8] })).rejects.toThrow('not in the snapshots');
    }));
});

describe('what is under way stays', () => {
  it('for a day, from the end of the last good build on', () =>
    inDirectory(async (out) => {
      await publishAll(out, builds);
      server.day = 6;
      const broken: Build = { dataset: 'forecast', day: 6, records: [7] };
      await fetchOnly(out, server.url, broken);
      await apply(await planOf(out, 1, 6));
      await replayOne(out, broken);
      await apply(await planOf(out, 1, 7));
      await expect(replayOne(out, broken)).rejects.toThrow('not in the snapshots');
    }));

  it('not what was fetched before that end without being used', () =>
    inDirectory(async (out) => {
      await publishAll(out, builds);
      const before: Build = { dataset: 'forecast', day: 5, records: [7] };
      await fetchOnly(out, server.url, before);
      await apply(await planOf(out, 1, 5));
      await expect(replayOne(out, before)).rejects.toThrow('not in the snapshots');
    }));
});

describe('where it is not known what a version rests on', () => {
  const listPath = (out: string) => filesBelow(join(out, 'snapshots/uses'));

  it.each([
    ['missing', async (path: string) => nodeFiles.remove(path)],
    ['damaged', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).slice(0, -9))],
  ])('the responses of its dataset all stay: list %s', (_, spoil) =>
    inDirectory(async (out) => {
      await publishAll(out, builds);
      const list = (await listPath(out)).find((path) => path.includes(versionOf(3)));
      await spoil(join(out, 'snapshots/uses', String(list)));
      const plan = await planOf(out, 2, 6);
      expect(kindsOf(plan)).toEqual(['version', 'list']);
      expect(plan.notes).toEqual([expect.stringMatching(/^raw responses of forecast all stay: /)]);
      await apply(plan);
      for (const build of builds) await replayOne(out, build);
    }),
  );

  it('every body stays beside a record that is damaged', () =>
    inDirectory(async (out) => {
      await publishAll(out, builds);
      const records = await filesBelow(join(out, 'snapshots/records/gamma'));
      const used = records.find((path) => path.includes('records-4'));
      await writeFile(join(out, 'snapshots/records/gamma', String(used)), '{}');
      const plan = await planOf(out, 1, 6);
      expect(kindsOf(plan)).not.toContain('body');
      expect(plan.notes).toEqual([expect.stringContaining('records-4')]);
    }));

  it('nothing is swept before the first version', () =>
    inDirectory(async (out) => {
      await fetchOnly(out, server.url, builds[0] as Build);
      const plan = await planOf(out, 1, 20);
      expect(plan.removals).toEqual([]);
      expect(plan.notes).toHaveLength(2);
    }));
});

it('counts the versions of other output directories with the same snapshots as kept', () =>
  inDirectory(async (root) => {
    const out = join(root, 'a');
    const read = await publishAll(out, builds.slice(0, 3));
    const lists = await filesBelow(join(out, 'snapshots/uses'));
    for (const list of lists) {
      const path = join(out, 'snapshots/uses', list);
      const { uses } = parseUses(await readFile(path, 'utf8'));
      if (uses === undefined || !list.includes(versionOf(1))) continue;
      const owner = { snapshotsDir: join(out, 'snapshots'), outDir: join(root, 'b'), dataset: 'forecast' };
      await writeUses(nodeFiles, { ...owner, version: versionOf(1), kind: 'published' }, uses, 0);
    }
    const plan = await planOf(out, 1, 6);
    expect(plan.versions[0]?.removed).toEqual([versionOf(1), versionOf(3)]);
    await apply(plan);
    expect(await replayOne(out, builds[0] as Build)).toEqual(read[0]);
    expect(await replayOne(out, builds[2] as Build)).toEqual(read[2]);
    // The walk of day 3 is gone; before its clock there is still that of day 1.
    expect((await replayOne(out, builds[1] as Build)).slice(0, 3)).toEqual(read[0]?.slice(0, 3));
  }));

it('removes what killed processes left, unless others use the snapshots too', () =>
  inDirectory(async (out) => {
    await publishAll(out, builds);
    await nodeFiles.mkdir(join(out, 'snapshots/partial'));
    const [body] = await filesBelow(join(out, 'snapshots/bodies'));
    for (const path of ['partial/0123', `bodies/${String(body).slice(0, 2)}/.tmp-1-2-3`, 'KEEP'])
      await writeFile(join(out, 'snapshots', path), 'x');
    const plan = await planOf(out, 9, 6);
    expect(plan.removals.map(({ path, bytes }) => [path.split('/').at(-1), bytes]).sort()).toEqual([
      ['.tmp-1-2-3', 1],
      ['0123', 1],
    ]);
  }));

describe('property', () => {
  const anyBuilds = fc
    .array(fc.record({ days: fc.subarray([1, 2, 3, 4], { minLength: 1 }), records: fc.array(fc.nat(5)) }), {
      minLength: 2,
      maxLength: 2,
    })
    .map(([forecast, openforesight]) =>
      [
        ...(forecast?.days ?? []).map((day) => ({ dataset: 'forecast' as const, day, from: forecast })),
        ...(openforesight?.days ?? []).map((day) => ({
          dataset: 'openforesight' as const,
          day,
          from: openforesight,
        })),
      ]
        .sort((a, b) => a.day - b.day)
        .map(({ dataset, day, from }): Build => {
          const records = [...new Set((from?.records ?? []).map((id) => (id * day) % 6))];
          return { dataset, day, records };
        }),
    );

  it(
    'every kept version replays, whenever the prune is killed; a second one ends it',
    { timeout: 240_000 },
    () =>
      fc.assert(
        fc.asyncProperty(
          anyBuilds,
          fc.integer({ min: 1, max: 3 }),
          fc.nat(30),
          fc.boolean(),
          (made, keep, at, takesEffect) =>
            inDirectory(async (out) => {
              const read = await publishAll(out, made);
              const plan = await planOf(out, keep, 8);
              const isKept = ({ dataset, day }: Build) =>
                plan.versions.some((one) => one.dataset === dataset && one.kept.includes(versionOf(day)));
              const checkKept = async () => {
                for (const [index, build] of made.entries())
                  if (isKept(build)) expect(await replayOne(out, build)).toEqual(read[index]);
              };
              const crashing = crashingFiles(at + 1, takesEffect);
              await applyPrune(crashing, plan.removals, log).catch(() => undefined);
              await checkKept();
              await (await acquireLock(nodeFiles, out, 'prune')).release();
              await apply(await planOf(out, keep, 8));
              await checkKept();
              expect((await planOf(out, keep, 8)).removals).toEqual([]);
              await expectNothingElse(out, made.filter(isKept));
            }),
        ),
        { numRuns: 12 },
      ),
  );
});

/** What is left is what the kept builds alone would have made. */
async function expectNothingElse(out: string, kept: readonly Build[]): Promise<void> {
  await inDirectory(async (clean) => {
    await publishAll(clean, kept);
    const left = (await filesBelow(out)).filter((path) => !path.startsWith('snapshots/uses'));
    const wanted = (await filesBelow(clean)).filter((path) => !path.startsWith('snapshots/uses'));
    expect(left).toEqual(wanted);
    for (const { dataset } of kept) expect(await latestOf(out, dataset)).toBe(await latestOf(clean, dataset));
  });
}
