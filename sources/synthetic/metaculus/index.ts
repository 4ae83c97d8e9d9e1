import type { SyntheticPart, SyntheticRequest, SyntheticResponse, SyntheticSize } from '../part.js';
import { SYNTHETIC_TOKENS } from '../tokens.js';
import { PostListing, type Reader } from './listing.js';
import { json, missing } from './replies.js';
import { answerExplorer, answerPost, answerQuestion, answerQuestionPost } from './single.js';
import { switchOf } from './switches.js';
import { createWorld, type World } from './world.js';

export { METACULUS_TRAPS } from './traps/index.js';

/** Origin of the links in the fixture's pages, whose bytes must not depend on the port that they are served from. */
const FIXTURE_ORIGIN = 'http://127.0.0.1';

/** The invented Metaculus API. */
export function createMetaculusPart({ seed, size }: { seed: number; size: SyntheticSize }): SyntheticPart {
  const world = createWorld(seed, size);
  const listing = new PostListing(world, size === 'fixture' ? FIXTURE_ORIGIN : undefined);
  return { prefix: 'metaculus', handle: (request) => answer(request, world, listing) };
}

/** In which posts of a world each trap is planted, by the trap's name; post ids in ascending order. */
export function metaculusTrapPosts(
  seed: number,
  size: SyntheticSize,
): ReadonlyMap<string, readonly number[]> {
  const posts = new Map<string, number[]>();
  for (const { id, planted } of createWorld(seed, size).plans) {
    if (planted) posts.set(planted.trap.name, [...(posts.get(planted.trap.name) ?? []), id]);
  }
  return posts;
}

function answer(request: SyntheticRequest, world: World, listing: PostListing): SyntheticResponse {
  const token = /^(?:Token\s+)?(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) {
    return json(403, { detail: 'The API is only available to authenticated users.' });
  }
  const restricted = token === SYNTHETIC_TOKENS.metaculusRestricted;
  if (!restricted && token !== SYNTHETIC_TOKENS.metaculus) return json(403, { detail: 'Invalid token.' });
  return withSlash(request) ?? route(request, world, listing, { restricted, language: languageOf(request) });
}

/** A path without its last slash is moved permanently to the one that has it. */
function withSlash({ segments, query, origin }: SyntheticRequest): SyntheticResponse | undefined {
  if (segments[0] !== 'api' || segments.at(-1) === '') return undefined;
  const path = segments.map(encodeURIComponent).join('/');
  const location = `${origin}/metaculus/${path}/${query.size > 0 ? `?${query}` : ''}`;
  return { status: 301, headers: { location, 'content-type': 'text/html; charset=utf-8' }, body: '' };
}

/** Any language but `original` switches machine translation on; `*` means English. */
function languageOf({ headers }: SyntheticRequest): string | null {
  const wanted = headers['accept-language'];
  if (wanted === undefined || wanted === '' || wanted === 'original') return null;
  return wanted.startsWith('*') ? 'en' : wanted.slice(0, 2).toLowerCase();
}

function route(
  request: SyntheticRequest,
  world: World,
  listing: PostListing,
  reader: Reader,
): SyntheticResponse {
  const path = request.segments.join('/');
  if (path === 'api/posts/') return listing.answer(request, reader);
  if (path === 'api/users/me/') return account(request.query, reader);
  if (path === 'api/aggregation_explorer/') return answerExplorer(world, request.query, reader);
  const [, kind, id, rest] = /^api\/(posts|questions)\/(\d+)\/(post\/)?$/.exec(path) ?? [];
  if (id === undefined || (kind === 'posts' && rest)) return missing();
  if (kind === 'posts') return answerPost(world, id, request.query, reader);
  return rest ? answerQuestionPost(world, id, reader) : answerQuestion(world, id, request.query, reader);
}

function account(query: URLSearchParams, { restricted }: Reader): SyntheticResponse {
  const name = restricted ? 'synthetic-restricted' : 'synthetic';
  const me = { id: 1, username: name, is_bot: false, is_staff: false, is_superuser: false };
  if (!switchOf(query, 'with_data_access', false)) return json(200, me);
  const tier = restricted ? 'restricted' : 'unrestricted';
  return json(200, { ...me, api_access_tier: tier, project_data_access: [] });
}
