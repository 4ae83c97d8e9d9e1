import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Effects, Log } from '../../common/effects.js';
import { readText } from './body.js';
import type { Environment } from './environment.js';
import type { OrsState } from './exchange.js';
import { DEFAULT_LIMITS, type OrsLimits } from './limits.js';
import { errorText, HttpProblem } from './problems.js';
import { destinationOf } from './router.js';
import { Sessions } from './sessions.js';

export interface OrsOptions {
  /** The first is the default: it answers paths without a name, and sessions that name none. */
  environments: readonly [Environment, ...Environment[]];
  /** Address to listen on; 127.0.0.1 unless given. */
  host?: string;
  /** 0, unless given: takes a free one. */
  port?: number;
  effects: Pick<Effects, 'now' | 'sleep'>;
  log: Log;
  version: { version: string; build_sha: string };
  limits?: Partial<OrsLimits>;
}

export interface OrsServer {
  url: string;
  port: number;
  /** Sessions at the moment. */
  sessions(): number;
  /** Ends all connections, and closes the environments. */
  close(): Promise<void>;
}

/** Idle connections stay open as long as the reference server keeps them. */
const KEEP_ALIVE_MS = 60_000;

/** Serves environments by the Open Reward Standard. Rejects where the port is taken. */
export async function startOrsServer(options: OrsOptions): Promise<OrsServer> {
  const state = stateOf(options);
  const stop = new AbortController();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(state, request, response).catch((error: unknown) => {
      state.log.warn('request_failed', { error: errorText(error) });
      response.destroy();
    });
  });
  const host = options.host ?? '127.0.0.1';
  const port = await listen(server, host, options.port ?? 0);
  const reaper = reapIdle(state, stop.signal);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    sessions: () => state.sessions.size,
    close: async () => {
      stop.abort();
      await reaper;
      await closeServer(server);
      for (const environment of options.environments) await environment.close();
    },
  };
}

function stateOf(options: OrsOptions): OrsState {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const newId = () => randomUUID().replaceAll('-', '');
  return {
    environments: options.environments,
    sessions: new Sessions({ now: () => options.effects.now(), newId, limits }),
    limits,
    effects: options.effects,
    log: options.log,
    version: options.version,
  };
}

async function answer(state: OrsState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const destination = destinationOf(state, String(request.method), String(request.url));
    const body = await readText(request, state.limits.bodyBytes);
    const exchange = { state, request, response, body, ...destination };
    const { route } = destination;
    if ('stream' in route) await route.stream(exchange);
    else sendJson(response, 200, await route.json(exchange));
  } catch (error) {
    if (response.headersSent) throw error;
    sendProblem(state, response, error);
  }
}

function sendProblem(state: OrsState, response: ServerResponse, error: unknown): void {
  if (!(error instanceof HttpProblem)) state.log.warn('request_failed', { error: errorText(error) });
  const problem = error instanceof HttpProblem ? error : new HttpProblem(500, errorText(error));
  if (problem.closes) response.setHeader('connection', 'close');
  sendJson(response, problem.status, { detail: problem.detail });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

async function reapIdle(state: OrsState, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await state.effects.sleep(state.limits.reapEveryMs, signal).catch(() => undefined);
    const reaped = state.sessions.reap();
    if (reaped > 0) state.log.info('sessions_reaped', { sessions: reaped });
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
