import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../common/node-files.js';

/** What kind of thing is removed, in the order of removal: nothing ever names what is gone before it. */
export const REMOVAL_KINDS = ['version', 'list', 'record', 'walk', 'body', 'leftover', 'cache'] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];

/** A file or directory that goes. */
export interface Removal {
  kind: RemovalKind;
  path: string;
  /** Bytes of it, with all that is below. */
  bytes: number;
}

/** A removal with its size. */
export async function removal(kind: RemovalKind, path: string): Promise<Removal> {
  return { kind, path, bytes: await bytesOf(path) };
}

async function bytesOf(path: string): Promise<number> {
  try {
    const { size } = await stat(path);
    const names = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
      if (errorCode(error) === 'ENOTDIR') return undefined;
      throw error;
    });
    if (names === undefined) return size;
    let sum = 0;
    for (const { name } of names) sum += await bytesOf(join(path, name));
    return sum;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
