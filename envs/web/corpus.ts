import { z } from 'zod';
import { UsageError } from '../../common/errors.js';
import { type InstantMicros, MICROS_PER_SECOND, parseInstant, SECONDS_PER_DAY } from '../../common/time.js';
import type { WebDocument, WebSource } from './source.js';

/**
 * A web source over documents at hand. An address may have several documents, one for each time it changed; only the
 * latest at the cutoff is seen. Ranking looks at no document but the one it ranks, so that later documents, which the
 * cutoff hides, cannot show in the order.
 */
export function corpusWeb(documents: readonly WebDocument[]): WebSource {
  return {
    search: (query, limit, { asOf }) => {
      const words = new Set(wordsOf(query));
      const ranked = standingAt(documents, asOf)
        .map((document) => ({ document, score: scoreOf(document, words) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || order(a.document, b.document));
      return Promise.resolve({ documents: ranked.slice(0, limit).map(({ document }) => document) });
    },
    fetch: (url, { asOf }) =>
      Promise.resolve({ documents: standingAt(documents, asOf).filter((document) => document.url === url) }),
  };
}

/** Per address the latest document that was published by then. */
function standingAt(documents: readonly WebDocument[], asOf: InstantMicros): WebDocument[] {
  const latest = new Map<string, WebDocument>();
  for (const document of documents) {
    const known = latest.get(document.url);
    if (document.publishedAt <= asOf && (known === undefined || known.publishedAt <= document.publishedAt))
      latest.set(document.url, document);
  }
  return [...latest.values()];
}

/** Words of the query that the document has; those of the title count twice. */
function scoreOf({ title, text }: WebDocument, words: ReadonlySet<string>): number {
  const inTitle = new Set(wordsOf(title));
  const inText = new Set(wordsOf(text));
  let score = 0;
  for (const word of words) score += (inTitle.has(word) ? 2 : 0) + (inText.has(word) ? 1 : 0);
  return score;
}

function order(a: WebDocument, b: WebDocument): number {
  return b.publishedAt - a.publishedAt || (a.url < b.url ? -1 : 1);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const line = z.strictObject({
  url: z.string(),
  title: z.string(),
  published_at: z.string(),
  text: z.string(),
});

/**
 * Documents from JSONL: `{"url","title","published_at","text"}` a line. A bare day counts from its end, since the hour is
 * not known. UsageError names the line that does not parse.
 */
export function parseCorpus(jsonl: string): WebDocument[] {
  return jsonl.split('\n').flatMap((text, index) => {
    if (text.trim() === '') return [];
    const document = parseDocument(text);
    if (document) return [document];
    throw new UsageError(
      `line ${index + 1} of the web corpus is no document`,
      'Write {"url":"...","title":"...","published_at":"2026-01-31T12:00:00Z","text":"..."} on each line.',
    );
  });
}

function parseDocument(json: string): WebDocument | undefined {
  try {
    const { url, title, published_at: published, text } = line.parse(JSON.parse(json));
    const publishedAt = latestInstant(published);
    return publishedAt === undefined ? undefined : { url, title, text, publishedAt };
  } catch {
    return undefined;
  }
}

/** The end of what the text says: of the day where it names no hour, and of the microsecond where it has finer digits. */
function latestInstant(text: string): InstantMicros | undefined {
  const instant = parseInstant(text);
  if (instant === undefined) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text.trim())) return instant + SECONDS_PER_DAY * MICROS_PER_SECOND;
  return /\.\d{6}\d*[1-9]/.test(text) ? instant + 1 : instant;
}
