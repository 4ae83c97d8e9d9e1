import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OrsServer } from '../../../envs/ors/server.js';
import { eventsOf, OrsClient, type Streamed } from './client.js';
import { serve, type Toy, ToyClock, toy } from './toy.js';

let clock: ToyClock;
let game: Toy;
let server: OrsServer;
let client: OrsClient;
let sid: string;

beforeEach(async () => {
  clock = new ToyClock();
  game = toy();
  server = await serve([game.environment], clock, { callsInFlight: 3 });
  client = new OrsClient(server.url);
  sid = await client.session({ split: 'train', index: 0 });
});

afterEach(async () => {
  game.release();
  await server.close();
});

const failure = (error: string | RegExp) => ({
  ok: false,
  error: typeof error === 'string' ? error : expect.stringMatching(error),
});
const textOf = ({ value }: Streamed) =>
  (value as { output: { blocks: { text: string }[] } }).output.blocks[0]?.text;

/** Sends a call and cuts the connection: before anything is read, or after the task_id. Gives what was read. */
function cutCall(body: object, when: 'at once' | 'after task_id'): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(server.url);
    const headers = { 'x-session-id': sid };
    const sent = request({ port, host: '127.0.0.1', path: '/call', method: 'POST', headers }, (response) => {
      response.on('error', () => undefined);
      response.once('data', (chunk: Buffer) => {
        sent.destroy();
        resolve(chunk.toString('utf8'));
      });
    });
    sent.on('error', () => resolve(''));
    sent.end(JSON.stringify(body));
    if (when === 'at once') setTimeout(() => sent.destroy(), 100);
  });
}

it.each([
  ['nosuch', {}, "'nosuch' is not a valid tool"],
  ['echo', {}, /^Tool input validation error: words: /],
  ['echo', { words: 5 }, /^Tool input validation error: words: /],
  ['echo', { words: 'x', times: 4 }, /^Tool input validation error: times: /],
  ['echo', { words: 'x', times: null }, /^Tool input validation error: times: /],
  ['echo', { words: 'x', times: '1e999' }, /^Tool input validation error: times: /],
  ['refuse', {}, 'not now'],
])('says ok:false with status 200 for %s %j, and the episode goes on', async (name, input, error) => {
  const answer = await client.call(sid, name, input);
  expect([answer.status, answer.value]).toEqual([200, failure(error)]);
  expect(textOf(await client.call(sid, 'echo', { words: 'on' }))).toBe('1:on');
});

it('takes numbers as text and booleans, as the reference does, and ignores keys that a tool does not know', async () => {
  expect(textOf(await client.call(sid, 'echo', { words: 'a', times: '2', extra: {} }))).toBe('1:aa');
  expect(textOf(await client.call(sid, 'echo', { words: 'a', times: true }))).toBe('2:a');
});

it('leaves the refusal of a bare NaN to the tool', async () => {
  const body = '{"name":"echo","input":{"words":"NaN, \\"Infinity\\"","times":NaN}}';
  const { value } = await client.stream('/call', body, { 'x-session-id': sid });
  expect(value).toEqual(failure(/^Tool input validation error: times: /));
});

it.each([
  [{ name: 'echo', input: {}, extra: 1 }, 'extra_forbidden'],
  [{ input: {} }, 'missing'],
  [{ name: 'echo', input: [] }, 'invalid_type'],
])('says 422 for the body %j', async (body, type) => {
  const { status, body: problem } = await client.post('/toy/call', body, { 'x-session-id': sid });
  expect([status, problem]).toMatchObject([422, { detail: [{ type }] }]);
});

it.each([
  ['a number beyond all doubles', '{"name":"echo","input":{"words":"x","times":-1e999}}'],
  ['a bare infinity', '{"name":"echo","input":{"words":"x","times":-Infinity}}'],
])('leaves the refusal of %s to the tool', async (_, body) => {
  const { value } = await client.stream('/call', body, { 'x-session-id': sid });
  expect(value).toEqual(failure(/^Tool input validation error: times: /));
});

it('brings numbers and texts over as they are', async () => {
  const words = 'NaN 1e999 [[{ "-Infinity\\" \\\\';
  expect(textOf(await client.call(sid, 'echo', { words, other: [-1.5e-7, 1e21, 12] }))).toBe(`1:${words}`);
});

it.each([
  ['lists', '['.repeat(100_000)],
  ['objects', '{"a":'.repeat(100_000)],
  ['lists that end', `${'['.repeat(70)}${']'.repeat(70)}`],
])('says 422 for a body with too many nested %s', async (_, nested) => {
  const body = `{"name":"echo","input":{"words":"x","more":${nested}}}`;
  const { status, text } = await client.stream('/call', body, { 'x-session-id': sid });
  expect([status, text]).toEqual([422, expect.stringContaining('json_invalid')]);
});

it.each([
  ['quotes', `"${'\\"'.repeat(500_000)}`],
  ['backslashes', `"${'\\'.repeat(1_000_001)}`],
  ['minus signs', '-'.repeat(1_000_000)],
  ['digits', `${'1'.repeat(1_000_000)}x`],
])('reads a megabyte of %s that is no JSON as fast as any other', async (_, body) => {
  expect((await client.stream('/tasks', body)).status).toBe(422);
});

it('says an exception inside a tool as an error event on one line', async () => {
  const { status, events } = await client.call(sid, 'throw', { words: 'a\nb' });
  expect([status, events.slice(1)]).toEqual([200, [{ event: 'error', data: 'TypeError: a b' }]]);
});

it('never sends a reward that JSON cannot say', async () => {
  const { events } = await client.call(sid, 'overpay', {});
  expect(events[1]).toMatchObject({ event: 'error' });
});

it('carries out nothing after the end, and pays once', async () => {
  const paid = await client.call(sid, 'finish', {});
  expect(paid.value).toMatchObject({ ok: true, output: { reward: 1, finished: true } });
  for (let time = 0; time < 3; time += 1)
    expect((await client.call(sid, 'finish', {})).value).toEqual(failure('the episode is finished'));
  expect(game.runs).toEqual(['finish']);
});

it('gives a finished result again for its id, the tool running once', async () => {
  const { events, value } = await client.call(sid, 'finish', {});
  const id = String(events[0]?.data);
  for (let time = 0; time < 3; time += 1) {
    const again = await client.call(sid, 'finish', {}, { task_id: id });
    expect([again.events, again.value]).toEqual([events, value]);
  }
  expect(game.runs).toEqual(['finish']);
});

it('forgets a result after 60 s', async () => {
  const { events } = await client.call(sid, 'echo', { words: 'x' });
  const again = { task_id: events[0]?.data };
  await clock.pass(60_000);
  expect((await client.call(sid, 'echo', { words: 'x' }, again)).value).toBeDefined();
  await clock.pass(1);
  const { events: refused } = await client.call(sid, 'echo', { words: 'x' }, again);
  expect(refused).toEqual([{ event: 'error', data: 'unknown task_id' }]);
});

it('knows no task_id of another session', async () => {
  const { events } = await client.call(sid, 'echo', { words: 'x' });
  const other = await client.session({ split: 'train', index: 0 });
  const { events: refused } = await client.call(other, 'echo', { words: 'x' }, { task_id: events[0]?.data });
  expect(refused).toEqual([{ event: 'error', data: 'unknown task_id' }]);
});

it('goes on with a running call for its id after the connection was lost', async () => {
  const [task] = eventsOf(await cutCall({ name: 'wait', input: {} }, 'after task_id'));
  const resumed = client.call(sid, 'wait', {}, { task_id: task?.data });
  game.release();
  expect(textOf(await resumed)).toBe('waited');
  expect(game.runs).toEqual(['wait']);
});

it('hands over a call whose connection was lost before its id arrived', async () => {
  await cutCall({ name: 'wait', input: {} }, 'at once');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const again = client.call(sid, 'wait', {});
  game.release();
  expect(textOf(await again)).toBe('waited');
  expect(game.runs).toEqual(['wait']);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a call over a connection of its own, which is then closed as `close` says. */
async function callAndClose(body: object, close: (socket: Socket) => unknown, key?: string): Promise<void> {
  const json = JSON.stringify(body);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  const head = ['POST /call HTTP/1.1', 'host: x', `x-session-id: ${sid}`, `content-length: ${json.length}`];
  const lines = key === undefined ? head : [...head, `idempotency-key: ${key}`];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${json}`);
  await close(socket);
  await pause(50);
}

const LOST: [string, (socket: Socket) => unknown][] = [
  ['closed at once', (socket) => socket.destroy()],
  ['reset at once', (socket) => socket.resetAndDestroy()],
];
const UNREAD: [string, (socket: Socket) => unknown][] = [
  ...LOST,
  ['closed with the answer unread', (socket) => pause(50).then(() => socket.destroy())],
  ['half closed, then closed', (socket) => pause(20).then(() => socket.end().destroy())],
];

it.each(LOST)('runs a call once whose connection was %s, however fast it is', async (_, close) => {
  for (let time = 0; time < 5; time += 1) await callAndClose({ name: 'echo', input: { words: 'x' } }, close);
  expect(textOf(await client.call(sid, 'echo', { words: 'x' }))).toBe('1:x');
  expect(game.runs).toEqual(['x']);
});

it.each(LOST)('pays the end of an episode whose connection was %s', async (_, close) => {
  await callAndClose({ name: 'finish', input: {} }, close);
  const paid = (await client.call(sid, 'finish', {})).value;
  expect(paid).toMatchObject({ ok: true, output: { reward: 1, finished: true } });
  expect((await client.call(sid, 'finish', {})).value).toEqual(failure('the episode is finished'));
  expect(game.runs).toEqual(['finish']);
});

it.each(UNREAD)('runs a call with a key once, its connection %s', async (_, close) => {
  const calls = ['a', 'b'].map((words) => ({ name: 'echo', input: { words } }));
  for (const call of calls) await callAndClose(call, close, `key-${call.input.words}`);
  for (const { name, input } of calls) {
    const again = await client.call(sid, name, input, {}, { 'idempotency-key': `key-${input.words}` });
    expect(textOf(again)).toBe(input.words === 'a' ? '1:a' : '2:b');
  }
  expect(game.runs).toEqual(['a', 'b']);
});

it('pays under a key whatever was called in between, and never twice without it', async () => {
  const key = { 'idempotency-key': 'last' };
  for (let time = 0; time < 3; time += 1) {
    const paid = (await client.call(sid, 'finish', {}, {}, key)).value;
    expect(paid).toMatchObject({ ok: true, output: { reward: 1, finished: true } });
    expect((await client.call(sid, 'finish', {})).value).toEqual(failure('the episode is finished'));
  }
  expect(game.runs).toEqual(['finish']);
});

it('takes calls with keys of their own for calls of their own, and a key for one call', async () => {
  for (const [count, key] of ['k1', 'k2'].entries())
    expect(textOf(await client.call(sid, 'echo', { words: 'x' }, {}, { 'idempotency-key': key }))).toBe(
      `${count + 1}:x`,
    );
  const other = await client.call(sid, 'echo', { words: 'y' }, {}, { 'idempotency-key': 'k1' });
  expect([other.status, other.text]).toEqual([422, expect.stringContaining('another call')]);
  const long = await client.call(sid, 'echo', { words: 'y' }, {}, { 'idempotency-key': 'k'.repeat(201) });
  expect(long.status).toBe(422);
});

it('runs an identical call anew once the first was answered', async () => {
  await client.call(sid, 'echo', { words: 'x' });
  expect(textOf(await client.call(sid, 'echo', { words: 'x' }))).toBe('2:x');
});

it.each([
  ['closed', (socket: Socket) => socket.end()],
  ['reset', (socket: Socket) => socket.resetAndDestroy()],
])('runs it anew, too, where the client %s its connection after it had read the answer', async (_, close) => {
  await callAndClose({ name: 'echo', input: { words: 'x' } }, async (socket) => {
    await once(socket.resume(), 'data');
    close(socket);
  });
  expect(textOf(await client.call(sid, 'echo', { words: 'x' }))).toBe('2:x');
});

it('keeps the last result whatever its size, and of older ones no more than allowed', async () => {
  const held = () => client.call(sid, 'echo', { words: 'x' }, { task_id: id });
  const { events } = await client.call(sid, 'repeat', { unit: 'x', times: 600_000 });
  const id = events[0]?.data;
  expect(textOf(await held())).toHaveLength(600_000);
  await client.call(sid, 'echo', { words: 'x' });
  expect((await held()).events).toEqual([{ event: 'error', data: 'unknown task_id' }]);
});

it('carries out the calls of a session one after another', async () => {
  const first = client.call(sid, 'wait', {});
  await vi.waitFor(() => expect(game.runs).toEqual(['wait']));
  const second = client.call(sid, 'echo', { words: 'later' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(game.runs).toEqual(['wait']);
  game.release();
  expect([textOf(await first), textOf(await second)]).toEqual(['waited', '1:later']);
});

it('answers 429 when too many calls of a session wait', async () => {
  const waiting = [client.call(sid, 'wait', {})];
  await vi.waitFor(() => expect(game.runs).toEqual(['wait']));
  for (const words of ['a', 'b']) waiting.push(client.call(sid, 'echo', { words }));
  await vi.waitFor(async () => {
    expect((await client.call(sid, 'echo', { words: 'c' })).status).toBe(429);
  });
  game.release();
  await Promise.all(waiting);
});

it('sends bytes at least every 10 s to a client that waits for longer than 30 s', async () => {
  const waiting = client.call(sid, 'wait', {});
  await vi.waitFor(() => expect(game.runs).toEqual(['wait']));
  for (let second = 0; second < 50; second += 1) await clock.pass(1_000);
  game.release();
  const { text, events } = await waiting;
  expect(text.split(': ping\n').length - 1).toBeGreaterThanOrEqual(5);
  expect(events.map(({ event }) => event)).toEqual(['task_id', 'end']);
});

it('leaves no timer behind when a call ends or its client goes away', async () => {
  const idle = clock.sleeping.size;
  await client.call(sid, 'echo', { words: 'x' });
  await cutCall({ name: 'wait', input: {} }, 'after task_id');
  await vi.waitFor(() => expect(clock.sleeping.size).toBe(idle));
});

it('tells a running call that its session is deleted', async () => {
  const waiting = client.call(sid, 'wait', {});
  await vi.waitFor(() => expect(game.runs).toEqual(['wait']));
  await client.signal('/delete', sid);
  expect((await waiting).value).toEqual(failure('Session deleted'));
});

it.each([
  ['one line', 'x', 5_001],
  ['blanks at every place where a cut may fall', ' ', 300_000],
  ['blanks of other kinds', '\u00a0\u2003\u3000\n\t', 60_000],
  ['three bytes a character', '\u6f22', 120_000],
  ['surrogate pairs, shifted by one', 'a\u{1f600}', 80_000],
])('brings long results over whole: %s', async (_, unit, times) => {
  const answer = await client.call(sid, 'repeat', { unit, times });
  expect(textOf(answer)).toBe(unit.repeat(times));
  for (const line of answer.text.split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(131_072);
});

it('escapes what some clients take for the end of a line', async () => {
  const unit = 'a\u0085b\u2028c\u2029d';
  const answer = await client.call(sid, 'repeat', { unit, times: 1 });
  expect(textOf(answer)).toBe(unit);
  expect(answer.text).not.toMatch(/[\u0085\u2028\u2029]/);
});
