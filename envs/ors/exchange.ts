import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Effects, Log } from '../../common/effects.js';
import type { Environment } from './environment.js';
import type { OrsLimits } from './limits.js';
import { HttpProblem } from './problems.js';
import type { Sessions } from './sessions.js';

/** What the routes of one server share. */
export interface OrsState {
  /** The first is the default. */
  environments: readonly [Environment, ...Environment[]];
  sessions: Sessions;
  limits: OrsLimits;
  effects: Pick<Effects, 'now' | 'sleep'>;
  log: Log;
  version: { version: string; build_sha: string };
}

/** One request with its body read, and where its answer goes. */
export interface Exchange {
  state: OrsState;
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
  /** The environment that the path names, else the default, with its name as written in the path. */
  environment: Environment;
  environmentName: string;
}

const LONGEST_SID = 200;

/** The session id of a request, trimmed. HttpProblem 400 where it is missing or no id. */
export function sidOf(request: IncomingMessage): string {
  const header = request.headers['x-session-id'];
  const sid = typeof header === 'string' ? header.trim() : '';
  if (sid === '') throw new HttpProblem(400, 'X-Session-ID header is required');
  if (sid.length > LONGEST_SID) throw new HttpProblem(400, 'X-Session-ID is too long');
  return sid;
}

/** The environment of that name, ignoring case; undefined where there is none. */
export function environmentNamed(state: OrsState, name: string): Environment | undefined {
  return state.environments.find((environment) => environment.name === name.toLowerCase());
}
