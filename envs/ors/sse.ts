import type { ServerResponse } from 'node:http';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

/** Beyond this many bytes a result goes out in chunks: clients refuse lines of 131,072 bytes. */
const ONE_LINE_BYTES = 100_000;

/** UTF-16 units of a chunk: at most 49,152 bytes. */
const CHUNK_UNITS = 16_384;

/** Opens a stream of events. */
export function openStream(response: ServerResponse): void {
  response.writeHead(200, HEADERS);
}

/** One event with data of one line. */
export function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

/** Bytes that keep a waiting client from giving up; no event. */
export const PING = ': ping\n\n';

/**
 * A whole result: as one `end`, or as chunks and an `end` where it is long. Characters that some clients take for line
 * ends are escaped; they can stand only inside a JSON string.
 */
export function resultText(json: string): string {
  const pieces = piecesOf(json.replace(/[\x85\u2028\u2029]/g, escaped));
  return pieces.map((piece, index) => eventText(index < pieces.length - 1 ? 'chunk' : 'end', piece)).join('');
}

/**
 * Cuts a JSON text without indentation into pieces which clients that strip white space from a line join to the same
 * value: white space next to a cut can stand only inside a JSON string, so it is written as an escape. No cut falls
 * inside a surrogate pair.
 */
export function piecesOf(json: string): string[] {
  if (Buffer.byteLength(json) <= ONE_LINE_BYTES) return [json];
  const pieces: string[] = [];
  for (let start = 0; start < json.length; ) {
    const end = cutBefore(json, start + CHUNK_UNITS);
    pieces.push(withEscapedEdges(json.slice(start, end)));
    start = end;
  }
  return pieces;
}

function cutBefore(json: string, end: number): number {
  const before = json.charCodeAt(end - 1);
  return end < json.length && before >= 0xd800 && before <= 0xdbff ? end - 1 : end;
}

function withEscapedEdges(piece: string): string {
  return piece.replace(/^[\s\x1c-\x1f\x85]|[\s\x1c-\x1f\x85]$/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
