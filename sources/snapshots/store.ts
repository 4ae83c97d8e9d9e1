import { dirname } from 'node:path';
import type { Effects } from '../../common/effects.js';
import type { Files } from '../../common/files.js';
import { formatInstant } from '../../common/time.js';
import type { CleanResponse } from '../http/client.js';
import type { StoredResponse, UpstreamRequest } from '../types.js';
import { type BodyStore, createBodyStore, readOrUndefined } from './bodies.js';
import { type BodyEncoding, recordPathOf, requestKey } from './paths.js';
import { formatRecord, parseRecord } from './record.js';

/** A stored response, or why there is none that can be used. */
type Lookup = { found: StoredResponse } | { absent: string };

/** Raw responses: the bodies by their hash, and a readable record for each request and tag. */
export interface RawStore {
  readonly bodies: BodyStore;
  /** Looks a response up; one whose body is missing or damaged counts as absent. */
  lookup(request: UpstreamRequest, tag: string): Promise<Lookup>;
  /** Stores the body, then the record. Where a whole response is there already it stays, and is returned. */
  put(
    request: UpstreamRequest,
    tag: string,
    response: CleanResponse,
    encoding: BodyEncoding,
  ): Promise<StoredResponse>;
  /** Stores the record of a response whose body is in the store already. */
  putRecord(response: StoredResponse): Promise<void>;
  /** Describes a response whose body is stored under the hash. */
  describe(
    request: UpstreamRequest,
    tag: string,
    response: Omit<CleanResponse, 'body'>,
    body: { sha256: string; bytes: number },
  ): StoredResponse;
}

/** Makes the directories of files, each once: thousands of files share a few hundred of them. */
function createParents(files: Files): (path: string) => Promise<void> {
  const made = new Set<string>();
  return async (path) => {
    const parent = dirname(path);
    if (made.has(parent)) return;
    await files.mkdir(parent);
    made.add(parent);
  };
}

/** A raw store below a directory, which is made on the first write. */
export function createRawStore(dir: string, files: Files, effects: Effects): RawStore {
  const makeParent = createParents(files);
  const bodies = createBodyStore(dir, files, makeParent);

  const lookup = async (request: UpstreamRequest, tag: string): Promise<Lookup> => {
    const path = recordPathOf(dir, request, tag);
    const text = await readOrUndefined(files, path);
    if (text === undefined) return { absent: 'it was never stored' };
    const found = parseRecord(text.toString('utf8'));
    const same = found?.tag === tag && requestKey(found.request) === requestKey(request);
    if (!found || !same) return { absent: `its record ${path} is damaged` };
    if (await bodies.holds(found.sha256)) return { found };
    return { absent: `its body ${await bodies.locate(found.sha256)} is missing or damaged` };
  };

  const describe: RawStore['describe'] = (request, tag, { status, headers, redacted }, { sha256, bytes }) => {
    const fetchedAt = formatInstant(effects.now());
    const mark = redacted ? { redacted } : {};
    return { request, tag, status, headers, sha256, bytes, fetchedAt, ...mark };
  };

  const putRecord = async (response: StoredResponse): Promise<void> => {
    const path = recordPathOf(dir, response.request, response.tag);
    await makeParent(path);
    await files.writeAtomic(path, formatRecord(response));
  };

  return {
    bodies,
    lookup,
    describe,
    putRecord,
    async put(request, tag, response, encoding) {
      const before = await lookup(request, tag);
      if ('found' in before) return before.found;
      const hash = await bodies.put(response.body, encoding);
      const stored = describe(request, tag, response, { sha256: hash, bytes: response.body.length });
      await putRecord(stored);
      return stored;
    },
  };
}
