import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '../../../common/node-files.js';
import { noteTouched } from '../../../pipelines/io/touched-files.js';
import { inDirectory } from '../../sources/snapshots/upstream-under-test.js';

it('notes the files below its directory that are read, found or written', () =>
  inDirectory(async (root) => {
    const dir = join(root, 'cache');
    const { files, touched } = noteTouched(nodeFiles, dir);
    await files.mkdir(join(dir, 'run'));
    await files.writeAtomic(join(dir, 'run/contents.json'), '[1]');
    await files.append(join(dir, 'log'), 'a\n');
    await (await files.create(join(dir, 'run/0.arrow'))).close();
    await files.createExclusive(join(dir, 'once'), 'x');
    await nodeFiles.writeAtomic(join(dir, 'older'), 'x');
    await nodeFiles.writeAtomic(join(dir, 'unread'), 'x');
    expect(await files.exists(join(dir, 'older'))).toBe(true);
    expect(await files.exists(join(dir, 'missing'))).toBe(false);
    await expect(files.read(join(dir, 'missing'))).rejects.toThrow('ENOENT');
    await files.writeAtomic(join(root, 'cache-beside'), 'x');
    expect((await files.read(join(dir, 'run/contents.json'))).toString()).toBe('[1]');
    expect([...touched].sort()).toEqual(['log', 'older', 'once', 'run/0.arrow', 'run/contents.json']);
  }));

it('follows what is renamed and removed', () =>
  inDirectory(async (root) => {
    const { files, touched } = noteTouched(nodeFiles, root);
    await files.mkdir(join(root, 'new.unfinished/part'));
    await files.writeAtomic(join(root, 'new.unfinished/part/0'), 'x');
    await files.writeAtomic(join(root, 'new.unfinished.log'), 'x');
    await files.rename(join(root, 'new.unfinished'), join(root, 'new'));
    expect([...touched].sort()).toEqual(['new.unfinished.log', 'new/part/0']);
    await files.remove(join(root, 'new'));
    expect([...touched]).toEqual(['new.unfinished.log']);
  }));
