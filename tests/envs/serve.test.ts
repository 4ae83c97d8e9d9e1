import { execFile } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { UsageError } from '../../common/errors.js';
import { nodeFiles } from '../../common/node-files.js';
import { systemEffects } from '../../common/system-effects.js';
import type { OrsServer } from '../../envs/ors/server.js';
import { type ServeSettings, serveEnvironment } from '../../envs/serve.js';
import { AlteredDataError, IncompleteDataError } from '../../reader/index.js';
import { temporaryDirectory } from '../support/cli.js';
import { startStandIn } from './openforecaster/stand-in.js';
import { OrsClient } from './ors/client.js';
import { quietLog } from './ors/toy.js';
import { breakingProxy } from './proxy.js';
import { MARKET_FILES, publishBoth } from './published.js';

const run = promisify(execFile);
const AGENT = join(import.meta.dirname, '../../examples/agent.mjs');

let out: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: OrsServer | undefined;

beforeAll(async () => {
  out = await temporaryDirectory();
  await publishBoth(out.path);
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => out.dispose());

async function start(settings: Partial<ServeSettings>, env: Record<string, string> = {}): Promise<OrsClient> {
  server = await serveEnvironment(
    { name: 'polybench', host: '127.0.0.1', port: 0, outDir: out.path, ...settings },
    {
      env,
      files: nodeFiles,
      effects: systemEffects(),
      log: quietLog,
      version: { version: '0', build_sha: 'x' },
    },
  );
  return new OrsClient(server.url);
}

/** Plays with the example agent; gives its last line. */
async function agent(client: OrsClient, split: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, [AGENT, client.url, split]);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

it('lets the example agent play every PolyBench episode of a split', async () => {
  const client = await start({ name: 'polybench' });
  // It backs the favourite with $200: NO at 0.60 in both. Market 7 resolves NO and pays 200/0.6; 12 resolves YES.
  const [won, lost] = [100 * Math.log((9_800 + 200 / 0.6) / 10_000), 100 * Math.log(0.98)];
  const result = (await agent(client, 'test')) as { mean_reward: number };
  expect(result).toMatchObject({ environment: 'polybench', split: 'test', tasks: 2 });
  expect(result.mean_reward).toBeCloseTo((won + lost) / 2, 9);
});

it('lets the example agent trade the ladder', async () => {
  const client = await start({ name: 'polybench-trader' });
  expect(await agent(client, 'test')).toMatchObject({ environment: 'polybench-trader', tasks: 2 });
});

it('lets the example agent answer a whole OpenForecaster split', async () => {
  const client = await start({ name: 'openforecaster' });
  // A wrong answer at confidence 0 earns 0.5 by the card's formula.
  expect(await agent(client, 'test')).toEqual({
    environment: 'openforecaster',
    split: 'test',
    tasks: 2,
    paid: 2,
    mean_reward: 0.5,
  });
});

it('lets the example client get through a connection that breaks, every call carried out once', async () => {
  const direct = await start({ name: 'polybench-trader' });
  const expected = await agent(direct, 'test');
  const proxy = await breakingProxy(new URL(direct.url));
  expect(await agent(new OrsClient(proxy.url), 'test')).toEqual(expected);
  expect(proxy.broken()).toBeGreaterThan(5);
  await proxy.close();
});

it('shows no answer and no outcome to a client that asks for all it can', async () => {
  for (const name of ['openforecaster', 'polybench', 'polybench-trader'] as const) {
    const client = await start({ name });
    const read: unknown[] = [
      await client.get('/tools'),
      await client.get('/splits'),
      await client.get('/version'),
    ];
    for (const split of ['train', 'test']) {
      read.push(await client.post('/tasks', { split }));
      const sid = await client.session({ split, index: 0 });
      for (const path of ['/prompt', '/task_tools'])
        read.push(await client.get(path, { 'x-session-id': sid }));
      for (const tool of ['list_markets', 'price_history', 'web_search', 'submit_answer', 'resolve'])
        read.push(await client.call(sid, tool, { market_id: '7', query: 'x', answer: 'wrong' }));
    }
    const text = JSON.stringify(read);
    expect(text).not.toMatch(/Zephathowitz|Ilmanthara|Skolarivine/);
    expect(text).not.toMatch(/trading_end|resolution_date|"outcome|tradeable_days|capacity_usd|volume_usd/);
    await server?.close();
  }
});

it.each([
  { dataset: 'polybench', market_id: '../../../etc/passwd' },
  { market_id: '7' },
  { id: '/etc/passwd', path: '/etc/passwd' },
  JSON.parse('{"__proto__": {"market_id": "7"}}'),
])('opens nothing for the task_spec %j', async (task_spec) => {
  const client = await start({ name: 'polybench' });
  await client.post('/create', { task_spec }, { 'x-session-id': 's' });
  const { status, body } = await client.get('/prompt', { 'x-session-id': 's' });
  expect([status, body]).toEqual([
    400,
    { detail: 'task_spec is none of the tasks that this environment lists' },
  ]);
});

it('takes no task with a key more than the one it lists, whatever the key is called', async () => {
  const client = await start({ name: 'polybench' });
  const { body } = await client.post('/task', { split: 'test', index: 0 });
  const listed = JSON.stringify((body as { task: object }).task);
  for (const key of ['more', '__proto__', 'constructor']) {
    const task_spec: object = JSON.parse(`${listed.slice(0, -1)},"${key}":{}}`);
    await client.post('/create', { task_spec }, { 'x-session-id': key });
    expect((await client.get('/prompt', { 'x-session-id': key })).status).toBe(400);
  }
});

it('plays a task that was listed as one that is named by split and index', async () => {
  const client = await start({ name: 'openforecaster' });
  const { body } = await client.post('/task', { split: 'test', index: 1 });
  const { task, env_name } = body as { task: object; env_name: string };
  const sid = await client.session({ task_spec: task, env_name });
  const prompt = await client.get('/openforecaster/prompt', { 'x-session-id': sid });
  expect(JSON.stringify(prompt.body)).toContain('contest 2');
  const { value } = await client.call(sid, 'submit_answer', { answer: 'Skolarivine', confidence: 1 });
  expect(value).toMatchObject({ ok: true, output: { reward: 1, finished: true } });
});

it('judges by the key of the session alone where it has one', async () => {
  const standIn = await startStandIn(['{"match": true}']);
  const client = await start({ name: 'openforecaster' }, { ANTHROPIC_BASE_URL: standIn.url });
  const header = Buffer.from('{"ANTHROPIC_API_KEY":{"value":"from header"}}').toString('base64');
  const task = { split: 'test', index: 0 };
  await client.post('/create', task, { 'x-session-id': 'with', 'x-secrets': header });
  const paid = await client.call('with', 'submit_answer', { answer: 'the other one', confidence: 1 });
  expect(paid.value).toMatchObject({ output: { reward: 1, metadata: { judge_prompt: 'judge@1' } } });
  expect(standIn.received.map(({ headers }) => headers['x-api-key'])).toEqual(['from header']);
  const without = await client.session(task);
  const plain = await client.call(without, 'submit_answer', { answer: 'the other one', confidence: 1 });
  expect(plain.value).toMatchObject({ output: { reward: 0, metadata: { judge: 'heuristic@1' } } });
  await standIn.close();
});

it('reads a directory of single markets, given as --data or POLY_DATA_DIR, with splits by the day of resolution', async () => {
  const dir = join(out.path, 'loose');
  await mkdir(dir, { recursive: true });
  for (const [path, json] of Object.entries(MARKET_FILES))
    await writeFile(join(dir, path.replace('markets/', '')), json);
  const versions = [];
  for (const [settings, env] of [
    [{ dataDir: dir }, {}],
    [{}, { POLY_DATA_DIR: dir }],
  ] as const) {
    const client = await start(settings, env);
    expect((await client.post('/num_tasks', { split: 'train' })).body).toEqual({ num_tasks: 1 });
    const { body } = await client.post('/task', { split: 'test', index: 1 });
    expect(body).toMatchObject({ task: { market_id: '12', bankroll: 10_000 } });
    versions.push((body as { task: { version: string } }).task.version);
    await server?.close();
  }
  expect(versions[0]).toMatch(/^files-[0-9a-f]{16}$/);
  expect(versions[1]).toBe(versions[0]);
});

it('finds pages of a corpus as its clock moves on', async () => {
  const webCorpus = join(out.path, 'corpus.jsonl');
  const page = {
    url: 'https://news.example/7',
    title: 'Thing',
    published_at: '2026-06-11T09:00:00Z',
    text: 'It is near.',
  };
  await writeFile(webCorpus, `${JSON.stringify(page)}\n`);
  const client = await start({ webCorpus });
  const sid = await client.session({ split: 'test', index: 0 });
  const pages = async () => {
    const { value } = await client.call(sid, 'web_search', { query: 'thing' });
    return (value as { output: { metadata: { as_of: string; pages: object[] } } }).output.metadata;
  };
  expect(await pages()).toEqual({ as_of: '2026-06-10T00:00:00Z', pages: [] });
  await client.call(sid, 'advance_time', { days: 1 });
  expect((await pages()).pages).toEqual([]);
  await client.call(sid, 'advance_time', { days: 1 });
  expect(await pages()).toMatchObject({ as_of: '2026-06-12T00:00:00Z', pages: [{ url: page.url }] });
});

it('serves other tiers and fees where it is told so', async () => {
  const client = await start({ tiers: ['full=0', 'late=2'], takerFeeBps: '100' });
  expect((await client.post('/task', { split: 'test', index: 1 })).body).toMatchObject({
    task: { tier: 'late', start_offset_days: 2, taker_fee_bps: 100 },
  });
});

it.each([
  [{ tiers: ['late'] }, /--tier late/],
  [{ tiers: ['a=1', 'a=2'] }, /one name/],
  [{ tiers: ['late=900'] }, /no task/],
  [{ takerFeeBps: '-1' }, /--taker-fee-bps/],
  [{ webCorpus: '/nowhere/at/all' }, /--web-corpus/],
  [{ name: 'openforecaster' as const, reward: 'reward' }, /--reward/],
  [{ reward: 'reward_readme@1' }, /--reward means nothing to polybench/],
  [{ name: 'polybench-trader' as const, tiers: ['late=14'] }, /--tier means nothing/],
  [{ name: 'openforecaster' as const, webCorpus: '/nowhere' }, /--web-corpus means nothing/],
  [{ name: 'openforecaster' as const, takerFeeBps: '10' }, /--taker-fee-bps means nothing/],
  [{ host: '192.0.2.1' }, /cannot listen/],
])('refuses the settings %j as a matter of usage', async (settings, message) => {
  const starting = start(settings);
  await expect(starting).rejects.toThrow(UsageError);
  await expect(starting).rejects.toThrow(message);
});

it('refuses data that is missing or altered', async () => {
  const other = await temporaryDirectory();
  await expect(start({ outDir: other.path })).rejects.toThrow(IncompleteDataError);
  const { polybench, openforesight } = await publishBoth(other.path);
  await appendFile(join(polybench, 'markets/7.json'), ' ');
  await appendFile(join(openforesight, 'data/questions/test.jsonl'), ' ');
  await expect(start({ outDir: other.path })).rejects.toThrow(AlteredDataError);
  await expect(start({ outDir: other.path, name: 'openforecaster' })).rejects.toThrow(AlteredDataError);
  await other.dispose();
});
