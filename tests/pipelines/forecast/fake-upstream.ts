import { sha256 } from '../../../common/hash.js';
import { PostsPaginator } from '../../../sources/metaculus/posts-paginator.js';
import type {
  FetchOptions,
  StoredResponse,
  Upstream,
  UpstreamRequest,
  Walk,
} from '../../../sources/types.js';
import type { Json } from './sample-posts.js';

/** What the fake upstream answers to paths other than the list. */
export type Answer = (path: string, query: ReadonlyMap<string, string>) => { status: number; body: unknown };

/** An upstream over a list of posts in memory, with pages of three. */
export class FakeUpstream implements Upstream {
  readonly mode = 'live';
  readonly sent = { metaculus: 0, gamma: 0, clob: 0, data: 0, hf: 0 };
  /** Requests beside the list, as path, query and tag. */
  readonly asked: { path: string; query: string; tag: string }[] = [];
  readonly #bodies = new Map<string, Uint8Array>();
  readonly #posts: readonly Json[];
  readonly #answer: Answer;

  constructor(posts: readonly Json[], answer: Answer = () => ({ status: 404, body: {} })) {
    this.#posts = posts;
    this.#answer = answer;
  }

  async walk(): Promise<Walk> {
    const paginator = new PostsPaginator([]);
    const pages: Walk['pages'][number][] = [];
    let request = paginator.first();
    for (;;) {
      const offset = Number(new Map(request.query).get('offset'));
      const body = this.#keep({ results: this.#posts.slice(offset, offset + 3) });
      const step = paginator.read(await this.body(body));
      pages.push({ request, cursorIn: null, cursorOut: step.cursorOut, count: step.count, sha256: body });
      if ('end' in step.next)
        return { source: 'metaculus', name: 'posts', asOf: '', status: step.next.end, pages };
      request = step.next;
    }
  }

  async fetch(request: UpstreamRequest, { tag, answers = [] }: FetchOptions): Promise<StoredResponse> {
    const query = new Map(request.query);
    this.asked.push({ path: request.path, query: JSON.stringify(request.query), tag });
    const { status, body } = this.#answer(request.path, query);
    if (status !== 200 && !answers.includes(status)) throw new Error(`${request.path} answered ${status}`);
    return { request, tag, status, headers: {}, sha256: this.#keep(body), bytes: 0, fetchedAt: '' };
  }

  async body(hash: string): Promise<Uint8Array> {
    const body = this.#bodies.get(hash);
    if (body === undefined) throw new Error(`no body ${hash}`);
    return body;
  }

  download(): Promise<StoredResponse> {
    throw new Error('nothing is downloaded from Metaculus');
  }

  bodyPath(): Promise<string> {
    throw new Error('nothing is downloaded from Metaculus');
  }

  #keep(value: unknown): string {
    const body = Buffer.from(JSON.stringify(value));
    const hash = sha256(body);
    this.#bodies.set(hash, body);
    return hash;
  }
}
