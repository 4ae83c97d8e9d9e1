import { relative, sep } from 'node:path';
import type { Files } from '../../common/files.js';

/** A file system that notes which files below a directory were read or written. */
export interface TouchedFiles {
  files: Files;
  /** Paths below the directory, with `/`. */
  touched: Set<string>;
}

/** Passes everything on to `files`. Files that are looked for and not there are not noted. */
export function noteTouched(files: Files, dir: string): TouchedFiles {
  const touched = new Set<string>();
  const note = (path: string): void => {
    const below = relative(dir, path);
    if (below !== '' && !below.startsWith('..')) touched.add(below.split(sep).join('/'));
  };
  const noting =
    <Rest extends unknown[], T>(action: (path: string, ...rest: Rest) => Promise<T>) =>
    async (path: string, ...rest: Rest): Promise<T> => {
      const result = await action(path, ...rest);
      note(path);
      return result;
    };
  return {
    touched,
    files: {
      ...files,
      read: noting(files.read),
      writeAtomic: noting(files.writeAtomic),
      append: noting(files.append),
      create: noting(files.create),
      createExclusive: noting(files.createExclusive),
      async exists(path) {
        const isThere = await files.exists(path);
        if (isThere) note(path);
        return isThere;
      },
    },
  };
}
