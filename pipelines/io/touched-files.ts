import { relative, sep } from 'node:path';
import type { Files } from '../../common/files.js';

/** A file system that notes which files below a directory were read or written. */
export interface TouchedFiles {
  files: Files;
  /** Paths below the directory, with `/`. */
  touched: Set<string>;
}

/**
 * Passes everything on to `files`. Files that are looked for and not there are not noted; what is renamed keeps its notes
 * under the new name, and what is removed loses them.
 */
export function noteTouched(files: Files, dir: string): TouchedFiles {
  const touched = new Set<string>();
  const below = (path: string): string | undefined => {
    const way = relative(dir, path);
    return way === '' || way.startsWith('..') ? undefined : way.split(sep).join('/');
  };
  const note = (path: string): void => {
    const way = below(path);
    if (way !== undefined) touched.add(way);
  };
  const forget = (path: string): string[] => {
    const way = below(path);
    const gone = [...touched].filter((one) => one === way || one.startsWith(`${way}/`));
    for (const one of gone) touched.delete(one);
    return gone.map((one) => one.slice(way?.length));
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
      resume: noting(files.resume),
      createExclusive: noting(files.createExclusive),
      async exists(path) {
        const isThere = await files.exists(path);
        if (isThere) note(path);
        return isThere;
      },
      async rename(from, to) {
        await files.rename(from, to);
        for (const rest of forget(from)) note(`${to}${rest}`);
      },
      async remove(path) {
        await files.remove(path);
        forget(path);
      },
    },
  };
}
