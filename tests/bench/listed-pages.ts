import { resolvedPostsWalk } from '../../sources/metaculus.js';
import { createMetaculusPart } from '../../sources/synthetic/metaculus/index.js';
import { SYNTHETIC_TOKENS } from '../../sources/synthetic/tokens.js';

/** Pages of the list of resolved posts as the `large` synthetic upstream serves them to a build, spread over the list. */
export function listedPages(offsets: readonly number[]): string[] {
  const part = createMetaculusPart({ seed: 20_261_130, size: 'large' });
  const { query } = resolvedPostsWalk(undefined).paginator().first();
  return offsets.map((offset) => {
    const asked = new URLSearchParams(Object.fromEntries(query));
    asked.set('offset', String(offset));
    const { body } = part.handle({
      method: 'GET',
      segments: ['api', 'posts', ''],
      query: asked,
      headers: { authorization: `Token ${SYNTHETIC_TOKENS.metaculus}`, 'accept-language': 'original' },
      origin: 'http://localhost',
    });
    return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  });
}
