import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SchemaDriftError } from '../../../sources/http/errors.js';
import { PostsPaginator } from '../../../sources/metaculus/posts-paginator.js';
import type { UpstreamRequest, WalkStatus } from '../../../sources/types.js';

interface Post {
  id: number;
  published_at: string;
}

type Serve = (offset: number, limit: number, page: number) => readonly Post[];

const post = (id: number, publishedAt = id): Post => ({
  id,
  published_at: `t${String(publishedAt).padStart(6, '0')}`,
});
const posts = (count: number, tie = 1): Post[] =>
  Array.from({ length: count }, (_, index) => post(index + 1, Math.floor(index / tie)));

/** Runs a paginator against a list; the ids that it saw, the offsets that it asked for, and how it ended. */
function walk(serve: Serve): {
  ids: Set<number>;
  offsets: number[];
  end: WalkStatus;
  reason: string | undefined;
} {
  const paginator = new PostsPaginator([['statuses', 'resolved']]);
  const ids = new Set<number>();
  const offsets: number[] = [];
  let request: UpstreamRequest = paginator.first();
  for (let page = 0; page < 2_000; page += 1) {
    const query = new Map(request.query);
    const offset = Number(query.get('offset'));
    offsets.push(offset);
    const results = serve(offset, Number(query.get('limit')), page);
    for (const { id } of results) ids.add(id);
    const step = paginator.read(Buffer.from(JSON.stringify({ next: 'x', results })));
    expect(step.count).toBe(results.length);
    if ('end' in step.next) return { ids, offsets, end: step.next.end, reason: step.next.reason };
    expect(step.cursorOut).toBe(new Map(step.next.query).get('offset'));
    request = step.next;
  }
  throw new Error('the walk does not end');
}

describe('PostsPaginator', () => {
  it.each([0, 1, 2, 99, 100, 101, 199, 250])('reads a list of %i posts to its empty end', (count) => {
    const list = posts(count);
    const { ids, end, offsets } = walk((offset, limit) => list.slice(offset, offset + limit));
    expect([ids.size, end]).toEqual([count, 'complete']);
    expect(offsets.length).toBeLessThanOrEqual(Math.ceil(count / 99) + 3);
  });

  it('starts each page at the last post of the page before', () => {
    const list = posts(250);
    const { offsets } = walk((offset, limit) => list.slice(offset, offset + limit));
    expect(offsets).toEqual([0, 99, 198, 249, 250]);
  });

  it('starts again at all posts that tie with the last one, however they are ordered', () => {
    const list = posts(230, 7);
    const { ids, end } = walk((offset, limit, page) => {
      const shown = list.slice(offset, offset + limit);
      return page % 2
        ? shown.sort((a, b) =>
            a.published_at < b.published_at ? -1 : a.published_at > b.published_at ? 1 : b.id - a.id,
          )
        : shown;
    });
    expect([ids.size, end]).toEqual([230, 'complete']);
  });

  it('pages on where the limit is clamped without a word', () => {
    const list = posts(95);
    expect(walk((offset) => list.slice(offset, offset + 20))).toMatchObject({
      end: 'complete',
      ids: { size: 95 },
    });
  });

  it('finds the posts that slipped past the offset when others left the list', () => {
    const list = posts(320);
    const left = new Set([3, 4, 5, 80, 99, 100]);
    const { ids, end } = walk((offset, limit, page) =>
      list.filter(({ id }) => page < 2 || !left.has(id)).slice(offset, offset + limit),
    );
    expect([ids.size, end]).toEqual([320, 'complete']);
  });

  it('finds them at the end of the list too, where the page comes back empty', () => {
    const list = posts(230);
    const { ids, end } = walk((offset, limit, page) =>
      list.filter(({ id }) => page < 2 || id > 60).slice(offset, offset + limit),
    );
    expect([ids.size, end]).toEqual([230, 'complete']);
  });

  it('is not thrown off by posts that come in above', () => {
    const list = posts(400);
    const { ids, end } = walk((offset, limit, page) =>
      [...Array.from({ length: Math.min(page, 4) * 3 }, (_, index) => post(9_000 + index, 0)), ...list].slice(
        offset,
        offset + limit,
      ),
    );
    expect(list.every(({ id }) => ids.has(id))).toBe(true);
    expect(end).toBe('complete');
  });

  it('ends as unknown where the host serves one page for ever', () => {
    const list = posts(100);
    expect(walk(() => list)).toMatchObject({
      end: 'unknown',
      reason: expect.stringContaining('no other posts'),
    });
  });

  it('ends as unknown where no page joins on', () => {
    const { end, reason } = walk((_, limit, page) =>
      Array.from({ length: limit }, (__, index) => post(page * limit + index)),
    );
    expect([end, reason]).toEqual(['unknown', expect.stringContaining('moved')]);
  });

  it('names the list where it drifted', () => {
    const paginator = new PostsPaginator([]);
    const read = () => paginator.read(Buffer.from('{"items":[]}'));
    expect(read).toThrow(SchemaDriftError);
    expect(read).toThrow(/results/);
  });

  it('misses nothing under repeated and swapped rows, whatever the list', () => {
    const faults = fc.array(fc.constantFrom('none', 'repeat', 'repeat-within-limit', 'swap'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.nat(450), fc.integer({ min: 1, max: 9 }), faults, (count, tie, plan) => {
        const list = posts(count, tie);
        const { ids, end } = walk((offset, limit, page) => {
          const fault = plan[page];
          const from = fault?.startsWith('repeat') ? Math.max(0, offset - 3) : offset;
          const shown = list.slice(from, fault === 'repeat-within-limit' ? from + limit : offset + limit);
          return fault === 'swap' ? swapTies(shown) : shown;
        });
        expect([ids.size, end]).toEqual([count, 'complete']);
      }),
    );
  });
});

function swapTies(page: readonly Post[]): Post[] {
  return [...page].sort((a, b) =>
    a.published_at === b.published_at ? b.id - a.id : a.published_at < b.published_at ? -1 : 1,
  );
}
