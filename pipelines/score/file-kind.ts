/** What the first bytes of a file say it is, for the kinds that are recognised by them alone. */
export type FileKind = 'Parquet' | 'gzip' | 'zip' | 'Zstandard' | 'UTF-16';

const MAGIC: readonly (readonly [FileKind, readonly number[]])[] = [
  ['Parquet', [0x50, 0x41, 0x52, 0x31]],
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
  ['UTF-16', [0xff, 0xfe]],
  ['UTF-16', [0xfe, 0xff]],
];

/** Bytes that kindOf needs to see. */
export const HEAD_BYTES = 4;

/** The kind of a file by its first bytes; undefined for anything else, JSON Lines among it. */
export function kindOf(head: Uint8Array): FileKind | undefined {
  const known = MAGIC.find(([, magic]) => magic.every((byte, index) => head[index] === byte));
  if (known !== undefined) return known[0];
  // A text without a mark, whose first character is of ASCII: UTF-8 has no zero bytes.
  return head.length >= 2 && (head[0] === 0) !== (head[1] === 0) ? 'UTF-16' : undefined;
}

/** What a text without a readable record seems to be, by the first line of it that is not blank. */
export function seemsToBe(firstLine: string): { what: string; remedy: string } {
  const start = firstLine.trimStart();
  if (start.startsWith('['))
    return { what: 'one JSON array', remedy: 'Write one object a line, for example with jq -c ".[]".' };
  if (start.startsWith('{') && !isJson(start))
    return {
      what: 'JSON over several lines',
      remedy: 'Write one object a line, for example with jq -c ".".',
    };
  if (!start.startsWith('{') && /[,;\t]/.test(start))
    return { what: 'CSV', remedy: 'Write it as JSON Lines or Parquet.' };
  return { what: 'something else than predictions', remedy: 'Write one JSON object a line, or Parquet.' };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
