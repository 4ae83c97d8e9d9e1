import { StorageError } from '../../../common/errors.js';
import type { FileSink, Files } from '../../../common/files.js';
import { nodeFiles } from '../../../common/node-files.js';

/**
 * The real file system of a process that dies at its n-th write operation: that one and all later ones fail, before or
 * after they took effect. Reads go on.
 */
export function crashingFiles(n: number, takesEffect: boolean): Files & { readonly crashed: boolean } {
  let operations = 0;
  const step = async <T>(action: () => Promise<T>): Promise<T> => {
    operations += 1;
    if (operations > n || (operations === n && !takesEffect)) throw died();
    const result = await action();
    if (operations === n) throw died();
    return result;
  };
  const streaming = async (open: () => Promise<FileSink>): Promise<FileSink> => {
    await step(async () => undefined);
    const sink = await open();
    return {
      get bytes() {
        return sink.bytes;
      },
      write: (data) => step(() => sink.write(data)),
      close: async () => {
        await sink.close();
        await step(async () => undefined);
      },
    };
  };
  return {
    get crashed() {
      return operations >= n;
    },
    read: nodeFiles.read,
    list: nodeFiles.list,
    exists: nodeFiles.exists,
    mkdir: (path) => step(() => nodeFiles.mkdir(path)),
    writeAtomic: (path, data) => step(() => nodeFiles.writeAtomic(path, data)),
    append: (path, data) => step(() => nodeFiles.append(path, data)),
    rename: (from, to) => step(() => nodeFiles.rename(from, to)),
    link: (target, path) => step(() => nodeFiles.link(target, path)),
    remove: (path) => step(() => nodeFiles.remove(path)),
    createExclusive: (path, data) => step(() => nodeFiles.createExclusive(path, data)),
    create: (path) => streaming(() => nodeFiles.create(path)),
    resume: (path) => streaming(() => nodeFiles.resume(path)),
  };
}

function died(): StorageError {
  return new StorageError('the process died here', 'This is a test.');
}
