import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrsServer } from '../../../envs/ors/server.js';
import { OrsClient } from './client.js';
import { serve, type Toy, ToyClock, toy } from './toy.js';

let clock: ToyClock;
let game: Toy;
let server: OrsServer;
let client: OrsClient;

beforeEach(async () => {
  clock = new ToyClock();
  game = toy();
  server = await serve([game.environment, toy('second').environment], clock, { sessions: 3 });
  client = new OrsClient(server.url);
});

afterEach(() => server.close());

const sidHeader = (sid: string) => ({ 'x-session-id': sid });
const first = { split: 'train', index: 0 };

it('opens a session as a stream with its id and an empty end', async () => {
  for (const body of [{}, '']) {
    const { events, headers } = await client.stream('/create_session', body);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(events).toEqual([
      { event: 'task_id', data: expect.stringMatching(/^[0-9a-f]{32}$/) },
      { event: 'end', data: '' },
    ]);
  }
});

it('plays a session from create to delete', async () => {
  const sid = await client.session(first);
  expect((await client.signal('/ping', sid)).body).toEqual({ status: 'ok' });
  expect((await client.get('/toy/prompt', sidHeader(sid))).body).toEqual([
    { type: 'text', text: 'play train-0', detail: null },
  ]);
  const tools = await client.get('/toy/task_tools', sidHeader(sid));
  expect(tools.body).toEqual((await client.get('/toy/tools')).body);
  expect((await client.call(sid, 'echo', { words: 'hi' })).value).toEqual({
    ok: true,
    output: {
      blocks: [{ type: 'text', text: '1:hi', detail: null }],
      metadata: null,
      reward: null,
      finished: false,
    },
  });
  expect((await client.signal('/delete', sid)).body).toEqual({ sid });
  expect((await client.signal('/delete_session', sid)).body).toEqual({ sid });
});

it('trims the session id, and wants one', async () => {
  const sid = await client.session(first);
  expect((await client.get('/prompt', sidHeader(`  ${sid} `))).status).toBe(200);
  const missing = { detail: 'X-Session-ID header is required' };
  expect((await client.get('/prompt')).body).toEqual(missing);
  expect((await client.post('/create', first)).body).toEqual(missing);
  expect((await client.stream('/call', { name: 'echo', input: {} })).status).toBe(400);
});

it('answers an identical create with 200 again, another one with 400', async () => {
  const sid = await client.session(first);
  for (let time = 0; time < 3; time += 1) {
    const again = await client.post('/create', { index: 0, split: 'train' }, sidHeader(sid));
    expect([again.status, again.body]).toEqual([200, { sid }]);
  }
  const other = await client.post('/create', { split: 'train', index: 1 }, sidHeader(sid));
  expect([other.status, other.body]).toEqual([400, { detail: 'Session already exists' }]);
  expect((await client.get('/prompt', sidHeader(sid))).body).toMatchObject([{ text: 'play train-0' }]);
});

it.each([
  [{}, 422],
  [{ task_spec: { id: 'x' }, split: 'train', index: 0 }, 422],
  [{ task_spec: { id: 'x' }, index: 0 }, 422],
  [{ split: 'train' }, 422],
  [{ split: 'train', index: 0, surprise: true }, 422],
  [{ split: 'nope', index: 0 }, 400],
  [{ split: 'train', index: 5 }, 400],
  [{ split: 'train', index: -1 }, 400],
  [{ split: 'train', index: 0, env_name: 'nope' }, 404],
])('refuses to create from %j', async (body, status) => {
  expect((await client.post('/create', body, sidHeader('s1'))).status).toBe(status);
});

it('names no more than a hundred faults of a body', async () => {
  const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]));
  const answer = await client.post('/tasks', { split: 'train', ...body });
  expect((answer.body as { detail: unknown[] }).detail).toHaveLength(100);
});

it('binds to the environment named in the request, else to the default', async () => {
  const body = { task_spec: { id: 'mine' }, env_name: 'SECOND' };
  await client.post('/create', body, sidHeader('s1'));
  expect((await client.get('/second/prompt', sidHeader('s1'))).body).toMatchObject([{ text: 'play mine' }]);
});

it('answers 200 to create although the setup fails, then says so on every call', async () => {
  const created = await client.post('/create', { task_spec: { id: 'broken' } }, sidHeader('s1'));
  expect(created.status).toBe(200);
  const detail = 'TypeError: cannot open with undefined';
  for (const path of ['/prompt', '/task_tools']) {
    const answer = await client.get(path, sidHeader('s1'));
    expect([answer.status, answer.body]).toEqual([500, { detail }]);
  }
  expect((await client.call('s1', 'echo', { words: 'x' })).status).toBe(500);
});

it('keeps the status of a problem that the setup names, such as an unknown toolset', async () => {
  await client.post('/create', { task_spec: { id: 'refused' } }, sidHeader('s1'));
  expect((await client.get('/prompt', sidHeader('s1'))).status).toBe(400);
  await client.post('/create', { ...first, toolset_name: 'x' }, sidHeader('s2'));
  const answer = await client.get('/prompt', sidHeader('s2'));
  expect([answer.status, answer.body]).toEqual([400, { detail: "unknown toolset 'x'" }]);
});

it('takes secrets from the body, which wins, and from the header', async () => {
  const header = Buffer.from(JSON.stringify({ A: { value: 'from header' }, B: { value: 'b' } }));
  const headers = { ...sidHeader('s1'), 'x-secrets': header.toString('base64') };
  await client.post('/create', { ...first, secrets: { A: 'from body' } }, headers);
  await client.get('/prompt', sidHeader('s1'));
  expect(game.secrets.sort()).toEqual(['A=from body', 'B=b']);
});

it('repeats no secret: not in errors, not in 422 answers', async () => {
  const body = { task_spec: { id: 'broken' }, secrets: { KEY: 'hush-hush' } };
  await client.post('/create', body, sidHeader('s1'));
  const failed = await client.get('/prompt', sidHeader('s1'));
  expect(failed.body).toEqual({ detail: 'TypeError: cannot open with ***' });
  const wrong = { ...first, secrets: { KEY: { value: 'hush-hush' } } };
  const refused = await client.post('/create', wrong, sidHeader('s2'));
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).not.toContain('hush-hush');
  const unreadable = await client.post('/create', first, { ...sidHeader('s2'), 'x-secrets': 'hush-hush' });
  expect(unreadable.status).toBe(400);
  expect(JSON.stringify(unreadable.body)).not.toContain('hush-hush');
});

it('repeats no secret under a name that it does not know, nor anything else of such a request', async () => {
  const refused = await client.post('/create', { ...first, Secrets: { KEY: 'hush-hush' } }, sidHeader('s1'));
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ detail: [{ type: 'extra_forbidden', loc: ['body', 'Secrets'] }] });
  expect(JSON.stringify(refused.body)).not.toContain('hush-hush');
});

it.each([
  ['a long one', { KEY: 'x'.repeat(5_000) }],
  ['a long name', { ['x'.repeat(300)]: 'x' }],
  ['many', Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`K${index}`, 'x']))],
])('holds no more secrets than a session needs: %s', async (_, secrets) => {
  expect((await client.post('/create', { ...first, secrets }, sidHeader('s1'))).status).toBe(422);
  const header = Buffer.from(JSON.stringify(secrets)).toString('base64');
  const headers = { ...sidHeader('s1'), 'x-secrets': header };
  const { status, body } = await client.post('/create', first, headers);
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('at most 32 secrets of 4096'),
  ]);
});

it('says 404 for sessions that are unknown, not bound, or deleted', async () => {
  const unknown = { detail: 'Active environment not found' };
  expect((await client.signal('/ping', 'nobody')).body).toEqual(unknown);
  expect((await client.get('/prompt', sidHeader('nobody'))).body).toEqual(unknown);
  const { events } = await client.stream('/create_session', {});
  expect((await client.get('/prompt', sidHeader(String(events[0]?.data)))).status).toBe(404);
  const sid = await client.session(first);
  await client.signal('/delete', sid);
  expect((await client.get('/prompt', sidHeader(sid))).status).toBe(404);
  expect((await client.call(sid, 'echo', { words: 'x' })).status).toBe(404);
});

it('deletes twice, and what was never there', async () => {
  const sid = await client.session(first);
  for (const path of ['/delete', '/delete', '/delete_session', '/delete_session']) {
    const { status, body } = await client.signal(path, sid);
    expect([status, body]).toEqual([200, { sid }]);
  }
  expect((await client.signal('/delete', 'nobody')).status).toBe(200);
});

it('says 410 to what waited for the setup of a session that is deleted', async () => {
  await client.post('/create', { task_spec: { id: 'slow' } }, sidHeader('s1'));
  const waiting = client.get('/prompt', sidHeader('s1'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await client.signal('/delete', 's1');
  const { status, body } = await waiting;
  expect([status, body]).toEqual([410, { detail: 'Session deleted' }]);
});

it('drops a session 900 s after its last sign of life, not before', async () => {
  const idle = await client.session(first);
  const pinged = await client.session(first);
  await clock.pass(895_000);
  expect(server.sessions()).toBe(2);
  await client.signal('/ping', pinged);
  await clock.pass(5_000);
  expect(server.sessions()).toBe(1);
  expect((await client.signal('/ping', idle)).status).toBe(404);
  expect((await client.signal('/ping', pinged)).status).toBe(200);
});

it('takes no more sessions than allowed, and gives places back', async () => {
  const sids = [];
  for (let count = 0; count < 3; count += 1) sids.push(await client.session(first));
  expect((await client.stream('/create_session', {})).status).toBe(503);
  expect((await client.post('/create', first, sidHeader('chosen'))).status).toBe(503);
  await client.signal('/delete_session', String(sids[0]));
  expect((await client.stream('/create_session', {})).status).toBe(200);
});
