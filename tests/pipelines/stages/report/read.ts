import { parseHTML } from 'linkedom';
import type { Row } from '../../../../schemas/table.js';

interface Parsed {
  readonly textContent: string | null;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  readonly tagName: string;
  querySelectorAll(selector: string): Iterable<Parsed>;
  querySelector(selector: string): Parsed | null;
  getAttribute(name: string): string | null;
}

/** Markup as a reader's browser would see it. */
export function parse(markup: string): Parsed {
  const whole = markup.startsWith('<!doctype')
    ? markup
    : `<!doctype html><html><body>${markup}</body></html>`;
  return parseHTML(whole).document.documentElement as unknown as Parsed;
}

export function texts(of: Parsed, selector: string): string[] {
  return [...of.querySelectorAll(selector)].map((element) => String(element.textContent).trim());
}

/** Cells of every table, row by row, in page order. */
export function tables(markup: string): string[][][] {
  return [...parse(markup).querySelectorAll('table')].map((table) =>
    [...table.querySelectorAll('tr')].map((row) => texts(row, 'th, td')),
  );
}

/** The table of the figure with that title, without its head. */
export function figureTable(markup: string, title: string): string[][] {
  for (const figure of parse(markup).querySelectorAll('figure')) {
    if (figure.querySelector('strong')?.textContent !== title) continue;
    return [...figure.querySelectorAll('tbody tr, tfoot tr')].map((row) => texts(row, 'th, td'));
  }
  throw new Error(`no figure ${title}`);
}

/** Names of all elements and event handlers that could run or load something. */
export function dangers(markup: string): string[] {
  const found: string[] = [];
  for (const element of parse(markup).querySelectorAll('*')) {
    const name = element.tagName.toLowerCase();
    if (
      [
        'script',
        'iframe',
        'object',
        'embed',
        'img',
        'image',
        'link',
        'base',
        'form',
        'foreignobject',
      ].includes(name)
    )
      found.push(name);
    for (const { name: attribute, value } of Array.from(element.attributes)) {
      const local = /^(#s\d+|[\w.]+)$/.test(value);
      if (/^on/i.test(attribute) || (/href|src|action|data/i.test(attribute) && !local))
        found.push(`${attribute}=${value}`);
    }
  }
  return found;
}

/** A stream that can be read more than once, as the published rows can. */
export function stream(rows: readonly Row[]): () => AsyncIterable<Row> {
  return async function* () {
    yield* rows;
  };
}
