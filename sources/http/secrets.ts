import { UsageError } from '../../common/errors.js';

/** What stands in the place of a token. */
const REDACTED = '[token]';
const MIN_BASE64_NEEDLE = 6;

/** Takes access tokens out of whatever is logged, thrown or stored. */
export interface Secrets {
  /** The text with every form of every token replaced. */
  scrub(text: string): string;
  /** The value with all texts in it scrubbed, keys included. */
  scrubValue<T>(value: T): T;
  /** The body with every form of every token replaced; the very same object where none occurs. */
  redact(body: Uint8Array): Uint8Array;
  /** Longest form in bytes: two pieces that overlap by one byte less cannot hide a token between them. */
  readonly longest: number;
}

/**
 * Knows the tokens in the forms in which a server may echo them: as they are, percent-encoded, in JSON or HTML, and
 * inside a base64 text at each of the three alignments.
 */
export function createSecrets(tokens: readonly string[]): Secrets {
  const forms = [...new Set(tokens.filter((token) => token !== '').flatMap(formsOf))];
  const needles = forms.sort((a, b) => b.length - a.length).map((form) => Buffer.from(form));
  const scrub = (text: string): string =>
    forms.reduce((clean, form) => (clean.includes(form) ? clean.replaceAll(form, REDACTED) : clean), text);
  const scrubValue = (value: unknown): unknown => {
    if (typeof value === 'string') return scrub(value);
    if (Array.isArray(value)) return value.map(scrubValue);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [scrub(key), scrubValue(one)]));
  };
  return {
    scrub,
    scrubValue: <T>(value: T) => scrubValue(value) as T,
    redact: (body) => needles.reduce(replaceAll, body),
    longest: needles[0]?.length ?? 0,
  };
}

/** A token as a header can carry it, blanks around it removed; UsageError naming the variable otherwise. */
export function parseToken(variable: string, text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError(
    `${variable} holds blanks or characters that no access token has`,
    `Set ${variable} to the token alone, without quotes or a word before it.`,
  );
}

function formsOf(token: string): string[] {
  const json = JSON.stringify(token).slice(1, -1);
  const percent = encodeURIComponent(token);
  const html = token
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
  const unicode = [...token].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  return [
    token,
    json,
    json.replaceAll('/', '\\/'),
    percent,
    percent.replace(/%../g, (code) => code.toLowerCase()),
    html,
    unicode,
    ...base64Forms(token),
  ];
}

/** The characters that a token surely adds to a base64 text, for each count of bytes before it modulo 3. */
function base64Forms(token: string): string[] {
  const bytes = Buffer.from(token);
  return [0, 1, 2].flatMap((shift) => {
    const bits = (shift + bytes.length) * 8;
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const core = whole.slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6));
    if (core.length < MIN_BASE64_NEEDLE) return [];
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function replaceAll(body: Uint8Array, needle: Buffer): Uint8Array {
  const haystack = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, start)) {
    pieces.push(haystack.subarray(start, at), Buffer.from(REDACTED));
    start = at + needle.length;
  }
  return pieces.length === 0 ? body : Buffer.concat([...pieces, haystack.subarray(start)]);
}
