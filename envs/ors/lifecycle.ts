import { z } from 'zod';
import { bodyProblem, parseBody } from './body.js';
import { taskAt } from './discovery.js';
import type { Environment, TaskSpec } from './environment.js';
import { type Exchange, environmentNamed, sidOf } from './exchange.js';
import { HttpProblem } from './problems.js';
import { readSecrets, secretsSchema } from './secrets.js';
import { eventText, openStream } from './sse.js';

/** Taken as it was sent: a copy could lose a key that makes it another task. */
const taskSpec = z.custom<TaskSpec>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const createBody = z.strictObject({
  task_spec: taskSpec.nullish(),
  env_name: z.string().nullish(),
  split: z.string().nullish(),
  index: z.int().nullish(),
  secrets: secretsSchema.nullish(),
  toolset_name: z.string().nullish(),
});

type CreateBody = z.infer<typeof createBody>;

/** Opens a session: a stream with its id, then the end. */
export function createSession({ state, response }: Exchange): Promise<void> {
  const sid = state.sessions.reserve();
  openStream(response);
  response.end(eventText('task_id', sid) + eventText('end', ''));
  return Promise.resolve();
}

/** Binds a task to the session. The setup runs on after the answer; what goes wrong in it shows in later calls. */
export function create({ state, request, body }: Exchange): unknown {
  const sid = sidOf(request);
  const wanted = parseBody(body, createBody, { echoes: false });
  const encoded = request.headers['x-secrets'];
  const header = typeof encoded === 'string' ? encoded : undefined;
  const environment = chosenEnvironment(state.environments, wanted, (name) => environmentNamed(state, name));
  state.sessions.bind(sid, {
    environment: withToolset(environment, wanted.toolset_name ?? undefined),
    task: chosenTask(environment, wanted),
    secrets: readSecrets(header, wanted.secrets ?? undefined),
    request: [wanted, header ?? null],
  });
  return { sid };
}

function chosenEnvironment(
  [first]: readonly [Environment, ...Environment[]],
  { env_name: name }: CreateBody,
  find: (name: string) => Environment | undefined,
): Environment {
  if (name === undefined || name === null) return first;
  const environment = find(name);
  if (!environment) throw new HttpProblem(404, `unknown environment '${name}'`);
  return environment;
}

function chosenTask(environment: Environment, body: CreateBody): TaskSpec {
  const { task_spec: spec, split, index } = body;
  const hasSpec = spec !== undefined && spec !== null;
  const hasSplit = split !== undefined && split !== null;
  const hasIndex = index !== undefined && index !== null;
  if (hasSpec && !hasSplit && !hasIndex) return spec;
  if (!hasSpec && hasSplit && hasIndex) return taskAt(environment, split, index);
  throw bodyProblem('give exactly one of task_spec, and split with index');
}

/** No environment here has named toolsets: asking for one fails in the setup, as elsewhere for an unknown one. */
function withToolset(environment: Environment, toolset: string | undefined): Environment {
  if (toolset === undefined) return environment;
  const open = () => Promise.reject(new HttpProblem(400, `unknown toolset '${toolset}'`));
  return { ...environment, open };
}

/** A sign of life. */
export function ping({ state, request }: Exchange): unknown {
  state.sessions.touch(sidOf(request));
  return { status: 'ok' };
}

/** Ends the session; the same answer where it is ended already. */
export function deleteSession({ state, request }: Exchange): unknown {
  const sid = sidOf(request);
  state.sessions.delete(sid);
  return { sid };
}
