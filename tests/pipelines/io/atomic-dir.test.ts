import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { nodeFiles } from '../../../common/node-files.js';
import {
  buildDirectory,
  moveLatest,
  publishDirectory,
  removeStaleBuilds,
} from '../../../pipelines/io/atomic-dir.js';
import { createTableWriter } from '../../../pipelines/io/table-writer.js';
import { crashingFiles } from './crashing-files.js';
import { everyKind, inTemporaryDirectory, plainRow } from './every-kind.js';

/** Publishes a version with a table and a manifest, as the publish stage does. */
async function publishVersion(files: Files, datasetDir: string, version: string): Promise<void> {
  const temp = buildDirectory(datasetDir, process.pid);
  await files.mkdir(temp);
  const writer = createTableWriter(files, temp, everyKind, 'train');
  await writer.append(plainRow(version));
  await writer.close();
  await files.writeAtomic(join(temp, 'manifest.json'), version);
  await publishDirectory(files, temp, join(datasetDir, version));
  await moveLatest(files, datasetDir, version);
}

const CONTENT = ['data', 'manifest.json'];

describe('publishing a directory', () => {
  it.each([true, false])(
    'shows a whole version or the one before, wherever the process dies (after the step: %s)',
    async (takesEffect) => {
      await inTemporaryDirectory(async (dir) => {
        await publishVersion(nodeFiles, dir, 'v1');
        let crashes = 0;
        for (let n = 1; ; n += 1) {
          const files = crashingFiles(n, takesEffect);
          const outcome = await publishVersion(files, dir, 'v2').catch((error: unknown) => error);
          const latest = await readlink(join(dir, 'latest'));
          expect(await readFile(join(dir, 'latest/manifest.json'), 'utf8')).toBe(latest);
          expect((await readdir(join(dir, latest))).sort()).toEqual(CONTENT);
          for (const name of (await readdir(dir)).filter((entry) => /^v\d$/.test(entry)))
            expect((await readdir(join(dir, name))).sort()).toEqual(CONTENT);
          if (!files.crashed) break;
          expect(outcome).toBeInstanceOf(StorageError);
          crashes += 1;
          await nodeFiles.remove(buildDirectory(dir, process.pid));
          await nodeFiles.link('v1', join(dir, 'latest'));
          await nodeFiles.remove(join(dir, 'v2'));
        }
        expect(await readlink(join(dir, 'latest'))).toBe('v2');
        expect(crashes).toBeGreaterThan(8);
      });
    },
  );

  it('never replaces a published version', async () => {
    await inTemporaryDirectory(async (dir) => {
      await publishVersion(nodeFiles, dir, 'v1');
      await expect(publishVersion(nodeFiles, dir, 'v1')).rejects.toThrow(StorageError);
      expect(await readFile(join(dir, 'v1/manifest.json'), 'utf8')).toBe('v1');
    });
  });
});

describe('removeStaleBuilds', () => {
  it('removes what dead builds left, and nothing else', async () => {
    await inTemporaryDirectory(async (dir) => {
      const kept = ['forecast/2026-11-30', 'forecast/.tmp-x', 'snapshots/raw', '.tmp-5'];
      for (const path of [...kept, 'forecast/.tmp-123', 'polybench/.tmp-9'])
        await mkdir(join(dir, path), { recursive: true });
      await writeFile(join(dir, 'a-file'), '');
      await removeStaleBuilds(nodeFiles, dir);
      expect(await readdir(join(dir, 'polybench'))).toEqual([]);
      for (const path of kept) expect(await nodeFiles.exists(join(dir, path))).toBe(true);
      expect((await readdir(join(dir, 'forecast'))).sort()).toEqual(['.tmp-x', '2026-11-30']);
    });
  });

  it('takes a directory that is not there for an empty one', async () => {
    await expect(removeStaleBuilds(nodeFiles, 'no/such/directory')).resolves.toBeUndefined();
  });
});
