import { type ClientOptions, createClient } from '../../../sources/http/client.js';
import { DEFAULT_LIMITS, type HttpLimits } from '../../../sources/http/limits.js';
import { createSecrets } from '../../../sources/http/secrets.js';
import type { SourceName, UpstreamRequest } from '../../../sources/types.js';
import { fakeEffects, recordingLog } from './fake-effects.js';

export const TOKEN = 'hf_T0ken/with+odd"chars=&42';

/** A client whose waits pass at once, with time limits that suit a test. */
export function clientUnderTest(
  baseUrl: string,
  options: Partial<Omit<ClientOptions, 'limits'>> & { limits?: Partial<HttpLimits> } = {},
) {
  const { state, effects } = fakeEffects();
  const { log, lines } = recordingLog();
  const limits = { ...DEFAULT_LIMITS, responseMs: 400, requestMs: 800, stallMs: 300, ...options.limits };
  const client = createClient({
    source: 'gamma',
    baseUrl,
    rate: { requests: 1000, seconds: 1 },
    jobs: 4,
    userAgent: 'forecast-datasets/0.0.0 (+https://example.org)',
    secrets: createSecrets(options.token === undefined ? [] : [options.token]),
    effects,
    log,
    ...options,
    limits,
  });
  return { client, state, lines };
}

export function requestOf(source: SourceName, path: string, query: [string, string][] = []): UpstreamRequest {
  return { source, path, query };
}
