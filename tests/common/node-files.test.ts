import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../../common/errors.js';
import { asStorageError, errorCode, nodeFiles } from '../../common/node-files.js';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(dir, { recursive: true }));
const at = (name: string) => join(dir, name);

describe('nodeFiles', () => {
  it('writes atomically, replaces, and leaves no temporary file', async () => {
    await nodeFiles.writeAtomic(at('a'), 'one');
    await nodeFiles.writeAtomic(at('a'), Buffer.from('two'));
    expect((await nodeFiles.read(at('a'))).toString()).toBe('two');
    expect(await readdir(dir)).toEqual(['a']);
  });

  it('takes a name as long as the file system allows', async () => {
    const name = 'n'.repeat(255);
    await nodeFiles.writeAtomic(at(name), 'x');
    expect(await nodeFiles.list(dir)).toEqual([name]);
  });

  it('keeps the old content where the target cannot be replaced', async () => {
    await nodeFiles.mkdir(at('taken'));
    await expect(nodeFiles.writeAtomic(at('taken'), 'x')).rejects.toThrow(StorageError);
    expect(await readdir(dir)).toEqual(['taken']);
  });

  it('appends', async () => {
    await nodeFiles.append(at('log'), 'a\n');
    await nodeFiles.append(at('log'), 'b\n');
    expect(await readFile(at('log'), 'utf8')).toBe('a\nb\n');
  });

  it('streams and counts bytes, not characters', async () => {
    const sink = await nodeFiles.create(at('stream'));
    await sink.write('é');
    await sink.write(Buffer.from([1, 2]));
    expect(sink.bytes).toBe(4);
    await sink.close();
    expect((await stat(at('stream'))).size).toBe(4);
  });

  it('goes on after what a file holds', async () => {
    await nodeFiles.writeAtomic(at('part'), 'é12');
    const more = await nodeFiles.resume(at('part'));
    expect(more.bytes).toBe(4);
    await more.write('!');
    expect(more.bytes).toBe(5);
    await more.close();
    expect((await nodeFiles.read(at('part'))).toString()).toBe('é12!');
    const fresh = await nodeFiles.resume(at('fresh'));
    expect(fresh.bytes).toBe(0);
    await fresh.close();
  });

  it('moves a symlink from one target to the next', async () => {
    await nodeFiles.link('v1', at('latest'));
    await nodeFiles.link('v2', at('latest'));
    expect(await readlink(at('latest'))).toBe('v2');
    expect(await readdir(dir)).toEqual(['latest']);
  });

  it('creates exclusively, with the content whole, once', async () => {
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((text) => nodeFiles.createExclusive(at('lock'), text)),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.map(errorCode)).toEqual(['EEXIST', 'EEXIST', 'EEXIST']);
    expect(await readdir(dir)).toEqual(['lock']);
  });

  it('makes nested directories, lists sorted, removes whole trees and nothing twice', async () => {
    await nodeFiles.mkdir(at('x/y/z'));
    await nodeFiles.writeAtomic(at('x/b'), '');
    await nodeFiles.writeAtomic(at('x/B'), '');
    expect(await nodeFiles.list(at('x'))).toEqual(['B', 'b', 'y']);
    await nodeFiles.remove(at('x'));
    await nodeFiles.remove(at('x'));
    await nodeFiles.remove(at('gone/deeper'));
    expect([await nodeFiles.exists(at('x')), await nodeFiles.list(at('x'))]).toEqual([false, []]);
  });

  it('says that a dangling link does not exist, and that a directory does', async () => {
    await symlink('nowhere', at('dangling'));
    expect([await nodeFiles.exists(at('dangling')), await nodeFiles.exists(dir)]).toEqual([false, true]);
  });

  it('renames a directory', async () => {
    await nodeFiles.mkdir(at('from/sub'));
    await nodeFiles.rename(at('from'), at('to'));
    expect(await nodeFiles.list(at('to'))).toEqual(['sub']);
  });

  it('leaves a missing file to the caller', async () => {
    await expect(nodeFiles.read(at('missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.skipIf(process.getuid?.() === 0)('names path and remedy where access is refused', async () => {
    await chmod(dir, 0o500);
    await expect(nodeFiles.writeAtomic(at('a'), 'x')).rejects.toMatchObject({ name: 'StorageError' });
    await chmod(dir, 0o700);
  });
});

describe('asStorageError', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'])('maps %s to path and remedy', (code) => {
    const error = asStorageError(Object.assign(new Error(code), { code }), 'out/x');
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({
      message: expect.stringContaining('out/x'),
      remedy: expect.stringMatching(/--out/),
    });
  });

  it('keeps other errors', () => {
    const error = Object.assign(new Error('x'), { code: 'ENOENT' });
    expect(asStorageError(error, 'p')).toBe(error);
    expect(asStorageError('text', 'p')).toBe('text');
  });
});
