import { chmod, link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../common/errors.js';
import { createNodeFiles } from '../../../common/node-files.js';
import { pageTarget, writePage } from '../../../pipelines/score/page-target.js';
import { temporaryDirectory } from '../../support/cli.js';

const FILES = createNodeFiles({ sync: false });

let out: string;
let dispose: () => Promise<void>;
beforeEach(async () => {
  ({ path: out, dispose } = await temporaryDirectory());
  await mkdir(join(out, 'forecast'));
  await writeFile(join(out, 'p.jsonl'), '{}');
  await link(join(out, 'p.jsonl'), join(out, 'same.jsonl'));
  await symlink('p.jsonl', join(out, 'link.jsonl'));
  await symlink('forecast', join(out, 'version'));
});
afterEach(() => dispose());

const target = (path: string) =>
  pageTarget(path, { predictions: join(out, 'p.jsonl'), versionDir: join(out, 'forecast') });

describe('pageTarget', () => {
  it('takes a new file and an ordinary one', async () => {
    await writeFile(join(out, 'old.html'), 'old');
    for (const name of ['new.html', 'old.html']) expect(await target(join(out, name))).toBe(join(out, name));
  });

  it.each([
    ['missing/page.html', /directory .*missing is missing/],
    ['p.jsonl/page.html', /p\.jsonl is no directory/],
    ['p.jsonl/sub/page.html', /ENOTDIR/],
    ['forecast', /is a directory/],
    ['p.jsonl', /is the file of predictions/],
    ['same.jsonl', /is the file of predictions/],
    ['link.jsonl', /is the file of predictions/],
    ['forecast/report.html', /in a published version/],
    ['version/report.html', /in a published version/],
    [`${'a'.repeat(300)}.html`, /ENAMETOOLONG/],
  ])('refuses %s', async (name, message) => {
    const refused = target(join(out, name));
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow('--html');
  });

  it('refuses no path and what is no ordinary file', async () => {
    await expect(target('')).rejects.toThrow(UsageError);
    await expect(target('/dev/null')).rejects.toThrow(/no ordinary file/);
  });

  it.skipIf(process.getuid?.() === 0)('refuses a directory that may not be written to', async () => {
    await chmod(join(out, 'forecast'), 0o500);
    await expect(
      pageTarget(join(out, 'forecast/p.html'), { predictions: undefined, versionDir: '/nowhere' }),
    ).rejects.toThrow(UsageError);
  });
});

describe('writePage', () => {
  it('writes, and says where it could not', async () => {
    await writePage(FILES, join(out, 'page.html'), 'page');
    expect(await readFile(join(out, 'page.html'), 'utf8')).toBe('page');
    for (const path of ['gone/page.html', 'p.jsonl/page.html', 'forecast']) {
      const written = writePage(FILES, join(out, path), 'page');
      await expect(written).rejects.toThrow(UsageError);
      await expect(written).rejects.toThrow('--html');
    }
    expect(await readdir(join(out, 'forecast'))).toEqual([]);
  });
});
