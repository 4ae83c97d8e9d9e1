import * as discovery from './discovery.js';
import type { Environment } from './environment.js';
import { type Exchange, environmentNamed, type OrsState } from './exchange.js';
import * as lifecycle from './lifecycle.js';
import * as playing from './playing.js';
import { HttpProblem } from './problems.js';

/** What answers a request: a value that is sent as JSON, or a function that streams its own answer. */
export type Route =
  | { method: 'GET' | 'POST'; json: (exchange: Exchange) => unknown }
  | { method: 'POST'; stream: (exchange: Exchange) => Promise<void> };

const ROOT_ROUTES: Readonly<Record<string, Route>> = {
  health: { method: 'GET', json: () => ({ status: 'ok' }) },
  version: { method: 'GET', json: ({ state }) => state.version },
  list_environments: { method: 'GET', json: ({ state }) => state.environments.map(({ name }) => name) },
  create_session: { method: 'POST', stream: lifecycle.createSession },
  create: { method: 'POST', json: lifecycle.create },
  ping: { method: 'POST', json: lifecycle.ping },
  delete: { method: 'POST', json: lifecycle.deleteSession },
  delete_session: { method: 'POST', json: lifecycle.deleteSession },
};

const ENVIRONMENT_ROUTES: Readonly<Record<string, Route>> = {
  tools: { method: 'GET', json: discovery.listTools },
  splits: { method: 'GET', json: discovery.listSplits },
  tasks: { method: 'POST', json: discovery.listTasks },
  num_tasks: { method: 'POST', json: discovery.countTasks },
  task: { method: 'POST', json: discovery.getTask },
  task_range: { method: 'POST', json: discovery.getTaskRange },
  prompt: { method: 'GET', json: playing.prompt },
  task_tools: { method: 'GET', json: playing.taskTools },
  call: { method: 'POST', stream: playing.callTool },
};

/** A route with the environment that the path names. */
export interface Destination {
  route: Route;
  environment: Environment;
  environmentName: string;
}

/**
 * Where a path leads. Paths without an environment's name mean the default environment; the name ignores case.
 * HttpProblem 404 where it leads nowhere, 405 for another method.
 */
export function destinationOf(state: OrsState, method: string, target: string): Destination {
  const found = find(state, segmentsOf(target));
  if (found.route.method !== method) throw new HttpProblem(405, 'Method Not Allowed');
  return found;
}

function find(state: OrsState, segments: readonly string[]): Destination {
  const [first = '', second] = segments;
  const [standard] = state.environments;
  if (segments.length === 1) {
    const route = routeIn(ROOT_ROUTES, first) ?? routeIn(ENVIRONMENT_ROUTES, first);
    if (route) return { route, environment: standard, environmentName: standard.name };
  }
  const route = segments.length === 2 ? routeIn(ENVIRONMENT_ROUTES, second) : undefined;
  if (!route) throw new HttpProblem(404, 'Not Found');
  const environment = environmentNamed(state, first);
  if (!environment) throw new HttpProblem(404, `unknown environment '${first.slice(0, 100)}'`);
  return { route, environment, environmentName: first };
}

function routeIn(routes: Readonly<Record<string, Route>>, name: string | undefined): Route | undefined {
  return name !== undefined && Object.hasOwn(routes, name) ? routes[name] : undefined;
}

function segmentsOf(target: string): string[] {
  const [path = ''] = target.split('?', 1);
  try {
    return path
      .replace(/^\/|\/$/g, '')
      .split('/')
      .map(decodeURIComponent);
  } catch {
    throw new HttpProblem(404, 'Not Found');
  }
}
