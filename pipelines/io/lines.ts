import { createReadStream } from 'node:fs';

const LINE_FEED = 0x0a;

/**
 * The lines of a file as bytes, without their line feed; a last line may lack it. Splits at line feeds alone: node's
 * readline also splits at U+2028, which JSON leaves unescaped within texts. The file is opened when the first line is asked
 * for: an error that comes before anybody listens would end the process.
 */
export async function* linesOf(path: string): AsyncGenerator<Buffer, undefined> {
  return yield* linesIn(createReadStream(path, { highWaterMark: 256 * 1024 }));
}

/** The lines of a stream of bytes; as linesOf. */
export async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, end);
      yield rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
  return undefined;
}
