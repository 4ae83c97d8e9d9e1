import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type FaultKind, lieAboutTotals } from './faults.js';
import type { SyntheticResponse } from './part.js';

const SLOW_PIECES = 5;
const ENDLESS_PAUSE_MS = 100;
const GZIP_FROM_BYTES = 1024;

/** What sending an answer needs beside the answer. */
export interface Delivery {
  fault: FaultKind | undefined;
  /** Milliseconds that a slow body takes. */
  slowMs: number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Sends an answer, spoilt by the fault that it meets. Resolves when the answer is out or the client has gone. */
export async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  answer: SyntheticResponse,
  delivery: Delivery,
): Promise<void> {
  const spoilt = spoilBody(answer, delivery.fault);
  const { body, encoding } = encode(request, answer, spoilt);
  const headers = { ...answer.headers, ...encoding };
  if (delivery.fault === 'endless') return dripForEver(request, response, answer.status, delivery);
  response.writeHead(answer.status, { ...headers, 'content-length': body.length });
  if (request.method === 'HEAD') response.end();
  else if (delivery.fault === 'slow') await drip(response, body, delivery);
  else if (delivery.fault === 'cut' && body.length > 1) {
    response.write(body.subarray(0, body.length >> 1), () => response.destroy());
  } else response.end(body);
}

function spoilBody(answer: SyntheticResponse, fault: FaultKind | undefined): Buffer {
  const body = Buffer.from(answer.body);
  if (fault === 'truncate') return body.subarray(0, body.length >> 1);
  if (fault !== 'totals' || typeof answer.body !== 'string') return body;
  const lie = lieAboutTotals(answer.body);
  return lie === undefined ? body : Buffer.from(lie);
}

function encode(
  request: IncomingMessage,
  answer: SyntheticResponse,
  body: Buffer,
): { body: Buffer; encoding: Record<string, string> } {
  const type = answer.headers['content-type'];
  const text = type !== undefined && /json|text|xml/.test(type);
  const accepted = /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const whole = answer.status === 200 && !('accept-ranges' in answer.headers);
  if (!(text && accepted && whole && body.length >= GZIP_FROM_BYTES)) return { body, encoding: {} };
  return {
    body: gzipSync(body, { level: 1 }),
    encoding: { 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
  };
}

async function drip(response: ServerResponse, body: Buffer, { slowMs, sleep }: Delivery): Promise<void> {
  const gone = closeSignal(response);
  for (let piece = 0; piece < SLOW_PIECES && !gone.aborted; piece++) {
    await sleep(slowMs / SLOW_PIECES, gone);
    const cut = (at: number): number => Math.floor((body.length * at) / SLOW_PIECES);
    response.write(body.subarray(cut(piece), cut(piece + 1)));
  }
  response.end();
}

async function dripForEver(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { sleep }: Delivery,
): Promise<void> {
  response.writeHead(status, { 'content-type': 'application/json' });
  if (request.method === 'HEAD') return void response.end();
  const gone = closeSignal(response);
  response.write('[');
  while (!gone.aborted) {
    await sleep(ENDLESS_PAUSE_MS, gone);
    await new Promise((written) => response.write(' ', written));
  }
}

function closeSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.on('close', () => closed.abort());
  return closed.signal;
}
