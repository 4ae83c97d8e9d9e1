import { UsageError } from '../../common/errors.js';
import { SOURCE_NAMES, type SourceName } from '../types.js';
import type { SyntheticResponse } from './part.js';
import { unitOf } from './random.js';

/** What can go wrong with one request, by the name that a fault specification uses. */
export const FAULT_KINDS = {
  '429': 'throttled, without Retry-After',
  '429ra': 'throttled, with Retry-After of one second',
  '500': 'an internal error in the words of the host',
  reset: 'the connection is reset before an answer',
  slow: 'the body arrives in pieces over `slowms` milliseconds',
  endless: 'the body drips on and never ends',
  truncate: 'the first half of the body, with a content-length that says that this is all',
  cut: 'the first half of the body, then the connection breaks',
  html: 'an HTML page instead of the answer, with status 200 or 502',
  echo: 'status 500 whose body repeats the Authorization header',
  totals: 'a count or total in the body says more than there is; other bodies stay as they are',
  repeat: 'a page also holds rows of its neighbour; no row is lost',
  shift: 'rows that tie in the order change places within their page; no row is lost',
  drift: 'a field is renamed or changes its type',
} as const;
export type FaultKind = keyof typeof FAULT_KINDS;

/** How often each fault strikes. */
export interface FaultSpec {
  /** Probability of each kind, together at most 1. */
  rates: readonly (readonly [FaultKind, number])[];
  /** Names the draws: another seed strikes other requests. */
  seed: string;
  /** The sources that meet faults; all where it is absent. */
  only?: readonly SourceName[];
  /** Milliseconds that a `slow` body takes. */
  slowMs: number;
  /** From the (times + 1)th time on the same request is answered plainly; Infinity by default. */
  times: number;
}

/**
 * Reads `KIND=RATE,...;OPTION=VALUE;...`, for example `429=0.05,cut=0.02;seed=7;only=gamma,data;slowms=2500;times=3`.
 * UsageError for an unknown kind or option, a rate outside [0,1], or rates above 1 together.
 */
export function parseFaults(spec: string): FaultSpec {
  const [kinds, ...options] = spec.split(';').map((part) => part.trim());
  const rates = (kinds ?? '').split(',').filter(Boolean).map(parseRate);
  if (rates.reduce((sum, [, rate]) => sum + rate, 0) > 1 + 1e-9) throw bad(`${kinds}: more than 1 in total`);
  return options.filter(Boolean).reduce(withOption, { rates, seed: '1', slowMs: 2500, times: Infinity });
}

function parseRate(text: string): readonly [FaultKind, number] {
  const [kind, rate] = pair(text);
  if (!isFaultKind(kind)) throw bad(`${kind} is no fault; there are ${Object.keys(FAULT_KINDS).join(', ')}`);
  return [kind, numberIn(text, rate, 0, 1)];
}

function withOption(spec: FaultSpec, text: string): FaultSpec {
  const [name, value] = pair(text);
  if (name === 'seed') return { ...spec, seed: value };
  if (name === 'slowms') return { ...spec, slowMs: numberIn(text, value, 0, 600_000) };
  if (name === 'times') return { ...spec, times: numberIn(text, value, 0, 1e6) };
  if (name !== 'only') throw bad(`${name} is no option; there are seed, only, slowms, times`);
  const only = value.split(',').map((source) => {
    const known = SOURCE_NAMES.find((one) => one === source);
    if (known === undefined) throw bad(`${source} is no source; there are ${SOURCE_NAMES.join(', ')}`);
    return known;
  });
  return { ...spec, only };
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 0) throw bad(`${text}: expected NAME=VALUE`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function numberIn(text: string, value: string, min: number, max: number): number {
  const number = Number(value);
  if (value === '' || !(number >= min && number <= max)) throw bad(`${text}: not between ${min} and ${max}`);
  return number;
}

function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(FAULT_KINDS, text);
}

function bad(message: string): UsageError {
  return new UsageError(
    `fault specification: ${message}`,
    'Write it as 429=0.05,cut=0.02;seed=7;only=gamma.',
  );
}

/**
 * The fault that a request meets. It depends on the seed, on path and query, and on `nth`, how many times this very
 * request was asked before, and on nothing else: two runs meet the same faults in whatever order they ask.
 */
export function drawFault(
  spec: FaultSpec,
  source: SourceName,
  target: string,
  nth: number,
): FaultKind | undefined {
  if (nth >= spec.times || (spec.only && !spec.only.includes(source))) return undefined;
  let left = unitOf(`${spec.seed}|${target}|${nth}`);
  for (const [kind, rate] of spec.rates) {
    if (left < rate) return kind;
    left -= rate;
  }
  return undefined;
}

/** The answer that a fault gives instead of the upstream; undefined for faults that act on the answer itself. */
export function faultAnswer(
  kind: FaultKind | undefined,
  source: SourceName,
  target: string,
  authorization: string | undefined,
): SyntheticResponse | undefined {
  if (kind === '429') return throttled(source, undefined);
  if (kind === '429ra') return throttled(source, 1);
  if (kind === '500') return json(500, internalError(source));
  if (kind === 'html') {
    return unitOf(`html|${target}`) < 0.5 ? html(200, 'Just a moment...') : html(502, '502 Bad Gateway');
  }
  if (kind !== 'echo') return undefined;
  return json(500, {
    error: 'internal server error',
    request: { target, authorization: authorization ?? null },
  });
}

/** A 429 in the manner of the host, with the seconds to wait where the host says them. */
export function throttled(source: SourceName, waitSeconds: number | undefined): SyntheticResponse {
  const retry = waitSeconds === undefined ? {} : { 'retry-after': String(waitSeconds) };
  if (source === 'metaculus') return json(429, { detail: 'Request was throttled.' }, retry);
  if (source === 'data') {
    const body = { error: 'too many requests', code: 'RATE_LIMITED', retryable: true, trace_id: 'synthetic' };
    return json(429, { ...body, parameter: null }, retry);
  }
  if (source !== 'hf') return json(429, { error: 'Too Many Requests' }, retry);
  const window = { 'ratelimit-policy': '"fixed window";"api";q=1000;w=300' };
  const left = waitSeconds === undefined ? {} : { ratelimit: `"api";r=0;t=${waitSeconds}` };
  return json(429, { error: 'We had to rate limit you.' }, { ...retry, ...left, ...window });
}

function internalError(source: SourceName): object {
  if (source === 'gamma') return { type: 'internal error', error: 'cannot get the information' };
  if (source === 'metaculus') return { detail: 'Internal server error.' };
  if (source === 'hf') return { error: 'Internal Server Error' };
  return { error: 'internal server error', code: 'INTERNAL', retryable: true };
}

/** Totals and counts of a JSON body raised by one tenth and one; undefined where the body names none. */
export function lieAboutTotals(body: string): string | undefined {
  const names = /"(count|total|num_rows_total|totalCount)":(\d+)/g;
  if (!names.test(body)) return undefined;
  return body.replace(names, (_, name: string, value: string) => {
    const total = Number(value);
    return `"${name}":${total + Math.ceil(total / 10) + 1}`;
  });
}

function json(status: number, body: object, headers: Record<string, string> = {}): SyntheticResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function html(status: number, title: string): SyntheticResponse {
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: { 'content-type': 'text/html; charset=UTF-8' }, body };
}
