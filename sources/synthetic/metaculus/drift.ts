import { unitOf } from '../random.js';
import type { Json } from './trap.js';

/** A page as the site sends it. */
interface Page {
  next: string;
  previous: string | null;
  results: readonly Json[];
}

/** Ways in which a page departs from its schema. */
const DRIFTS: readonly ((page: Page) => Json)[] = [
  ({ results, ...rest }) => ({ ...rest, items: results }),
  eachQuestion(({ resolution, ...question }) => ({ ...question, resolved_to: resolution })),
  eachQuestion((question) => ({
    ...question,
    actual_close_time: Date.parse(String(question.actual_close_time)),
  })),
  eachQuestion((question) => ({ ...question, scaling: JSON.stringify(question.scaling) })),
  eachPost((post) => ({ ...post, id: String(post.id) })),
  eachPost((post) => ({ ...post, forecasts_count: String(post.forecasts_count) })),
];

/** The page with one field renamed or of another type throughout; which one depends on the query alone. */
export function drifted(page: Page, query: string): Json {
  const drift = DRIFTS[Math.floor(unitOf(`drift|${query}`) * DRIFTS.length)];
  return drift ? drift(page) : { ...page };
}

function eachPost(change: (post: Json) => Json): (page: Page) => Json {
  return (page) => ({ ...page, results: page.results.map(change) });
}

function eachQuestion(change: (question: Json) => Json): (page: Page) => Json {
  return eachPost((post) => (post.question ? { ...post, question: change(post.question as Json) } : post));
}
