import type { InstantMicros } from '../../common/time.js';

/** A web page as it stood when it was published. */
export interface WebDocument {
  url: string;
  title: string;
  publishedAt: InstantMicros;
  text: string;
}

export interface WebCall {
  /** Nothing published after this instant may be found: the simulated today, read anew for every call. */
  asOf: InstantMicros;
  signal: AbortSignal;
}

/** What a search or a fetch found; `notice` says what a reader must know about how it was found. */
export interface WebFinding {
  documents: readonly WebDocument[];
  notice?: string;
}

/** Where backdated pages come from. A client of a search service implements this; the cutoff comes with every call. */
export interface WebSource {
  search(query: string, limit: number, call: WebCall): Promise<WebFinding>;
  /** The page at an address as it stood at the cutoff; no document where there was none. */
  fetch(url: string, call: WebCall): Promise<WebFinding>;
}

const INERT: WebFinding = {
  documents: [],
  notice: 'This server has no web source: nothing was searched or fetched.',
};

/** The default: finds nothing and says so. */
export const inertWeb: WebSource = {
  search: () => Promise.resolve(INERT),
  fetch: () => Promise.resolve(INERT),
};

/** The same source with whatever it gives beyond the cutoff taken out: no source is trusted with the clock. */
export function withCutoff(source: WebSource): WebSource {
  const upTo = ({ documents, ...rest }: WebFinding, { asOf }: WebCall): WebFinding => ({
    ...rest,
    documents: documents.filter(({ publishedAt }) => publishedAt <= asOf),
  });
  return {
    search: async (query, limit, call) => upTo(await source.search(query, limit, call), call),
    fetch: async (url, call) => upTo(await source.fetch(url, call), call),
  };
}
