import type { Effects, Log } from '../common/effects.js';
import { StorageError } from '../common/errors.js';
import type { Files } from '../common/files.js';
import { sha256 } from '../common/hash.js';
import type { InstantMicros } from '../common/time.js';
import { DEFAULT_BASE_URLS, parseBaseUrl } from './http/base-url.js';
import { createClient, type HttpClient } from './http/client.js';
import { MissingResponseError, nameOf, SchemaDriftError } from './http/errors.js';
import { DEFAULT_LIMITS, type HttpLimits } from './http/limits.js';
import { DEFAULT_RATES, type Rate } from './http/pacing.js';
import { createSecrets, parseToken } from './http/secrets.js';
import { type SourceStatistics, StatisticsCounter } from './http/statistics.js';
import { storeDownload } from './snapshots/downloads.js';
import { createDriftStore } from './snapshots/drifts.js';
import { identityOf, requestKey } from './snapshots/paths.js';
import { replayWalk } from './snapshots/replay.js';
import { createRawStore } from './snapshots/store.js';
import { liveWalk } from './snapshots/walker.js';
import {
  type DownloadOptions,
  type FetchOptions,
  SOURCE_NAMES,
  type SourceName,
  type StoredResponse,
  type Upstream,
  type UpstreamRequest,
  type Walk,
  type WalkOptions,
} from './types.js';

export interface UpstreamOptions {
  mode: Upstream['mode'];
  /** Base URLs that differ from the real hosts. */
  baseUrls?: Partial<Record<SourceName, string>>;
  /** Access tokens of METACULUS_TOKEN and HF_TOKEN. */
  tokens?: { metaculus?: string; hf?: string };
  /** Rates that differ from DEFAULT_RATES. */
  rates?: Partial<Record<SourceName, Rate>>;
  /** Concurrent requests per source at most. */
  jobs: number;
  snapshotsDir: string;
  files: Files;
  effects: Effects;
  log: Log;
  /** The build's clock. */
  asOf: InstantMicros;
  /** How this product names itself to the hosts, for example `forecast-datasets/1.0.0 (+https://…)`. */
  userAgent: string;
  /** Ends requests and waits. */
  signal?: AbortSignal;
  /** Limits that differ from DEFAULT_LIMITS. */
  limits?: Partial<HttpLimits>;
}

/** An upstream that also tells what it cost. */
export interface CountingUpstream extends Upstream {
  statistics(): Readonly<Record<SourceName, SourceStatistics>>;
}

/**
 * The way to the upstreams for every mode. UsageError for a base URL or token that cannot be one. Nothing is sent before
 * the first call; in replay there is nothing to send with.
 */
export function createUpstream(options: UpstreamOptions): CountingUpstream {
  const { mode, files, effects, snapshotsDir, asOf, log } = options;
  const clients = mode === 'replay' ? undefined : createClients(options);
  const store = createRawStore(snapshotsDir, files, effects);
  const context = { dir: snapshotsDir, files, store, asOf, effects, log };
  const drifts = createDriftStore(snapshotsDir, files, effects);
  const once = createOnce();

  const sendAndNote = async (
    request: UpstreamRequest,
    tag: string,
    send: () => Promise<StoredResponse>,
  ): Promise<StoredResponse> => {
    try {
      return await send();
    } catch (error) {
      if (error instanceof SchemaDriftError) await drifts.put(request, tag, error);
      throw error;
    }
  };

  const stored = async (
    request: UpstreamRequest,
    tag: string,
    send: (client: HttpClient) => Promise<StoredResponse>,
  ): Promise<StoredResponse> => {
    const looked = await store.lookup(request, tag);
    if ('found' in looked) return looked.found;
    if (clients) return sendAndNote(request, tag, () => send(clients[request.source]));
    const drift = await drifts.find(request, tag);
    if (drift) throw drift;
    throw new MissingResponseError(`the response to ${nameOf(request)} (${tag}): ${looked.absent}`);
  };

  const fetch = (request: UpstreamRequest, fetchOptions: FetchOptions): Promise<StoredResponse> => {
    const { tag, expect = 'json' } = fetchOptions;
    return once(`${requestKey(request)} ${tag}`, () =>
      stored(request, tag, async (client) => {
        const response = await client.get(request, fetchOptions);
        return store.put(request, tag, response, expect === 'json' ? 'gzip' : 'identity');
      }),
    );
  };

  const walk = (source: SourceName, walkOptions: WalkOptions): Promise<Walk> => {
    const identity = identityOf(source, walkOptions);
    return once(JSON.stringify(identity), () =>
      clients
        ? liveWalk({ ...context, get: clients[source].get }, identity, walkOptions)
        : replayWalk(context, identity),
    );
  };

  const download = (request: UpstreamRequest, wanted: DownloadOptions): Promise<StoredResponse> =>
    once(`${requestKey(request)} ${wanted.tag}`, () =>
      stored(request, wanted.tag, (client) => storeDownload({ ...context, client }, request, wanted)),
    );

  const statistics = () => everySource((source) => statisticsOf(clients?.[source], source, options));

  return {
    mode,
    fetch,
    walk,
    download,
    body: clients ? store.bodies.body : namedAsMissing(store.bodies.body),
    bodyPath: clients ? store.bodies.filePath : namedAsMissing(store.bodies.filePath),
    statistics,
    get sent() {
      return everySource((source) => statistics()[source].requests);
    },
  };
}

/** In a replay there is no host to ask again: stored bytes that are gone or damaged are a missing response. */
function namedAsMissing<T>(read: (sha256: string) => Promise<T>): (sha256: string) => Promise<T> {
  return async (sha256) => {
    try {
      return await read(sha256);
    } catch (error) {
      throw error instanceof StorageError ? new MissingResponseError(error.message) : error;
    }
  };
}

/** sha256 over the page hashes of a walk in order: equal for walks that received the same bytes. */
export function walkHash(walk: Walk): string {
  return sha256(walk.pages.map((page) => `${page.sha256}\n`).join(''));
}

function createClients(options: UpstreamOptions): Record<SourceName, HttpClient> {
  const tokens: Partial<Record<SourceName, string>> = {
    ...(options.tokens?.metaculus
      ? { metaculus: parseToken('METACULUS_TOKEN', options.tokens.metaculus) }
      : {}),
    ...(options.tokens?.hf ? { hf: parseToken('HF_TOKEN', options.tokens.hf) } : {}),
  };
  const secrets = createSecrets(Object.values(tokens));
  return everySource((source) => {
    const token = tokens[source];
    return createClient({
      source,
      baseUrl: parseBaseUrl(source, options.baseUrls?.[source] ?? DEFAULT_BASE_URLS[source]),
      ...(token === undefined ? {} : { token }),
      rate: options.rates?.[source] ?? DEFAULT_RATES[source],
      jobs: options.jobs,
      userAgent: options.userAgent,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      secrets,
      effects: options.effects,
      log: options.log,
      ...(options.signal ? { signal: options.signal } : {}),
    });
  });
}

function statisticsOf(
  client: HttpClient | undefined,
  source: SourceName,
  { rates }: UpstreamOptions,
): SourceStatistics {
  return client?.statistics() ?? new StatisticsCounter(rates?.[source] ?? DEFAULT_RATES[source]).snapshot();
}

function everySource<T>(make: (source: SourceName) => T): Record<SourceName, T> {
  return Object.fromEntries(SOURCE_NAMES.map((source) => [source, make(source)])) as Record<SourceName, T>;
}

/** Joins callers that ask for the same thing at the same time. */
function createOnce(): <T>(key: string, start: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  return <T>(key: string, start: () => Promise<T>) => {
    const before = running.get(key);
    if (before) return before as Promise<T>;
    const mine = start().finally(() => running.delete(key));
    running.set(key, mine);
    return mine;
  };
}
