import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrsServer } from '../../../envs/ors/server.js';
import { OrsClient } from './client.js';
import { serve, ToyClock, toy } from './toy.js';

let server: OrsServer;
let client: OrsClient;

beforeAll(async () => {
  server = await serve([toy().environment, toy('second').environment], new ToyClock());
  client = new OrsClient(server.url);
});

afterAll(() => server.close());

it('answers health, version and the environments, the default first', async () => {
  expect((await client.get('/health')).body).toEqual({ status: 'ok' });
  expect((await client.get('/version')).body).toEqual({ version: '1.2.3', build_sha: 'abc' });
  expect((await client.get('/list_environments')).body).toEqual(['toy', 'second']);
});

it('listens on loopback unless told otherwise', () => {
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
});

it('announces tools by exactly three keys, with a flat JSON Schema', async () => {
  const { body } = await client.get('/toy/tools');
  const [echo] = (body as { tools: object[] }).tools;
  expect(echo).toEqual({
    name: 'echo',
    description: 'Says it again.',
    input_schema: {
      type: 'object',
      properties: {
        words: { type: 'string' },
        times: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
      },
      required: ['words'],
    },
  });
});

it('lists splits with their types', async () => {
  expect((await client.get('/toy/splits')).body).toEqual([
    { name: 'train', type: 'train' },
    { name: 'hard', type: 'validation' },
  ]);
});

it('gives tasks whole, counted, by index and as slices', async () => {
  const tasks = ['train-0', 'train-1', 'train-2', 'train-3', 'train-4'].map((id) => ({ id }));
  expect((await client.post('/toy/tasks', { split: 'train' })).body).toEqual({ tasks, env_name: 'toy' });
  expect((await client.post('/toy/num_tasks', { split: 'train' })).body).toEqual({ num_tasks: 5 });
  expect((await client.post('/toy/task', { split: 'train', index: 4 })).body).toEqual({
    task: { id: 'train-4' },
    env_name: 'toy',
  });
});

// The right values are those of Python's list(range(5))[start:stop].
it.each([
  [{}, [0, 1, 2, 3, 4]],
  [{ start: null, stop: null }, [0, 1, 2, 3, 4]],
  [{ start: 3 }, [3, 4]],
  [{ stop: 2 }, [0, 1]],
  [{ start: -2 }, [3, 4]],
  [{ stop: -4 }, [0]],
  [{ start: -99, stop: 99 }, [0, 1, 2, 3, 4]],
  [{ start: 4, stop: 1 }, []],
  [{ start: 5 }, []],
  [{ start: -1, stop: -3 }, []],
])('slices tasks as Python does: %j', async (bounds, indices) => {
  const { body } = await client.post('/toy/task_range', { split: 'train', ...bounds });
  expect(body).toEqual({ tasks: indices.map((index) => ({ id: `train-${index}` })), env_name: 'toy' });
});

it('ignores the case of an environment and repeats it as written', async () => {
  const { status, body } = await client.post('/TOY/tasks', { split: 'hard' });
  expect([status, body]).toEqual([200, { tasks: [{ id: 'hard-0' }], env_name: 'TOY' }]);
});

it('serves bare paths from the default environment, POST included, whatever the query', async () => {
  expect((await client.get('/splits?x=1')).status).toBe(200);
  expect((await client.post('/num_tasks', { split: 'train' })).body).toEqual({ num_tasks: 5 });
});

it.each([
  ['/toy/tasks', { split: 'nope' }, 400, 'Invalid split'],
  ['/toy/task', { split: 'train', index: 5 }, 400, 'Invalid index'],
  ['/toy/task', { split: 'train', index: -1 }, 400, 'Invalid index'],
  ['/nope/tasks', { split: 'train' }, 404, "unknown environment 'nope'"],
  ['/toy/nope', {}, 404, 'Not Found'],
  ['/constructor', {}, 404, 'Not Found'],
  ['/toy/tasks/more', {}, 404, 'Not Found'],
  ['/%zz', {}, 404, 'Not Found'],
  ['/toy/splits', {}, 405, 'Method Not Allowed'],
])('refuses POST %s %j', async (path, body, status, detail) => {
  const answer = await client.post(path, body);
  expect([answer.status, answer.body]).toEqual([status, { detail }]);
});

it.each([
  [{}, 'missing', ['body', 'split']],
  [{ split: 3 }, 'invalid_type', ['body', 'split']],
  [{ split: 'train', extra: 1 }, 'extra_forbidden', ['body', 'extra']],
])('says 422 with the place for the body %j', async (body, type, loc) => {
  const { status, body: problem } = await client.post('/toy/tasks', body);
  expect(status).toBe(422);
  expect(problem).toMatchObject({ detail: [{ type, loc }] });
});

it('says 422 in the form of the reference for a key too many', async () => {
  const { body } = await client.post('/toy/tasks', { split: 'train', extra: 1 });
  expect(body).toEqual({
    detail: [
      { type: 'extra_forbidden', loc: ['body', 'extra'], msg: 'Extra inputs are not permitted', input: 1 },
    ],
  });
});

it('says 422 for what is no JSON, and for no body', async () => {
  for (const body of ['{', '']) {
    const response = await fetch(`${server.url}/toy/tasks`, { method: 'POST', body });
    expect(response.status).toBe(422);
  }
});

it('gives the same answer to a request that is sent three times', async () => {
  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await client.post('/toy/tasks', { split: 'train' }));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
});

it('refuses a body beyond the limit', async () => {
  const { status } = await client.post('/toy/tasks', { split: 'x'.repeat(1 << 20) });
  expect(status).toBe(413);
});
