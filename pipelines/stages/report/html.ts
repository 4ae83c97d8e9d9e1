/** Markup that is safe to place in a page: every piece of text in it went through `escapeText`. */
export class SafeHtml {
  readonly #markup: string;

  /** Only this folder's template, serializer and joiner make one. */
  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** What a template may hold: text and numbers are escaped, safe markup and lists of it are placed as they are. */
export type Insertion = string | number | SafeHtml | readonly SafeHtml[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** C0 and C1 controls but tab and newline, bidirectional overrides, noncharacters: not text a page should carry. */
const UNPRINTABLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]/g;

/** The text with every character that must not reach a page replaced by U+FFFD, lone surrogates among them. */
export function printable(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, '\ufffd');
}

/** Text for element content and for attribute values in quotes. */
export function escapeText(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function place(value: Insertion): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof SafeHtml) return value.toString();
  return value.map(String).join('');
}

/**
 * Template tag for markup. Whatever is inserted is escaped unless it is markup made by this tag; insertions belong
 * into element content or into attribute values in double quotes, nowhere else.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Insertion[]): SafeHtml {
  return new SafeHtml(
    parts.reduce((markup, part, index) => markup + place(values[index - 1] as Insertion) + part),
  );
}

/** Nothing, for the branch of a template that has nothing to show. */
export const NOTHING = new SafeHtml('');
