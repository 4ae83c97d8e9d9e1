/**
 * The file-system seam: every write of the product goes through it, so that a test can make any of them fail.
 * Paths are absolute or relative to the working directory.
 */
export interface Files {
  read(path: string): Promise<Buffer>;
  /** The names in a directory, sorted by code unit; empty where the directory is missing. */
  list(path: string): Promise<string[]>;
  exists(path: string): Promise<boolean>;
  mkdir(path: string): Promise<void>;
  /** Writes to a temporary name beside the target, syncs, renames: the target is whole or absent. */
  writeAtomic(path: string, data: string | Uint8Array): Promise<void>;
  /** Appends and syncs. */
  append(path: string, data: string): Promise<void>;
  /** Opens a file for streaming writes; `close` syncs. */
  create(path: string): Promise<FileSink>;
  /** The same after what the file holds already, which counts as written. */
  resume(path: string): Promise<FileSink>;
  rename(from: string, to: string): Promise<void>;
  /** Points a symlink at a relative target by rename, so that readers see the old or the new one. */
  link(target: string, path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Creates the file and fails with EEXIST where it is there already. */
  createExclusive(path: string, data: string): Promise<void>;
}

export interface FileSink {
  write(data: string | Uint8Array): Promise<void>;
  /** Bytes written so far. */
  readonly bytes: number;
  close(): Promise<void>;
}
