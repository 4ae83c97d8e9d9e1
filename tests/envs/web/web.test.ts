import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UsageError } from '../../../common/errors.js';
import { corpusWeb, parseCorpus } from '../../../envs/web/corpus.js';
import { inertWeb, type WebDocument, type WebSource, withCutoff } from '../../../envs/web/source.js';

const call = (asOf: number) => ({ asOf, signal: new AbortController().signal });

const document = (publishedAt: number, change: Partial<WebDocument> = {}): WebDocument => ({
  url: `https://news.example/${publishedAt}`,
  title: 'Flood in Ruvullmere',
  text: 'The river rose.',
  publishedAt,
  ...change,
});

const urls = async (source: WebSource, query: string, asOf: number, limit = 10) =>
  (await source.search(query, limit, call(asOf))).documents.map(({ url }) => url);

it('finds pages published up to the cutoff, and none after', async () => {
  const web = corpusWeb([document(1), document(2), document(3)]);
  expect(await urls(web, 'flood', 2)).toEqual(['https://news.example/2', 'https://news.example/1']);
  expect((await web.fetch('https://news.example/3', call(2))).documents).toEqual([]);
  expect((await web.fetch('https://news.example/3', call(3))).documents).toHaveLength(1);
});

it('shows a page as it stood at the cutoff', async () => {
  const url = 'https://news.example/live';
  const web = corpusWeb([document(5, { url, text: 'later' }), document(1, { url, text: 'earlier' })]);
  const textAt = async (asOf: number) => (await web.fetch(url, call(asOf))).documents.map(({ text }) => text);
  expect(await textAt(0)).toEqual([]);
  expect(await textAt(4)).toEqual(['earlier']);
  expect(await textAt(5)).toEqual(['later']);
});

it('ranks by the words of the query, those of the title twice, and lists no more than asked', async () => {
  const web = corpusWeb([
    document(1, { url: 'text', title: 'News', text: 'A flood.' }),
    document(2, { url: 'title', title: 'A flood', text: 'News.' }),
    document(3, { url: 'both', title: 'A flood', text: 'A flood.' }),
    document(4, { url: 'none', title: 'News', text: 'News.' }),
  ]);
  expect(await urls(web, 'FLOOD!', 9)).toEqual(['both', 'title', 'text']);
  expect(await urls(web, 'flood', 9, 1)).toEqual(['both']);
  expect(await urls(web, '...', 9)).toEqual([]);
});

it('finds the same whatever is published later', async () => {
  const page = fc.record({
    url: fc.constantFrom('a', 'b', 'c'),
    title: fc.constantFrom('flood', 'storm', 'calm'),
    text: fc.constantFrom('river flood', 'storm at sea', ''),
    publishedAt: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(page),
      fc.nat(20),
      fc.constantFrom('flood', 'storm sea', 'a'),
      async (pages, asOf, query) => {
        const known = pages.filter(({ publishedAt }) => publishedAt <= asOf);
        const [all, past] = [corpusWeb(pages), corpusWeb(known)];
        expect(await all.search(query, 5, call(asOf))).toEqual(await past.search(query, 5, call(asOf)));
        expect(await all.fetch('a', call(asOf))).toEqual(await past.fetch('a', call(asOf)));
      },
    ),
  );
});

it('trusts no source with the clock', async () => {
  const careless: WebSource = {
    search: () => Promise.resolve({ documents: [document(1), document(9)], notice: 'note' }),
    fetch: () => Promise.resolve({ documents: [document(9)] }),
  };
  const web = withCutoff(careless);
  expect(await web.search('x', 5, call(8))).toEqual({ documents: [document(1)], notice: 'note' });
  expect(await web.fetch('x', call(8))).toEqual({ documents: [] });
  expect((await web.fetch('x', call(9))).documents).toHaveLength(1);
});

it('says that there is no web source where there is none', async () => {
  const { documents, notice } = await inertWeb.search('x', 5, call(1));
  expect([documents, notice]).toEqual([[], expect.stringContaining('no web source')]);
  expect(await inertWeb.fetch('x', call(1))).toEqual({ documents, notice });
});

it('reads a corpus; a bare day counts from its end, and finer digits than microseconds from theirs', () => {
  const lines = [
    { url: 'u', title: 't', published_at: '2026-01-02T03:04:05Z', text: 'x' },
    { url: 'u', title: 't', published_at: '2026-01-02', text: 'x' },
    { url: 'u', title: 't', published_at: '2026-01-02T23:59:59.999999000Z', text: 'x' },
    { url: 'u', title: 't', published_at: '2026-01-02T23:59:59.999999001Z', text: 'x' },
  ];
  const documents = parseCorpus(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  expect(documents.map(({ publishedAt }) => publishedAt)).toEqual([
    Date.UTC(2026, 0, 2, 3, 4, 5) * 1000,
    Date.UTC(2026, 0, 3) * 1000,
    Date.UTC(2026, 0, 3) * 1000 - 1,
    Date.UTC(2026, 0, 3) * 1000,
  ]);
});

it.each(['{"url":"u"}', 'no json', '{"url":"u","title":"t","published_at":"soon","text":"x"}'])(
  'refuses the line %s of a corpus and names it',
  (line) => {
    const good = '{"url":"u","title":"t","published_at":"2026-01-02","text":"x"}';
    expect(() => parseCorpus(`${good}\n${line}`)).toThrow(UsageError);
    expect(() => parseCorpus(`${good}\n\n \n${line}`)).toThrow(/line 4/);
  },
);
