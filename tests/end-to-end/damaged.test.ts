import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeFile, changeManifest } from '../reader/invented-version.js';
import { runCli, temporaryDirectory } from '../support/cli.js';
import { makePipe } from '../support/pipe.js';

const VERSION = '2026-11-30';
const SHARD = 'data/questions/test-00000-of-00001.parquet';
const LINES = 'data/questions/test.jsonl';
const MANIFEST = 'manifest.json';

let work: Awaited<ReturnType<typeof temporaryDirectory>>;
let out: string;
let copies = 0;
const dir = (...parts: string[]) => join(out, 'forecast', VERSION, ...parts);
const run = (command: string, ...args: string[]) => runCli([command, ...args, '--out', out]);
const predictions = () => join(work.path, 'predictions.jsonl');
const score = (...args: string[]) => run('score', '--predictions', predictions(), ...args);

beforeAll(async () => {
  work = await temporaryDirectory();
  const made = await runCli(['fixtures', '--out', work.path]);
  expect(made.code, made.stderr).toBe(0);
  await writeFile(predictions(), '');
}, 300_000);
afterAll(() => work.dispose());

beforeEach(async () => {
  copies += 1;
  out = join(work.path, `copy-${copies}`);
  for (const dataset of ['forecast', 'openforesight'])
    await cp(join(work.path, 'fixtures', dataset), join(out, dataset), {
      recursive: true,
      verbatimSymlinks: true,
    });
});

/** No stack, no rejection of nobody: at most findings on stdout, and one line that says what to do. */
function expectRefusal(answer: Awaited<ReturnType<typeof runCli>>, code: number, says: string): void {
  expect(answer.code, answer.stderr).toBe(code);
  expect(answer.stderr).toMatch(/^exit code \d: [^\n]*\n$/);
  expect(answer.stdout + answer.stderr).toContain(says);
}

describe('a manifest that is none', () => {
  const TEXTS = [
    ['cut short', '{"dataset":"forec'],
    ['empty', ''],
    ['of something else', '{}'],
  ] as const;

  it.each(TEXTS)('%s, is told by every command', async (_, text) => {
    await writeFile(dir(MANIFEST), text);
    const path = dir(MANIFEST);
    const verify = await run('verify', ...(text === '' ? [] : ['forecast']));
    expectRefusal(verify, 3, `forecast: manifest: manifest.json: ${path} is no manifest: `);
    if (text === '') expect(verify.stdout).toContain('openforesight: all holds');
    expectRefusal(await run('diff', 'forecast', VERSION, 'latest'), 3, `${path} is no manifest: `);
    expectRefusal(await score(), 3, `${path} is no manifest: `);
    const versions = await run('versions');
    expectRefusal(versions, 3, `forecast  ${VERSION}  cannot be read: ${path} is no manifest: `);
    expect(versions.stdout).toMatch(/^openforesight {2}2026-11-30 {2}as of /m);
    expect(versions.last).toContain(`1 of 2 versions cannot be read: forecast ${VERSION}`);
  });

  it.each(['missing', 'a pipe'])('%s, is told by every command', async (kind) => {
    await rm(dir(MANIFEST));
    if (kind === 'a pipe') makePipe(dir(MANIFEST));
    const says = `${dir(MANIFEST)} is ${kind === 'missing' ? 'missing' : 'no ordinary file'}`;
    for (const answer of [
      await run('verify', 'forecast'),
      await run('versions'),
      await run('diff', 'forecast', VERSION, VERSION),
      await score(),
    ])
      expectRefusal(answer, 3, says);
  });
});

describe('a file whose hash fits and that is not what it should be', () => {
  async function damage(path: string, change: (bytes: Buffer) => Buffer): Promise<void> {
    const { rows } = JSON.parse(await readFile(dir(MANIFEST), 'utf8')).files.find(
      (file: { path: string }) => file.path === path,
    );
    await changeFile(dir(), path, change(await readFile(dir(path))));
    await changeManifest(dir(), (manifest) => ({
      ...manifest,
      files: manifest.files.map((file) => (file.path === path ? { ...file, rows } : file)),
    }));
  }
  const brokenPages = (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    for (let at = changed.indexOf('\x1f\x8b\x08', 0, 'latin1'); at !== -1; ) {
      changed[at + 2] = 0x77;
      at = changed.indexOf('\x1f\x8b\x08', at + 1, 'latin1');
    }
    return changed;
  };
  const renamed = (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    changed.set(Buffer.from('resolved_ut'), changed.lastIndexOf('resolved_at'));
    return changed;
  };

  it.each<[string, string, (bytes: Buffer) => Buffer]>([
    ['a footer cut off', SHARD, (bytes) => bytes.subarray(0, bytes.length - 20)],
    ['bad pages in every column', SHARD, brokenPages],
    ['a bad column name', SHARD, renamed],
    ['both', SHARD, (bytes) => renamed(brokenPages(bytes))],
    ['lines cut short', LINES, (bytes) => bytes.subarray(0, bytes.length - 20)],
    ['a ledger cut short', 'dropped.jsonl', (bytes) => bytes.subarray(0, bytes.length - 20)],
  ])('%s', async (_, path, change) => {
    await damage(path, change);
    const verify = await run('verify', 'forecast');
    expectRefusal(verify, 3, path);
    expect(verify.stdout).toMatch(new RegExp(`^forecast: \\w+: ${path}: `, 'm'));
    if (path === SHARD) expectRefusal(await score(), 3, path);
    if (path !== LINES) expectRefusal(await run('diff', 'forecast', VERSION, VERSION), 3, path);
  });

  it.each([SHARD, LINES, 'schema.json'])('a pipe, a device or a link to nowhere for %s', async (path) => {
    for (const put of [
      () => makePipe(dir(path)),
      () => symlink('/dev/zero', dir(path)),
      () => symlink('nowhere', dir(path)),
      () => mkdir(dir(path)),
    ]) {
      await rm(dir(path), { recursive: true });
      await put();
      const verify = await run('verify', 'forecast');
      expectRefusal(verify, 3, `forecast: files: ${path}: `);
    }
  });

  it('a pipe, for scores', async () => {
    await rm(dir(SHARD));
    makePipe(dir(SHARD));
    expectRefusal(await score(), 3, `${dir(SHARD)} is no ordinary file`);
  });

  it('a split that the manifest no longer names', async () => {
    await changeManifest(dir(), ({ splits: { validation: _, ...splits }, ...manifest }) => ({
      ...manifest,
      splits,
    }));
    expectRefusal(await run('verify', 'forecast'), 3, 'which is of none of its splits train, test');
  });

  it('parameters that the dataset does not have', async () => {
    await changeManifest(dir(), (manifest) => ({
      ...manifest,
      parameters: { ...manifest.parameters, 'forecast.minForecasts': 'many' },
    }));
    expectRefusal(await run('verify', 'forecast'), 3, 'forecast: parameters: manifest.json: ');
  });
});

describe('a version that is not there', () => {
  it('is a wrong argument where there are others', async () => {
    const says = 'has no version 1999-01-01. It has 2026-11-30';
    expectRefusal(await run('verify', 'forecast@1999-01-01'), 2, says);
    expectRefusal(await run('diff', 'forecast', '1999-01-01', VERSION), 2, says);
    expectRefusal(await run('diff', 'forecast', VERSION, '1999-01-01'), 2, says);
    expectRefusal(await score('--dataset', 'forecast@1999-01-01'), 2, says);
  });

  it('is a finding where there is none at all', async () => {
    await rm(join(out, 'forecast'), { recursive: true });
    const says = `no version is published under ${join(out, 'forecast')}`;
    expectRefusal(await run('verify', 'forecast'), 3, says);
    expectRefusal(
      await run('diff', 'forecast', VERSION, VERSION),
      2,
      `has no version ${VERSION}. It has none`,
    );
    expectRefusal(await score(), 3, says);
  });

  it('is not passed over where latest leads nowhere', async () => {
    await rm(join(out, 'forecast/latest'));
    await rm(join(out, 'openforesight'), { recursive: true });
    expectRefusal(await run('verify'), 3, 'has no version latest');
  });
});

describe('what is wrong outside the version', () => {
  it('is said once for a wrong option', async () => {
    const { code, stderr } = await score('--format', 'xml');
    expect(code).toBe(2);
    expect(stderr).toBe(
      "exit code 2: option '--format <format>' argument 'xml' is invalid. Allowed choices are text, json. See npx forecast-datasets --help.\n",
    );
    expect((await run('verfy')).stderr).toMatch(/^exit code 2: unknown command 'verfy'[^\n]*\n$/);
  });

  it.skipIf(!existsSync('/dev/full'))('is said on one line where the output has no space', async () => {
    const cli = join(import.meta.dirname, '../../dist/pipelines/cli.js');
    for (const args of [['versions'], ['score', '--predictions', predictions()]]) {
      const command = `${[process.execPath, cli, ...args].join(' ')} --out ${out} > /dev/full`;
      const failed = await promisify(execFile)('bash', ['-c', command]).catch((error: unknown) => error);
      expect(failed).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^exit code 1: ENOSPC: cannot write the output\. Free space [^\n]*\n$/),
      });
    }
  });
});
