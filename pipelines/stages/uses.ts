import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import type { Files } from '../../common/files.js';
import { sha256 } from '../../common/hash.js';
import { formatInstant, type InstantMicros } from '../../common/time.js';

/** Below the snapshots directory: what each published version rests on. */
const USES = 'uses';

/**
 * `published`: what the version was built from. `checked`: what the last refresh rested on that found the version
 * unchanged, so that the next one is asked only for what is new.
 */
export type UsesKind = 'published' | 'checked';

const header = z.strictObject({
  uses: z.strictObject({
    /** The output directory, from the snapshots directory; so both may be moved together. */
    out: z.string(),
    dataset: z.string(),
    version: z.string(),
    kind: z.enum(['published', 'checked']),
    /** Wall clock, ISO 8601. */
    recorded_at: z.string(),
  }),
});

/** Whose list it is. */
type UsesHeader = z.infer<typeof header>['uses'];

const useLine = z.union([
  z.strictObject({ record: z.string() }),
  z.strictObject({ walk: z.string() }),
  z.strictObject({ cache: z.string() }),
]);

const endLine = z.strictObject({ end: z.strictObject({ lines_sha256: z.string() }) });

/** What a version rests on, as paths: of the snapshots directory, and of the dataset's normalized records. */
export interface VersionUses {
  records: ReadonlySet<string>;
  walks: ReadonlySet<string>;
  caches: ReadonlySet<string>;
}

/** A stored list; `uses` is undefined where the file is not what was written. */
export interface StoredUses {
  path: string;
  header: UsesHeader | undefined;
  uses: VersionUses | undefined;
}

/** Which version of which output directory. */
export interface UsesOwner {
  snapshotsDir: string;
  outDir: string;
  dataset: string;
  version: string;
  kind: UsesKind;
}

/** How an output directory is named in lists: its path from the snapshots directory. */
export function outName(snapshotsDir: string, outDir: string): string {
  return relative(snapshotsDir, outDir) || '.';
}

/** Stores what a version rests on, in one step, in place of an earlier list of that kind. */
export async function writeUses(
  files: Files,
  owner: UsesOwner,
  uses: VersionUses,
  recordedAt: InstantMicros,
): Promise<void> {
  const { snapshotsDir, outDir, dataset, version, kind } = owner;
  const out = outName(snapshotsDir, outDir);
  const head = { uses: { out, dataset, version, kind, recorded_at: formatInstant(recordedAt) } };
  const lines = [
    head,
    ...[...uses.walks].sort().map((walk) => ({ walk })),
    ...[...uses.records].sort().map((record) => ({ record })),
    ...[...uses.caches].sort().map((cache) => ({ cache })),
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const end = `${JSON.stringify({ end: { lines_sha256: sha256(text) } })}\n`;
  const path = usesPath(owner);
  await files.mkdir(dirname(path));
  await files.writeAtomic(path, text + end);
}

/** The list of one version; undefined where there is none, or where it is damaged. */
export async function readUses(files: Files, owner: UsesOwner): Promise<VersionUses | undefined> {
  const path = usesPath(owner);
  return (await files.exists(path)) ? parseUses((await files.read(path)).toString('utf8')).uses : undefined;
}

function usesPath({ snapshotsDir, outDir, dataset, version, kind }: UsesOwner): string {
  const out = sha256(outName(snapshotsDir, outDir)).slice(0, 12);
  return join(snapshotsDir, USES, out, dataset, `${version}${kind === 'checked' ? '.checked' : ''}.jsonl`);
}

/** Every list below a snapshots directory, of every output directory that uses it, by path. */
export async function readAllUses(files: Files, snapshotsDir: string): Promise<StoredUses[]> {
  const root = join(snapshotsDir, USES);
  const found: StoredUses[] = [];
  for (const out of await files.list(root))
    for (const dataset of await files.list(join(root, out)))
      for (const name of await files.list(join(root, out, dataset))) {
        if (!name.endsWith('.jsonl')) continue;
        const path = join(root, out, dataset, name);
        found.push({ path, ...parseUses((await files.read(path)).toString('utf8')) });
      }
  return found;
}

/** The header where it can be read; the uses where every line holds and none is missing. */
export function parseUses(text: string): Omit<StoredUses, 'path'> {
  const lines = text.split('\n').slice(0, -1);
  const head = header.safeParse(jsonOf(lines[0])).data?.uses;
  const end = endLine.safeParse(jsonOf(lines.at(-1))).data?.end;
  const body = lines.slice(0, -1);
  if (end?.lines_sha256 !== sha256(body.map((line) => `${line}\n`).join('')))
    return { header: head, uses: undefined };
  const uses = { records: new Set<string>(), walks: new Set<string>(), caches: new Set<string>() };
  for (const line of body.slice(1)) {
    const use = useLine.safeParse(jsonOf(line)).data;
    if (use === undefined) return { header: head, uses: undefined };
    if ('record' in use) uses.records.add(use.record);
    else if ('walk' in use) uses.walks.add(use.walk);
    else uses.caches.add(use.cache);
  }
  return { header: head, uses };
}

function jsonOf(line: string | undefined): unknown {
  if (line === undefined) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
