import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openForecasterEnvironment } from '../../../envs/openforecaster/environment.js';
import { jsonlQuestions } from '../../../envs/openforecaster/jsonl-questions.js';
import { heuristicJudge } from '../../../envs/openforecaster/judge.js';
import { inventQuestions, submit } from './invented.js';

const environmentOf = (answers: readonly string[]) =>
  openForecasterEnvironment({
    questions: inventQuestions(answers),
    formula: 'reward_readme@1',
    judgeOf: () => heuristicJudge,
  });

// The table of the environment's card.
it.each([
  ['Intel', 1, 1],
  ['Intel', 0.5, 0.875],
  ['Intel', 0, 0.5],
  ['AMD', 0, 0.5],
  ['AMD', 0.5, 0.375],
  ['AMD', 1, 0],
])('pays for %s at confidence %d the reward %d', async (answer, confidence, reward) => {
  const output = await submit({ answer: 'Intel', submission: { answer, confidence } });
  expect(output).toMatchObject({
    reward,
    finished: true,
    metadata: {
      correct: answer === 'Intel',
      confidence,
      judge: 'heuristic@1',
      judge_prompt: null,
      reward: { formula: 'reward_readme', version: 1 },
    },
  });
});

it('pays by another formula where the server is told so', async () => {
  const round = { answer: 'Intel', submission: { answer: 'Intel', confidence: 0.5 } };
  const output = await submit({ ...round, formula: 'reward_env_head@1' });
  // 0.9167 in the table of formulas.
  expect(output).toMatchObject({ reward: 0.9167, metadata: { reward: { formula: 'reward_env_head' } } });
});

it('takes a confidence of one half where none is given, and text and booleans as numbers', async () => {
  const confidenceOf = async (confidence?: unknown) => {
    const submission = { answer: 'Intel', ...(confidence === undefined ? {} : { confidence }), extra: 1 };
    return (await submit({ answer: 'Intel', submission })).metadata?.confidence;
  };
  expect(await confidenceOf()).toBe(0.5);
  expect(await confidenceOf('0.9')).toBe(0.9);
  expect(await confidenceOf(true)).toBe(1);
});

it.each([
  { answer: 'Intel', confidence: null },
  { answer: 'Intel', confidence: 1.2 },
  { answer: 'Intel', confidence: -0.1 },
  { answer: 'Intel', confidence: 45 },
  { answer: 'Intel', confidence: 1.0000000001 },
  { answer: 'Intel', confidence: '90%' },
  { answer: 5, confidence: 0.5 },
  { confidence: 0.5 },
  { answer: 'x'.repeat(2_001) },
])('refuses the submission %j', async (submission) => {
  await expect(submit({ answer: 'Intel', submission })).rejects.toThrow(/^Tool input validation error: /);
});

it('announces one tool with a flat schema', () => {
  const [tool, ...others] = environmentOf(['Intel']).tools;
  expect(others).toEqual([]);
  expect(tool).toMatchObject({
    name: 'submit_answer',
    input_schema: {
      type: 'object',
      required: ['answer'],
      properties: {
        answer: { type: 'string' },
        confidence: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
      },
    },
  });
});

it('writes tasks of ids, version and formula only', () => {
  expect(environmentOf(['Intel', 'AMD']).task('test', 1)).toEqual({
    dataset: 'openforesight',
    version: '2026-11-30',
    split: 'test',
    question_id: 'openforesight:1',
    reward: { formula: 'reward_readme', version: 1 },
  });
});

it('shows the answer nowhere', async () => {
  const environment = environmentOf(['Zephathowitz']);
  const episode = await environment.open(environment.task('test', 0), new Map());
  const signal = new AbortController().signal;
  const readable = [
    environment.tools,
    environment.task('test', 0),
    episode.prompt(),
    await episode.call('submit_answer', { answer: 'wrong' }, signal),
  ];
  expect(JSON.stringify(readable)).not.toContain('Zephathowitz');
});

it('gives the prompt of the data, a blank line and what to do', async () => {
  const environment = environmentOf(['Intel']);
  const episode = await environment.open(environment.task('test', 0), new Map());
  expect(episode.prompt()[0]?.text).toMatch(/^Forecast item openforesight:0\.\n\n.*submit_answer/);
});

it.each([
  { question_id: 'openforesight:9' },
  { question_id: '../../etc/passwd' },
  { split: 'train' },
  { version: '2026-11-29' },
  { reward: { formula: 'reward_train_verl', version: 1 } },
])('refuses a task that it does not list: %j', async (change) => {
  const environment = environmentOf(['Intel']);
  const task = { ...environment.task('test', 0), ...change };
  await expect(environment.open(task, new Map())).rejects.toMatchObject({ status: 400 });
});

it('refuses a task whose ground truth is empty', async () => {
  const environment = environmentOf([' ']);
  const opened = environment.open(environment.task('test', 0), new Map());
  await expect(opened).rejects.toMatchObject({ status: 400, detail: expect.stringMatching(/no answer/) });
});

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'forecast-datasets-'));
});
afterAll(() => rm(dir, { recursive: true }));

const line = (id: string, answer: string) =>
  JSON.stringify({ question_id: id, split: 'train', question: 'q', prompt: 'Ü'.repeat(700_000), answer });

it('reads questions from their lines, long and short, with and without a last line end', async () => {
  const path = join(dir, 'train.jsonl');
  await writeFile(path, `${line('a:"1"', 'one')}\n${line('a:2', 'two')}\n${line('a:3', 'three')}`);
  const store = await jsonlQuestions('v', new Map([['train', path]]));
  expect(store.splits.get('train')).toEqual(['a:"1"', 'a:2', 'a:3']);
  const answers = [];
  for (const id of ['a:3', 'a:"1"', 'a:2']) answers.push((await store.load('train', id)).answer);
  expect(answers).toEqual(['three', 'one', 'two']);
  await expect(store.load('train', 'a:4')).rejects.toThrow(RangeError);
  await expect(store.load('test', 'a:1')).rejects.toThrow(RangeError);
  await store.close();
});

it('notices a file that changes under it, and one that holds no questions', async () => {
  const path = join(dir, 'changed.jsonl');
  await writeFile(path, `${line('a:1', 'one')}\n`);
  const store = await jsonlQuestions('v', new Map([['train', path]]));
  for (const changed of [line('a:2', 'one'), line('a:1', 'two'), `${line('a:1', 'one').slice(0, -1)}!`, '']) {
    await writeFile(path, `${changed}\n`);
    const error = await store.load('train', 'a:1').catch(String);
    expect(error).toBe('StorageError: the line of a:1 has changed since the server started');
  }
  await store.close();
  await writeFile(path, '{"other":1}\n');
  await expect(jsonlQuestions('v', new Map([['train', path]]))).rejects.toThrow(/question_id/);
});
