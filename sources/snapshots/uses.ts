import { parseInstant } from '../../common/time.js';
import { SchemaDriftError } from '../http/errors.js';
import type { StoredResponse, Upstream, UpstreamRequest, Walk, WalkOptions } from '../types.js';
import { chainPrefixOf, driftPathOf, identityOf, recordPathOf, walkDirOf } from './paths.js';

/** The stored responses that a build rests on, as paths below the snapshots directory. */
interface ResponseUses {
  /** Records of single responses and downloads. */
  records: Set<string>;
  /**
   * Walks: the chain file without its number, so every chain that was made of the list under that clock; of a walk that
   * ended in a drift, the directory of its chains.
   */
  walks: Set<string>;
}

/** Names a stored response. */
export type ResponseKey = Pick<StoredResponse, 'request' | 'tag'>;

/** An upstream that notes what it is asked for, whether the answer came from a host or from the store. */
export interface TrackedUpstream {
  upstream: Upstream;
  uses: ResponseUses;
  /** Notes a response that a cache stands in for. */
  note(response: ResponseKey): void;
}

/** Passes everything on to `upstream` and notes each answer that comes back. */
export function trackUses(upstream: Upstream): TrackedUpstream {
  const uses: ResponseUses = { records: new Set(), walks: new Set() };
  const note = ({ request, tag }: ResponseKey): void => {
    uses.records.add(recordPathOf('', request, tag));
  };
  const noted = async (
    request: UpstreamRequest,
    tag: string,
    answer: Promise<StoredResponse>,
  ): Promise<StoredResponse> => {
    try {
      const stored = await answer;
      note({ request, tag });
      return stored;
    } catch (error) {
      if (error instanceof SchemaDriftError) uses.records.add(driftPathOf('', request, tag));
      throw error;
    }
  };
  return {
    uses,
    note,
    upstream: {
      mode: upstream.mode,
      fetch: (request, options) => noted(request, options.tag, upstream.fetch(request, options)),
      download: (request, options) => noted(request, options.tag, upstream.download(request, options)),
      async walk(source, options) {
        try {
          const walk = await upstream.walk(source, options);
          uses.walks.add(chainOf(walk, options));
          return walk;
        } catch (error) {
          if (error instanceof SchemaDriftError) uses.walks.add(walkDirOf('', identityOf(source, options)));
          throw error;
        }
      },
      body: (sha256) => upstream.body(sha256),
      bodyPath: (sha256) => upstream.bodyPath(sha256),
      get sent() {
        return upstream.sent;
      },
    },
  };
}

function chainOf(walk: Walk, options: WalkOptions): string {
  const clock = parseInstant(walk.asOf);
  if (clock === undefined) throw new TypeError(`the walk ${walk.name} has the clock ${walk.asOf}`);
  return chainPrefixOf('', identityOf(walk.source, options), clock);
}
