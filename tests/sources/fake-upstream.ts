import { sha256 } from '../../common/hash.js';
import { MissingResponseError, nameOf, RefusedError } from '../../sources/http/errors.js';
import type {
  SourceName,
  StoredResponse,
  Upstream,
  UpstreamRequest,
  Walk,
  WalkOptions,
  WalkPage,
} from '../../sources/types.js';

/** The answer to a request: a body that is sent as JSON, a status, or undefined for one that is not stored. */
export type Answer = (request: UpstreamRequest, query: Map<string, string>) => unknown;

/** A status instead of a body. */
export class Status {
  constructor(readonly status: number) {}
}

/** An upstream in memory that answers what a function says; it keeps the names of all requests. */
export function fakeUpstream(answer: Answer, options: { asOf?: string; mode?: Upstream['mode'] } = {}) {
  const bodies = new Map<string, Uint8Array>();
  const requests: string[] = [];
  const tags: string[] = [];
  const { asOf = '2026-11-30T00:00:00Z', mode = 'live' } = options;

  const ask = (request: UpstreamRequest): { body: Uint8Array; hash: string } | Status => {
    requests.push(nameOf(request));
    const said = answer(request, new Map(request.query));
    if (said === undefined) throw new MissingResponseError(nameOf(request));
    if (said instanceof Status) return said;
    const body = Buffer.from(typeof said === 'string' ? said : JSON.stringify(said));
    const hash = sha256(body);
    bodies.set(hash, body);
    return { body, hash };
  };

  const upstream: Upstream = {
    mode,
    async fetch(request, { tag, answers = [], check }): Promise<StoredResponse> {
      tags.push(tag);
      const said = ask(request);
      const stored = { request, tag, headers: {}, fetchedAt: '', sha256: '', bytes: 0 };
      if (said instanceof Status) {
        if (!answers.includes(said.status)) throw refused(request, said);
        return { ...stored, status: said.status };
      }
      check?.(said.body);
      return { ...stored, status: 200, sha256: said.hash, bytes: said.body.length };
    },
    async walk(source: SourceName, options: WalkOptions): Promise<Walk> {
      if (options.reuse !== undefined && options.reuse !== 'every-build') tags.push(options.reuse.tag);
      const paginator = options.paginator();
      const pages: WalkPage[] = [];
      let request = paginator.first();
      for (;;) {
        const said = ask(request);
        if (said instanceof Status) throw refused(request, said);
        const step = paginator.read(said.body, request, {});
        const cursorIn = pages.at(-1)?.cursorOut ?? null;
        pages.push({ request, cursorIn, cursorOut: step.cursorOut, count: step.count, sha256: said.hash });
        if ('end' in step.next) {
          const { end: status, reason } = step.next;
          return {
            source,
            name: options.name,
            asOf,
            status,
            pages,
            ...(reason === undefined ? {} : { reason }),
          };
        }
        request = step.next;
      }
    },
    async body(hash) {
      const body = bodies.get(hash);
      if (body === undefined) throw new RangeError(`no body ${hash}`);
      return body;
    },
    download: () => Promise.reject(new RangeError('no downloads')),
    bodyPath: () => Promise.reject(new RangeError('no files')),
    sent: { metaculus: 0, gamma: 0, clob: 0, data: 0, hf: 0 },
  };
  return { upstream, requests, tags };
}

function refused(request: UpstreamRequest, { status }: Status): RefusedError {
  return new RefusedError(`${nameOf(request)}: ${status}`, '', status);
}
