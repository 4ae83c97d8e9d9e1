import type { Effects, Log } from '../../common/effects.js';
import { NamedError } from '../../common/errors.js';
import type { SourceName, UpstreamRequest } from '../types.js';
import { downloadInto, type FileTarget } from './download.js';
import { nameOf } from './errors.js';
import { type Headers, keptHeaders } from './headers.js';
import { createJobLimit } from './jobs.js';
import { judgeJson, judgeStatus } from './judge.js';
import { createMonotonicClock } from './monotonic.js';
import { createPacer, type Rate, type Turn } from './pacing.js';
import { withRetries } from './retry.js';
import type { Secrets } from './secrets.js';
import { describeRequest, follow, type Send, type SendOptions } from './send.js';
import { type SourceStatistics, StatisticsCounter } from './statistics.js';
import { readAll } from './transfer.js';

export interface ClientOptions extends SendOptions {
  source: SourceName;
  rate: Rate;
  /** Concurrent requests at most. */
  jobs: number;
  secrets: Secrets;
  effects: Effects;
  log: Log;
}

interface GetOptions {
  /** Statuses beside 200 that are an answer. */
  answers?: readonly number[];
  expect?: 'json' | 'bytes';
  /** Throws SchemaDriftError where a 200 body has another shape than known; asked for again a few times. */
  check?: (body: Uint8Array, headers: Headers) => void | Promise<void>;
}

/** An answer that may be stored: no token in it, and no header that is not worth keeping. */
export interface CleanResponse {
  status: number;
  headers: Headers;
  body: Uint8Array;
  /** The body repeated a token, which was replaced. */
  redacted?: true;
}

/** Asks one host: paced, retried, with its token where it belongs. Errors are NamedErrors without any secret in them. */
export interface HttpClient {
  get(request: UpstreamRequest, options: GetOptions): Promise<CleanResponse>;
  /** Streams a file into the target, resuming after breaks. The caller checks its hash. */
  download(request: UpstreamRequest, target: FileTarget, size?: number): Promise<Omit<CleanResponse, 'body'>>;
  statistics(): SourceStatistics;
}

/** A client for one source. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): HttpClient {
  const { source, limits, effects, log, secrets, signal } = options;
  const clock = createMonotonicClock(effects);
  const pacer = createPacer(options.rate, clock);
  const limit = createJobLimit(options.jobs);
  const counter = new StatisticsCounter(options.rate);

  const send: Send = (request, headers, file, tookTurn) =>
    follow(options, request, headers, file, async () => {
      const turn = await pacer.take(signal);
      tookTurn(turn);
      counter.sent(turn, clock.now());
    });

  const attempts = <T>(request: UpstreamRequest, attempt: (tookTurn: (turn: Turn) => void) => Promise<T>) => {
    const name = nameOf(request);
    const onRetry = (error: Error, { delayMs, pauseMs }: { delayMs: number; pauseMs: number }): void => {
      counter.retries += 1;
      const waitMs = Math.round(Math.max(delayMs, pauseMs));
      log.warn('http.retry', secrets.scrubValue({ source, request: name, reason: error.message, waitMs }));
    };
    const context = { name, limits, effects, clock, pacer, signal, onRetry };
    return limit(() => withRetries(attempt, context)).catch((error: unknown) => {
      throw withoutSecrets(error, secrets);
    });
  };

  return {
    get: (request, get) =>
      attempts(request, async (tookTurn) => {
        const headers = get.expect === 'bytes' ? identity : json;
        const answer = await send(request, headers, false, tookTurn);
        const raw = await readAll(answer, nameOf(request), limits.maxBodyBytes);
        counter.bytes += raw.length;
        const body = secrets.redact(raw);
        const whole = { ...describeRequest(request, answer), body };
        judgeStatus(whole, [200, ...(get.answers ?? [])], effects.now());
        if (answer.status === 200 && get.expect !== 'bytes') judgeJson(whole);
        const kept = secrets.scrubValue(keptHeaders(answer.headers));
        if (answer.status === 200) await get.check?.(body, kept);
        const mark = body === raw ? {} : { redacted: true as const };
        return { status: answer.status, headers: kept, body, ...mark };
      }),
    download: async (request, target, size) => {
      const answer = await downloadInto({
        request,
        target,
        size,
        limits,
        secrets,
        counter,
        effects,
        send,
        attempts,
      });
      return { status: 200, headers: secrets.scrubValue(keptHeaders(answer)) };
    },
    statistics: () => counter.snapshot(),
  };
}

const json = { accept: 'application/json', 'accept-encoding': 'gzip' };
/** Offsets and sizes of a file count bytes as they are stored, so it must not be compressed on the way. */
const identity = { accept: '*/*', 'accept-encoding': 'identity' };

/** The same error with its texts scrubbed; a foreign error is wrapped by nobody and passes. */
function withoutSecrets(error: unknown, secrets: Secrets): unknown {
  if (!(error instanceof Error)) return error;
  error.message = secrets.scrub(error.message);
  if (error.stack !== undefined) error.stack = secrets.scrub(error.stack);
  if (error instanceof NamedError) Object.assign(error, { remedy: secrets.scrub(error.remedy) });
  return error;
}
