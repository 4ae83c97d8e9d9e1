import type { FileSink, Files } from '../../../common/files.js';

/** Thrown by files that fail, as a full disk does. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/**
 * Files whose n-th changing operation fails and all later ones with it, as after a crash. `half` lets the failing
 * append or write leave the first half of its data behind.
 */
export function failingFiles(files: Files, failAt: number, half: boolean) {
  let operations = 0;
  const guard = async <T>(run: () => Promise<T>, partly?: () => Promise<unknown>): Promise<T> => {
    operations += 1;
    if (operations < failAt) return run();
    if (operations === failAt && half) await partly?.();
    throw new DiskFull('no space left');
  };
  const sink = (inner: FileSink): FileSink => ({
    write: (data) =>
      guard(
        () => inner.write(data),
        () => inner.write(data.slice(0, data.length >> 1)),
      ),
    get bytes() {
      return inner.bytes;
    },
    close: async () => {
      // The system closes the files of a process that dies.
      await inner.close();
      await guard(async () => undefined);
    },
  });
  const failing: Files = {
    ...files,
    mkdir: (path) => guard(() => files.mkdir(path)),
    writeAtomic: (path, data) => guard(() => files.writeAtomic(path, data)),
    append: (path, data) =>
      guard(
        () => files.append(path, data),
        () => files.append(path, data.slice(0, data.length >> 1)),
      ),
    create: (path) => guard(async () => sink(await files.create(path))),
    resume: (path) => guard(async () => sink(await files.resume(path))),
    rename: (from, to) => guard(() => files.rename(from, to)),
    remove: (path) => guard(() => files.remove(path)),
  };
  return { files: failing, operations: () => operations };
}
