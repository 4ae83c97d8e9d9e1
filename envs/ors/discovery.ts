import { z } from 'zod';
import { parseBody } from './body.js';
import type { Environment, TaskSpec } from './environment.js';
import type { Exchange } from './exchange.js';
import { HttpProblem } from './problems.js';

const ofSplit = z.strictObject({ split: z.string() });
const oneTask = z.strictObject({ split: z.string(), index: z.int() });
const range = z.strictObject({ split: z.string(), start: z.int().nullish(), stop: z.int().nullish() });

/** The tools; the same before and in a session. */
export function listTools({ environment }: Exchange): unknown {
  return { tools: environment.tools };
}

/** The splits with their types. */
export function listSplits({ environment }: Exchange): unknown {
  return environment.splits;
}

/** Every task of a split. */
export function listTasks({ environment, environmentName, body }: Exchange): unknown {
  const { split } = parseBody(body, ofSplit);
  return {
    tasks: slice(environment, split, 0, countOf(environment, split)),
    env_name: environmentName,
  };
}

/** How many tasks a split has. */
export function countTasks({ environment, body }: Exchange): unknown {
  return { num_tasks: countOf(environment, parseBody(body, ofSplit).split) };
}

/** The task at an index. */
export function getTask({ environment, environmentName, body }: Exchange): unknown {
  const { split, index } = parseBody(body, oneTask);
  return { task: taskAt(environment, split, index), env_name: environmentName };
}

/** A run of tasks by the rules of Python slices. */
export function getTaskRange({ environment, environmentName, body }: Exchange): unknown {
  const { split, start, stop } = parseBody(body, range);
  const count = countOf(environment, split);
  return {
    tasks: slice(environment, split, bound(start ?? 0, count), bound(stop ?? count, count)),
    env_name: environmentName,
  };
}

/** The task at an index from 0. HttpProblem 400 where split or index do not exist. */
export function taskAt(environment: Environment, split: string, index: number): TaskSpec {
  if (index < 0 || index >= countOf(environment, split)) throw new HttpProblem(400, 'Invalid index');
  return environment.task(split, index);
}

function countOf(environment: Environment, split: string): number {
  if (!environment.splits.some(({ name }) => name === split)) throw new HttpProblem(400, 'Invalid split');
  return environment.count(split);
}

/** A slice bound: negative ones count from the end, all are clamped. */
function bound(position: number, count: number): number {
  return Math.min(Math.max(position < 0 ? position + count : position, 0), count);
}

function slice(environment: Environment, split: string, start: number, stop: number): TaskSpec[] {
  const length = Math.max(0, stop - start);
  return Array.from({ length }, (_, offset) => environment.task(split, start + offset));
}
