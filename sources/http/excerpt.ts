const EXCERPT_LENGTH = 200;

/**
 * The first 200 characters of a body for a message: UTF-8, with control, format and line-breaking characters shown as
 * `\u{…}` so that a terminal or a log line cannot be steered by what an upstream sends.
 */
export function excerpt(body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : Buffer.from(body.subarray(0, 4 * EXCERPT_LENGTH)).toString();
  return printable([...text].slice(0, EXCERPT_LENGTH).join(''));
}

/** Text without characters that could steer a terminal; nothing is cut. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
