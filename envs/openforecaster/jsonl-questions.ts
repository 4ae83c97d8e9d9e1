import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { StorageError } from '../../common/errors.js';
import { sha256 } from '../../common/hash.js';
import type { Question, QuestionStore } from './questions.js';

/** Where a question's line lies in its file, and its hash. */
interface Place {
  offset: number;
  bytes: number;
  sha256: string;
}

const questionLine = z.object({
  question: z.string(),
  prompt: z.string(),
  answer: z.string(),
});

/**
 * The questions of published JSONL files, by split. The lines are read when they are asked for: only their places and
 * hashes are held in memory, and an id leads to no file but to one of these places.
 */
export async function jsonlQuestions(
  version: string,
  paths: ReadonlyMap<string, string>,
): Promise<QuestionStore> {
  const files = new Map<string, { handle: FileHandle; places: ReadonlyMap<string, Place> }>();
  for (const [split, path] of paths)
    files.set(split, { handle: await open(path, 'r'), places: await placesIn(path) });
  return {
    version,
    splits: new Map([...files].map(([split, { places }]) => [split, [...places.keys()]])),
    load: async (split, id) => {
      const file = files.get(split);
      const place = file?.places.get(id);
      if (!file || !place) throw new RangeError(`there is no question ${id} in ${split}`);
      return readQuestion(file.handle, place, id);
    },
    close: async () => {
      for (const { handle } of files.values()) await handle.close();
    },
  };
}

/** A line that is no longer what it was is refused before anything in it is looked at. */
async function readQuestion(handle: FileHandle, place: Place, id: string): Promise<Question> {
  const { offset, bytes } = place;
  const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, offset);
  if (sha256(buffer) === place.sha256) return questionLine.parse(JSON.parse(buffer.toString('utf8')));
  throw new StorageError(
    `the line of ${id} has changed since the server started`,
    'Start the server anew; published versions must never be changed.',
  );
}

const NEWLINE = 0x0a;

/** The id and place of each line, in order. */
async function placesIn(path: string): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  for await (const { line, offset } of linesOf(path)) {
    const id = idOf(line);
    if (id === undefined)
      throw new StorageError(`${path} has a line without a question_id at byte ${offset}`, REMEDY);
    places.set(id, { offset, bytes: line.length, sha256: sha256(line) });
  }
  return places;
}

const REMEDY = 'Check the version with `npx forecast-datasets verify openforesight`.';

async function* linesOf(path: string): AsyncGenerator<{ line: Buffer; offset: number }> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, start)) {
      yield { line: rest.subarray(start, end), offset: offset + start };
      start = end + 1;
    }
    offset += start;
    rest = rest.subarray(start);
  }
  if (rest.length > 0) yield { line: rest, offset };
}

/** Keys stand in the order of the schema, so the id is the first: there is no need to parse the whole line. */
function idOf(line: Buffer): string | undefined {
  const head = line.subarray(0, 1_000).toString('utf8');
  const literal = /^\{"question_id":("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
  return literal === undefined ? undefined : String(JSON.parse(literal));
}
