import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishBoth } from '../envs/published.js';
import { runCli, temporaryDirectory } from '../support/cli.js';

const CLI = join(import.meta.dirname, '../../dist/pipelines/cli.js');

let out: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  out = await temporaryDirectory();
  await publishBoth(out.path);
});
afterAll(() => out.dispose());

it.each(['openforecaster', 'polybench', 'polybench-trader'])(
  'serves %s until it is told to stop',
  async (name) => {
    const child = spawn(process.execPath, [CLI, 'serve', name, '--port', '0', '--out', out.path]);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', () => reject(new Error('it ended before it listened')));
    });
    const { url } = JSON.parse(line) as { url: string };
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(await (await fetch(`${url}/list_environments`)).json()).toEqual([name]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
);

it.each([
  [['serve', 'nope'], 2, /no environment nope/],
  [['serve', 'polybench', '--port', '99999'], 2, /--port 99999/],
  [['serve', 'polybench', '--tier', 'late'], 2, /--tier late/],
  [['serve', 'polybench', '--host', ''], 2, /--host is empty/],
  [['serve', 'polybench', '--data', ''], 2, /empty path/],
  [['serve', 'polybench', '--out', ' '], 2, /empty path/],
  [['serve', 'polybench', '--data', CLI], 2, /is no directory/],
  [['serve', 'openforecaster', '--data', CLI], 2, /is no directory/],
  [['serve', 'polybench', '--web-corpus', '/'], 2, /--web-corpus \/: EISDIR/],
  [['serve', 'polybench', '--web-corpus', '/nowhere'], 2, /--web-corpus \/nowhere: ENOENT/],
  [['serve', 'polybench', '--data', '/nowhere/at/all'], 3, /there are no markets/],
] as const)('says what is wrong with %j', async (args, code, message) => {
  const run = await runCli([...args]);
  expect([run.code, run.last]).toEqual([code, expect.stringMatching(message)]);
});
