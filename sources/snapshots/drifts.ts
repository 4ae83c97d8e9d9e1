import { dirname } from 'node:path';
import { z } from 'zod';
import type { Effects } from '../../common/effects.js';
import type { Files } from '../../common/files.js';
import { formatInstant } from '../../common/time.js';
import { SchemaDriftError } from '../http/errors.js';
import { SOURCE_NAMES, type UpstreamRequest } from '../types.js';
import { readOrUndefined } from './bodies.js';
import { driftPathOf } from './paths.js';
import { parseJson, storedRequest } from './record.js';

const storedDrift = z.object({
  request: storedRequest,
  tag: z.string(),
  drift: z.object({ source: z.enum(SOURCE_NAMES), field: z.string(), detail: z.string() }),
  /** Wall clock. */
  seen_at: z.string(),
});

/**
 * Answers whose shape stayed unknown however often they were asked for. They are never stored; that they drifted is, so
 * that a replay meets what the build met. A live build asks again.
 */
export interface DriftStore {
  put(request: UpstreamRequest, tag: string, drift: SchemaDriftError): Promise<void>;
  find(request: UpstreamRequest, tag: string): Promise<SchemaDriftError | undefined>;
}

/** A drift store below a snapshots directory. */
export function createDriftStore(dir: string, files: Files, effects: Effects): DriftStore {
  return {
    async put(request, tag, { source, field, detail }) {
      const path = driftPathOf(dir, request, tag);
      const record = {
        request,
        tag,
        drift: { source, field, detail },
        seen_at: formatInstant(effects.now()),
      };
      await files.mkdir(dirname(path));
      await files.writeAtomic(path, `${JSON.stringify(record, null, 1)}\n`);
    },
    async find(request, tag) {
      const text = await readOrUndefined(files, driftPathOf(dir, request, tag));
      const drift = text && parseDrift(text.toString('utf8'));
      return drift && new SchemaDriftError(drift.source, drift.field, drift.detail);
    },
  };
}

/** What drifted and when it was seen; undefined where the text is damaged. */
export function parseDrift(
  text: string,
): { source: (typeof SOURCE_NAMES)[number]; field: string; detail: string; seenAt: string } | undefined {
  const parsed = storedDrift.safeParse(parseJson(text));
  return parsed.success ? { ...parsed.data.drift, seenAt: parsed.data.seen_at } : undefined;
}
