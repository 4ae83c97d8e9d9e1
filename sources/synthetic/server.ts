import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Effects } from '../../common/effects.js';
import { SOURCE_NAMES, type SourceName } from '../types.js';
import { deliver } from './deliver.js';
import { drawFault, type FaultKind, type FaultSpec, faultAnswer, throttled } from './faults.js';
import { createLimiter, type Limiter } from './limits.js';
import type {
  SyntheticPart,
  SyntheticRequest,
  SyntheticResponse,
  SyntheticSize,
  SyntheticUpstream,
} from './part.js';

/** Names an invented world: the same seed and size give the same bytes. */
interface WorldOptions {
  seed: number;
  size: SyntheticSize;
}

/** Makes the parts of one world; called at the first request to one of its sources. */
export interface PartFactory {
  sources: readonly SourceName[];
  create(options: WorldOptions): readonly SyntheticPart[];
}

/** How the synthetic upstream is served. */
export interface ServeOptions extends WorldOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  faults?: FaultSpec;
  /** `real`: answer 429 beyond the hosts' documented limits. `none`, the default, never throttles by count. */
  limits?: 'real' | 'none';
  /** The clock of the limits and the pauses of slow bodies; the machine's by default. */
  effects?: Pick<Effects, 'now' | 'sleep'>;
}

/** What `/_stats` answers. */
interface SyntheticStats {
  requests: Record<SourceName, number>;
  /** Answers by status; 0 stands for a connection that was reset. */
  statuses: Record<string, number>;
  faults: Partial<Record<FaultKind, number>>;
}

/**
 * Serves the parts of the given factories on 127.0.0.1 under `/<source>`, and the counts so far under `/_stats`.
 * Rejects where the port is taken.
 */
export async function servePartFactories(
  factories: readonly PartFactory[],
  options: ServeOptions,
): Promise<SyntheticUpstream> {
  const effects = options.effects ?? machineEffects();
  const host = new Host(factories, options, effects);
  const server = createServer((request, response) => {
    host.answer(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, options.port ?? 0);
  return {
    port,
    urls: bySource((source) => `http://127.0.0.1:${port}/${source}`),
    requests: () => ({ ...host.stats.requests }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Host {
  readonly stats: SyntheticStats = { requests: bySource(() => 0), statuses: {}, faults: {} };
  private readonly parts = new Map<SourceName, SyntheticPart>();
  private readonly asked = new Map<string, number>();
  private readonly limiter: Limiter | undefined;

  constructor(
    private readonly factories: readonly PartFactory[],
    private readonly options: ServeOptions,
    private readonly effects: Pick<Effects, 'now' | 'sleep'>,
  ) {
    this.limiter = options.limits === 'real' ? createLimiter(() => effects.now() / 1000) : undefined;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = String(request.url);
    const source = SOURCE_NAMES.find((name) => target.split(/[/?]/)[1] === name);
    if (source === undefined) return this.send(request, response, this.ownAnswer(target), undefined);
    this.stats.requests[source]++;
    const fault = this.fault(source, target);
    if (fault === 'reset') {
      this.count(0);
      request.socket.resetAndDestroy();
      return;
    }
    const answer =
      faultAnswer(fault, source, target, request.headers.authorization) ??
      this.throttle(source, target) ??
      this.ask(source, request, target, fault);
    await this.send(request, response, answer, fault);
  }

  private fault(source: SourceName, target: string): FaultKind | undefined {
    if (!this.options.faults) return undefined;
    const nth = this.asked.get(target) ?? 0;
    this.asked.set(target, nth + 1);
    const fault = drawFault(this.options.faults, source, target, nth);
    if (fault) this.stats.faults[fault] = (this.stats.faults[fault] ?? 0) + 1;
    return fault;
  }

  private throttle(source: SourceName, target: string): SyntheticResponse | undefined {
    const wait = this.limiter?.admit(source, pathBelow(source, target));
    return wait === undefined ? undefined : throttled(source, wait);
  }

  private ask(
    source: SourceName,
    request: IncomingMessage,
    target: string,
    fault: FaultKind | undefined,
  ): SyntheticResponse {
    const method = String(request.method);
    if (method !== 'GET' && method !== 'HEAD')
      return plain(405, { detail: `Method "${method}" not allowed.` });
    const segments = decodedSegments(pathBelow(source, target));
    const part = this.part(source);
    if (segments === undefined) return plain(400, { error: 'malformed path' });
    if (part === undefined) return plain(404, { error: 'not found' });
    try {
      return part.handle({
        method,
        segments,
        query: new URL(target, 'http://synthetic').searchParams,
        headers: singleHeaders(request),
        origin: `http://${request.headers.host}`,
        ...pageFault(fault),
      });
    } catch (error) {
      return plain(500, { error: `synthetic upstream: ${error instanceof Error ? error.message : error}` });
    }
  }

  private part(source: SourceName): SyntheticPart | undefined {
    const factory = this.factories.find(({ sources }) => sources.includes(source));
    if (factory && !this.parts.has(source)) {
      const { seed, size } = this.options;
      for (const part of factory.create({ seed, size })) this.parts.set(part.prefix, part);
    }
    return this.parts.get(source);
  }

  private ownAnswer(target: string): SyntheticResponse {
    if (target === '/_stats') return plain(200, this.stats);
    return plain(404, { error: 'not found', sources: SOURCE_NAMES });
  }

  private async send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: SyntheticResponse,
    fault: FaultKind | undefined,
  ): Promise<void> {
    this.count(answer.status);
    const slowMs = this.options.faults?.slowMs ?? 0;
    await deliver(request, response, answer, { fault, slowMs, sleep: this.effects.sleep });
  }

  private count(status: number): void {
    this.stats.statuses[status] = (this.stats.statuses[status] ?? 0) + 1;
  }
}

function pageFault(fault: FaultKind | undefined): Pick<SyntheticRequest, 'fault'> {
  return fault === 'repeat' || fault === 'shift' || fault === 'drift' ? { fault } : {};
}

function pathBelow(source: SourceName, target: string): string {
  return target
    .split('?', 1)
    .join('')
    .slice(source.length + 1);
}

/** The segments of a path; one that ends in a slash has an empty last segment. */
function decodedSegments(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function singleHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

function plain(status: number, body: object): SyntheticResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function bySource<T>(value: (source: SourceName) => T): Record<SourceName, T> {
  return {
    metaculus: value('metaculus'),
    gamma: value('gamma'),
    clob: value('clob'),
    data: value('data'),
    hf: value('hf'),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });
}

function machineEffects(): Pick<Effects, 'now' | 'sleep'> {
  return {
    now: () => Date.now() * 1000,
    sleep: (milliseconds, signal) =>
      delay(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined),
  };
}
