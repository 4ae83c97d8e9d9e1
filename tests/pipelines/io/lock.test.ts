import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LockedError } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { acquireLock } from '../../../pipelines/io/lock.js';
import { isAlive, type LockHolder, thisProcess } from '../../../pipelines/io/lock-holder.js';
import { inTemporaryDirectory } from './every-kind.js';

/** Compiled before the suite (vitest.config.ts). */
const LOCK_MODULE = resolve('dist/pipelines/io/lock.js');
const FILES_MODULE = resolve('dist/common/node-files.js');
/** Takes the lock when told, says how that went, and then lives until it is killed. */
const CONTENDER = `
  import { acquireLock } from ${JSON.stringify(LOCK_MODULE)};
  import { nodeFiles } from ${JSON.stringify(FILES_MODULE)};
  process.stdin.once('data', () => acquireLock(nodeFiles, process.argv[1], 'a contender').then(
    () => console.log('taken'),
    (error) => console.log(error.name),
  ));
  console.log('ready');
  setInterval(() => undefined, 1000);
`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function contender(dir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CONTENDER, dir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const said = async () => String((await once(child.stdout, 'data'))[0]).trim();
  return {
    pid: child.pid,
    ready: said(),
    go: () => {
      const answer = said();
      child.stdin.write('go');
      return answer;
    },
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function ready(dir: string, count: number) {
  const contenders = Array.from({ length: count }, () => contender(dir));
  for (const one of contenders) expect(await one.ready).toBe('ready');
  return contenders;
}

async function deadHolder(): Promise<LockHolder> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return { ...(await thisProcess('dead')), pid: Number(child.pid) };
}

const locks = async (dir: string) => (await readdir(dir)).filter((name) => name.startsWith('.lock'));

describe('acquireLock in one process', () => {
  it('makes the directory, refuses a second time by name, gives the lock back', async () => {
    await inTemporaryDirectory(async (dir) => {
      const out = join(dir, 'new/out');
      const lock = await acquireLock(nodeFiles, out, 'build forecast');
      const second = await acquireLock(nodeFiles, out, 'refresh').catch((error: unknown) => error);
      expect(second).toBeInstanceOf(LockedError);
      expect(String(second)).toMatch(
        new RegExp(`process ${process.pid} on .* \\(build forecast\\), running since 20\\d\\d-.*Z`),
      );
      await lock.release();
      expect(await locks(out)).toEqual([]);
      await (await acquireLock(nodeFiles, out, 'refresh')).release();
    });
  });

  it('takes over from a process that is gone and clears what it was building', async () => {
    await inTemporaryDirectory(async (dir) => {
      await writeFile(join(dir, '.lock.1'), JSON.stringify(await deadHolder()));
      await mkdir(join(dir, 'forecast/.tmp-99'), { recursive: true });
      await acquireLock(nodeFiles, dir, 'build');
      expect(await locks(dir)).toEqual(['.lock.2']);
      expect(await readdir(join(dir, 'forecast'))).toEqual([]);
    });
  });

  it('takes over from an earlier process of the same number, and from a file that is no lock', async () => {
    await inTemporaryDirectory(async (dir) => {
      const self = await thisProcess('earlier');
      await writeFile(join(dir, '.lock.1'), JSON.stringify({ ...self, start: 'another boot/1' }));
      await writeFile(join(dir, '.lock.7'), '{');
      await acquireLock(nodeFiles, dir, 'build');
      expect(await locks(dir)).toEqual(['.lock.8']);
    });
  });

  it('respects a process of another host, and says which file to remove', async () => {
    await inTemporaryDirectory(async (dir) => {
      const elsewhere = { ...(await deadHolder()), host: `not-${hostname()}` };
      await writeFile(join(dir, '.lock.3'), JSON.stringify(elsewhere));
      await expect(acquireLock(nodeFiles, dir, 'build')).rejects.toMatchObject({
        name: 'LockedError',
        remedy: expect.stringContaining(join(dir, '.lock.3')),
      });
    });
  });
});

describe('isAlive', () => {
  it('knows this process, its parent, and a dead one', async () => {
    const self = await thisProcess('test');
    expect(await isAlive(self)).toBe(true);
    expect(await isAlive({ ...self, start: null })).toBe(true);
    expect(await isAlive({ ...self, pid: process.ppid, start: null })).toBe(true);
    expect(await isAlive(await deadHolder())).toBe(false);
  });
});

describe('acquireLock between processes', () => {
  it('gives a free lock to one of several at once', async () => {
    await inTemporaryDirectory(async (dir) => {
      const answers = await Promise.all((await ready(dir, 4)).map((one) => one.go()));
      expect(answers.sort()).toEqual(['LockedError', 'LockedError', 'LockedError', 'taken']);
      expect(await locks(dir)).toHaveLength(1);
    });
  });

  it('gives a killed process’s lock to one of several at once', async () => {
    await inTemporaryDirectory(async (dir) => {
      const [first, ...others] = await ready(dir, 4);
      expect(await first?.go()).toBe('taken');
      expect(await others[0]?.go()).toBe('LockedError');
      await first?.kill();
      const answers = await Promise.all((await ready(dir, 3)).map((one) => one.go()));
      expect(answers.sort()).toEqual(['LockedError', 'LockedError', 'taken']);
      const [name = ''] = await locks(dir);
      expect(JSON.parse(await readFile(join(dir, name), 'utf8')).pid).not.toBe(first?.pid);
    });
  });
});
