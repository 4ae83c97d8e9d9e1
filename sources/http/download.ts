import type { Effects } from '../../common/effects.js';
import type { UpstreamRequest } from '../types.js';
import { nameOf, RefusedError, TransportError } from './errors.js';
import { type Headers, isHtml } from './headers.js';
import { judgeStatus } from './judge.js';
import type { HttpLimits } from './limits.js';
import type { Turn } from './pacing.js';
import type { Secrets } from './secrets.js';
import { describeRequest, type Followed, type Send } from './send.js';
import type { StatisticsCounter } from './statistics.js';
import { readAll } from './transfer.js';

/** Where the bytes of a download go. */
export interface FileTarget {
  /** Bytes written since the last restart. */
  readonly bytes: number;
  write(chunk: Uint8Array): Promise<void>;
  /** Drops what was written. */
  restart(): Promise<void>;
}

/** What a download needs of its client. */
export interface Download {
  request: UpstreamRequest;
  target: FileTarget;
  /** Bytes of the whole file, where known before. */
  size: number | undefined;
  limits: HttpLimits;
  secrets: Secrets;
  counter: StatisticsCounter;
  effects: Effects;
  send: Send;
  attempts<T>(request: UpstreamRequest, attempt: (tookTurn: (turn: Turn) => void) => Promise<T>): Promise<T>;
}

/** A round of attempts that got this much further is followed by another one. */
const PROGRESS_BYTES = 1024 * 1024;
const ERROR_BODY_BYTES = 64 * 1024;

/**
 * Fetches a file into the target and returns the headers of the answer. After a break it asks for the rest only; where
 * the host sends the whole file again it begins anew. Each break costs an attempt, but as long as rounds of attempts
 * bring the file forward it goes on.
 */
export async function downloadInto(download: Download): Promise<Headers> {
  for (let best = 0; ; ) {
    try {
      return await download.attempts(download.request, (tookTurn) => attempt(download, tookTurn));
    } catch (error) {
      const further = download.target.bytes >= best + PROGRESS_BYTES;
      if (!further || error instanceof RefusedError || !isResumable(error)) throw error;
      best = download.target.bytes;
    }
  }
}

function isResumable(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnreachableError';
}

async function attempt(download: Download, tookTurn: (turn: Turn) => void): Promise<Headers> {
  const { request, target, size, secrets, limits } = download;
  const from = target.bytes;
  if (size !== undefined && from > size) await target.restart();
  const range = target.bytes > 0 ? { range: `bytes=${target.bytes}-` } : {};
  const headers = { accept: '*/*', 'accept-encoding': 'identity', ...range };
  const answer = await download.send(request, headers, true, tookTurn);
  await judgeAnswer(download, answer);
  if (answer.status === 200 && target.bytes > 0) await target.restart();
  const total = size ?? announcedSize(answer);
  const most = total ?? limits.maxFileBytes;
  let tail: Uint8Array = new Uint8Array();
  for await (const chunk of answer.chunks) {
    download.counter.bytes += chunk.length;
    const seen = Buffer.concat([tail, chunk]);
    if (secrets.redact(seen) !== seen) throw await echoed(download, answer);
    tail = seen.subarray(Math.max(0, seen.length - Math.max(0, secrets.longest - 1)));
    if (target.bytes + chunk.length > most) throw await tooLong(download, answer, most);
    await target.write(chunk);
  }
  if (total === undefined || target.bytes === total) return answer.headers;
  throw new TransportError(`${nameOf(request)}: ended after ${target.bytes} of ${total} bytes`);
}

async function judgeAnswer(download: Download, answer: Followed): Promise<void> {
  const { request, target, effects, secrets } = download;
  const described = describeRequest(request, answer);
  if (answer.status === 416 && target.bytes > 0) {
    answer.cancel();
    await target.restart();
    throw new TransportError(`${nameOf(request)}: the rest of the file was refused: fetched anew`);
  }
  if (answer.status === 206 && rangeOf(answer)?.from !== target.bytes) {
    answer.cancel();
    await target.restart();
    throw new TransportError(`${nameOf(request)}: another part of the file came than was asked for`);
  }
  const page = isHtml(answer.headers, new Uint8Array()) && !/\.html?$/i.test(request.path);
  if (answer.status === 206 || (answer.status === 200 && !page)) return;
  const body = secrets.redact(await readAll(answer, nameOf(request), ERROR_BODY_BYTES));
  if (answer.status === 200) throw new TransportError(`${nameOf(request)}: answered 200 with an HTML page`);
  judgeStatus({ ...described, body }, [], effects.now());
}

/** Bytes of the whole file by the Hub's word, by the range, or by the length of a whole answer. */
function announcedSize(answer: Followed): number | undefined {
  const { headers } = answer;
  const texts = [headers['x-linked-size'], answer.status === 200 ? headers['content-length'] : undefined];
  const text = texts.find((one) => one !== undefined && /^\d{1,15}$/.test(one));
  return text === undefined ? rangeOf(answer)?.total : Number(text);
}

function rangeOf({ headers }: Followed): { from: number; total: number | undefined } | undefined {
  const match = /^bytes (\d{1,15})-\d+\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '');
  if (!match) return undefined;
  return { from: Number(match[1]), total: match[2] === '*' ? undefined : Number(match[2]) };
}

async function tooLong({ request, target }: Download, answer: Followed, most: number): Promise<Error> {
  answer.cancel();
  await target.restart();
  return new TransportError(`${nameOf(request)}: sends more than the ${most} bytes of the file`);
}

async function echoed({ request, target }: Download, answer: Followed): Promise<Error> {
  answer.cancel();
  await target.restart();
  return new RefusedError(
    `${nameOf(request)}: the file repeats the access token and is not stored`,
    'Unset the token where the file is public; else tell the maintainers of the host.',
    200,
  );
}
