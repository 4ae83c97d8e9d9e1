import { printable } from '../report/html.js';

/** Every ASCII character that can begin or end Markdown; a backslash before it makes it stand for itself. */
const PUNCTUATION = /[\\`*_{}[\]()#+\-.!|~>$:@^=]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;' };

/** The text on one line, without control characters. */
function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/** Any text as inert Markdown on one line: no markup, link, table border or HTML of its own takes effect. */
export function inert(text: string): string {
  return oneLine(text)
    .replace(PUNCTUATION, '\\$&')
    .replace(/[&<]/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Any text as code on one line, fit for a table. The fence is longer than any in the text. A border cannot be escaped
 * reliably between fences after a backslash, so that text with one is inert text marked as code.
 */
export function code(text: string): string {
  const line = oneLine(text);
  if (line.includes('|')) return `<code>${inert(line)}</code>`;
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || line === '' ? ' ' : '';
  return fence + pad + line + pad + fence;
}

/**
 * A sentence of ours, on one line: its code spans count, but an angle bracket outside them is no HTML, and a border is
 * escaped so that it fits a table cell.
 */
export function sentence(markdown: string): string {
  return oneLine(markdown)
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');
}

/** A table; `right` names the columns, from 0, whose cells are set to the right. Cells are Markdown already. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string {
  const rule = head.map((_, index) => (right.includes(index) ? '---:' : '---'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
