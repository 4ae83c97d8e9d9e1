import { z } from 'zod';
import { formatInstant } from '../../common/time.js';
import { type ToolOutput, text } from '../ors/environment.js';
import { defineTool, type Tool } from '../ors/tools.js';
import type { WebDocument, WebFinding } from '../web/source.js';
import type { PolyBenchEpisode } from './episode.js';

const SNIPPET_LENGTH = 300;
const PAGE_LENGTH = 20_000;
/** A source that answers ever so much must not fill a session's memory. */
const LONGEST_FIELD = 2_000;

const webSearch = defineTool({
  name: 'web_search',
  description: 'Searches the web as it stood at 00:00 UTC of today.',
  input: z.object({
    query: z.string().min(1).max(1_000).describe('What to look for.'),
    limit: z.int().min(1).max(20).default(10).describe('How many pages to list at most.'),
  }),
  run: async (episode: PolyBenchEpisode, { query, limit }, signal) => {
    const asOf = episode.webAsOf;
    const finding = await episode.web.search(query, limit, { asOf, signal });
    return report(asOf, finding, limit, (document) => ({ snippet: document.text.slice(0, SNIPPET_LENGTH) }));
  },
});

const webFetch = defineTool({
  name: 'web_fetch',
  description: 'Reads a web page as it stood at 00:00 UTC of today.',
  input: z.object({ url: z.string().min(1).max(LONGEST_FIELD).describe('Address of the page.') }),
  run: async (episode: PolyBenchEpisode, { url }, signal) => {
    const asOf = episode.webAsOf;
    const finding = await episode.web.fetch(url, { asOf, signal });
    return report(asOf, finding, 1, (document) => ({ text: document.text.slice(0, PAGE_LENGTH) }));
  },
});

/** Research on the web; the cutoff is read from the clock for every call. */
export const webTools: readonly Tool<PolyBenchEpisode>[] = [webSearch, webFetch];

function report(
  asOf: number,
  { documents, notice }: WebFinding,
  limit: number,
  content: (document: WebDocument) => Record<string, unknown>,
): ToolOutput {
  const found = {
    as_of: formatInstant(asOf),
    ...(notice === undefined ? {} : { notice }),
    pages: documents.slice(0, limit).map((document) => ({
      url: document.url.slice(0, LONGEST_FIELD),
      title: document.title.slice(0, LONGEST_FIELD),
      published_at: formatInstant(document.publishedAt),
      ...content(document),
    })),
  };
  return { blocks: [text(JSON.stringify(found))], metadata: found, reward: null, finished: false };
}
