import { z } from 'zod';
import { type Environment, type Episode, type TaskSpec, text } from '../../../envs/ors/environment.js';
import type { OrsLimits } from '../../../envs/ors/limits.js';
import { HttpProblem, ToolRefusal } from '../../../envs/ors/problems.js';
import { type OrsServer, startOrsServer } from '../../../envs/ors/server.js';
import { callTool, defineTool, type Tool } from '../../../envs/ors/tools.js';

/** What happened in an environment, for tests to look at. */
export interface Toy {
  runs: string[];
  secrets: string[];
  /** Lets the tool `wait` go on. */
  release(): void;
  environment: Environment;
}

interface ToyEpisode extends Episode {
  count: number;
}

const done = (content: string, reward: number | null = null, finished = false) => ({
  blocks: [text(content)],
  metadata: null,
  reward,
  finished,
});
const noInput = z.object({});

/** A tool for each thing that can happen to a call. */
function toyTools(runs: string[], released: Promise<void>): Tool<ToyEpisode>[] {
  return [
    defineTool({
      name: 'echo',
      description: 'Says it again.',
      input: z.object({ words: z.string(), times: z.int().min(1).max(3).default(1) }),
      run: (episode: ToyEpisode, { words, times }) => {
        runs.push(words);
        episode.count += 1;
        return done(`${episode.count}:${words.repeat(times)}`);
      },
    }),
    defineTool({
      name: 'repeat',
      description: 'A long answer.',
      input: z.object({ unit: z.string(), times: z.int() }),
      run: (_: ToyEpisode, { unit, times }) => done(unit.repeat(times)),
    }),
    defineTool({
      name: 'wait',
      description: 'Answers when it is released.',
      input: noInput,
      run: async () => {
        runs.push('wait');
        await released;
        return done('waited');
      },
    }),
    ...failingTools(),
    defineTool({
      name: 'finish',
      description: 'Ends.',
      input: noInput,
      run: () => {
        runs.push('finish');
        return done('over', 1, true);
      },
    }),
  ];
}

function failingTools(): Tool<ToyEpisode>[] {
  return [
    defineTool({
      name: 'throw',
      description: 'Fails.',
      input: z.object({ words: z.string() }),
      run: (_: ToyEpisode, { words }) => {
        throw new TypeError(words);
      },
    }),
    defineTool({
      name: 'refuse',
      description: 'Says no.',
      input: noInput,
      run: () => {
        throw new ToolRefusal('not now');
      },
    }),
    defineTool({
      name: 'overpay',
      description: 'Pays what JSON cannot say.',
      input: noInput,
      run: () => done('rich', Number.POSITIVE_INFINITY, true),
    }),
  ];
}

const SIZES: Readonly<Record<string, number>> = { train: 5, hard: 1 };

/** An environment whose setup and tools do what a test asks for. */
export function toy(name = 'toy'): Toy {
  const runs: string[] = [];
  const secrets: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const tools = toyTools(runs, released);
  const environment: Environment = {
    name,
    splits: [
      { name: 'train', type: 'train' },
      { name: 'hard', type: 'validation' },
    ],
    tools: tools.map(({ definition }) => definition),
    count: (split) => SIZES[split] ?? 0,
    task: (split, index) => ({ id: `${split}-${index}` }),
    close: () => Promise.resolve(),
    open: async (task: TaskSpec, given) => {
      secrets.push(...[...given].map(([key, value]) => `${key}=${value}`));
      if (task.id === 'broken') throw new TypeError(`cannot open with ${given.get('KEY')}`);
      if (task.id === 'refused') throw new HttpProblem(400, 'no such task');
      if (task.id === 'slow') await released;
      const episode: ToyEpisode = {
        count: 0,
        prompt: () => [text(`play ${String(task.id)}`)],
        call: (tool, input, signal) => callTool(tools, episode, { name: tool, input, signal }),
      };
      return episode;
    },
  };
  return { runs, secrets, release: () => release(), environment };
}

interface Sleeper {
  due: number;
  wake(): void;
}

/** A clock that only tests move. */
export class ToyClock {
  micros = 1_000_000_000_000;
  /** Sleeps that go on now. */
  readonly sleeping = new Set<Sleeper>();

  now = (): number => this.micros;

  sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = {
        due: this.micros + milliseconds * 1000,
        wake: () => {
          signal?.removeEventListener('abort', sleeper.wake);
          this.sleeping.delete(sleeper);
          resolve();
        },
      };
      this.sleeping.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake);
    });

  /** Moves the clock and wakes those whose time has come. */
  async pass(milliseconds: number): Promise<void> {
    this.micros += milliseconds * 1000;
    for (const { due, wake } of [...this.sleeping]) if (due <= this.micros) wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export const quietLog = { info: () => undefined, warn: () => undefined, progress: () => undefined };

/** Serves environments on a free port. */
export function serve(
  environments: readonly [Environment, ...Environment[]],
  clock: ToyClock,
  limits: Partial<OrsLimits> = {},
): Promise<OrsServer> {
  return startOrsServer({
    environments,
    effects: { now: clock.now, sleep: clock.sleep },
    log: quietLog,
    version: { version: '1.2.3', build_sha: 'abc' },
    limits,
  });
}
