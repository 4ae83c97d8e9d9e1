import got from 'got';
import { TransportError } from './errors.js';
import { type Headers, plainHeaders } from './headers.js';
import type { HttpLimits } from './limits.js';

/** One HTTP request, as it is sent. */
export interface Transfer {
  url: URL;
  headers: Headers;
  /** How messages name it. */
  name: string;
  /** Whether the answer is a file that may take as long as it keeps coming, or is to be whole within a limit. */
  file: boolean;
  limits: HttpLimits;
  signal?: AbortSignal;
}

/** An answer whose body is still to be read. */
export interface OpenAnswer {
  status: number;
  headers: Headers;
  /** The decoded body; iterating throws TransportError where it breaks off or stalls. */
  chunks: AsyncIterable<Uint8Array>;
  /** Ends the transfer; what is left of the body is not received. */
  cancel(): void;
}

/**
 * Sends one GET request, without retries and without following redirects, and waits for the headers. Throws
 * TransportError where there is no answer. got's own errors are never passed on, as they carry the request's headers.
 */
export async function transfer(options: Transfer): Promise<OpenAnswer> {
  const stream = got.stream(options.url, {
    headers: options.headers,
    retry: { limit: 0 },
    throwHttpErrors: false,
    followRedirect: false,
    decompress: options.headers['accept-encoding'] !== 'identity',
    timeout: timeoutsOf(options),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  // Errors after the last read have nobody to go to; without a listener they would end the process.
  stream.on('error', () => undefined);
  const fail = (error: unknown): unknown => describe(error, options);
  const response = await new Promise<{ statusCode: number; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      stream.once('response', resolve);
      stream.once('error', (error) => reject(fail(error)));
    },
  );
  return {
    status: response.statusCode,
    headers: plainHeaders(response.headers),
    chunks: watched(stream, options, fail),
    cancel: () => stream.destroy(),
  };
}

/** The whole body; TransportError where it exceeds the limit. */
export async function readAll(answer: OpenAnswer, name: string, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      answer.cancel();
      throw new TransportError(`${name}: the body exceeds ${maxBytes} bytes`);
    }
    pieces.push(chunk);
  }
  return Buffer.concat(pieces);
}

function timeoutsOf({ limits, file }: Transfer) {
  const connection = {
    lookup: limits.connectMs,
    connect: limits.connectMs,
    secureConnect: limits.connectMs,
    response: limits.responseMs,
  };
  return file ? connection : { ...connection, request: limits.requestMs };
}

/** Passes chunks on while they keep coming. Only the time spent waiting for the host counts, not the reader's own. */
async function* watched(
  stream: AsyncIterable<Uint8Array> & { destroy(error?: Error): unknown },
  { limits, name, file }: Transfer,
  fail: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  const enough = file ? limits.fileStallBytes : limits.stallBytes;
  const iterator = stream[Symbol.asyncIterator]();
  let waitedMs = 0;
  let bytes = 0;
  try {
    for (;;) {
      const started = performance.now();
      const stalled = new TransportError(`${name}: the body stalls: ${bytes} bytes in ${limits.stallMs} ms`);
      const timer = setTimeout(() => stream.destroy(stalled), limits.stallMs - waitedMs);
      const next = await iterator.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      waitedMs += performance.now() - started;
      bytes += next.value.length;
      if (bytes >= enough) {
        waitedMs = 0;
        bytes = 0;
      }
      yield next.value;
    }
  } catch (error) {
    throw fail(error);
  } finally {
    stream.destroy();
  }
}

function describe(error: unknown, { name, signal }: Transfer): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof TransportError) return error;
  if (!(error instanceof Error)) return new TransportError(`${name}: failed`);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const known = /^Timeout awaiting '\w+' for \d+ms$/.test(error.message) ? error.message : code;
  return new TransportError(`${name}: no whole answer (${known})`);
}
