import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile, sha256 } from '../common/hash.js';
import { type Manifest, manifestSchema } from '../schemas/manifest.js';
import { access, RESTORE, refuseIrregular } from './access.js';
import { AlteredDataError, IncompleteDataError } from './errors.js';

/** A manifest and the hash of the bytes it was read from. */
export interface ReadManifest {
  manifest: Manifest;
  sha256: string;
}

/** A file as the manifest lists it. */
export type ListedFile = Manifest['files'][number];

/** Reads manifest.json of a version. IncompleteDataError where it is missing, AlteredDataError where it is no manifest. */
export async function readManifestFile(dir: string): Promise<ReadManifest> {
  const path = join(dir, 'manifest.json');
  await refuseIrregular(path);
  const bytes = await access(path, () => readFile(path));
  return { manifest: manifestOf(path, bytes), sha256: sha256(bytes) };
}

/** The manifest in the bytes of a file. AlteredDataError names the file and what keeps it from being one. */
export function manifestOf(path: string, bytes: Buffer): Manifest {
  const parsed = manifestSchema.safeParse(jsonOf(path, bytes.toString('utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.');
  throw noManifest(path, `${issue?.message}${field ? ` at ${field}` : ''}`);
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw noManifest(path, text.trim() === '' ? 'it is empty' : 'it is no JSON, perhaps cut short', cause);
  }
}

function noManifest(path: string, problem: string, cause?: unknown): AlteredDataError {
  return new AlteredDataError(`${path} is no manifest: ${problem}`, RESTORE, { cause });
}

/** The files of a version, each compared with its manifest before it is first handed out, and only then. */
export class CheckedFiles {
  readonly #checks = new Map<string, Promise<void>>();
  readonly #listed: ReadonlyMap<string, ListedFile>;

  constructor(
    private readonly dir: string,
    manifest: Manifest,
  ) {
    this.#listed = new Map(manifest.files.map((file) => [file.path, file]));
  }

  /** Paths relative to the version, in the manifest's order. */
  get paths(): string[] {
    return [...this.#listed.keys()];
  }

  /** Whether the manifest lists a file. */
  lists(relative: string): boolean {
    return this.#listed.has(relative);
  }

  /** Rows of a file; undefined where the manifest gives none. IncompleteDataError where it is not listed. */
  rows(relative: string): number | undefined {
    return this.#entry(relative).rows;
  }

  /**
   * The absolute path of a file that holds what was published. IncompleteDataError where it is missing or not listed,
   * AlteredDataError where size or sha256 differ.
   */
  async path(relative: string): Promise<string> {
    const known = this.#checks.get(relative);
    const check = known === undefined ? this.#check(relative) : known;
    this.#checks.set(relative, check);
    await check;
    return join(this.dir, relative);
  }

  #entry(relative: string): ListedFile {
    const listed = this.#listed.get(relative);
    if (listed === undefined)
      throw new IncompleteDataError(`${relative} is not listed in the manifest of ${this.dir}`, RESTORE);
    return listed;
  }

  async #check(relative: string): Promise<void> {
    const path = join(this.dir, relative);
    const listed = this.#entry(relative);
    await refuseIrregular(path);
    const found = await access(path, () => hashFile(path));
    if (found.bytes !== listed.bytes || found.sha256 !== listed.sha256)
      throw new AlteredDataError(
        `${path} was altered: it holds ${found.bytes} bytes with sha256 ${found.sha256}, published were ${listed.bytes} with ${listed.sha256}`,
        RESTORE,
      );
  }
}
