import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../common/node-files.js';
import { type Removal, removal } from './removal.js';

/** The file that makes a directory one unit: written last, read first, and the other files only with it. */
const CONTENTS = 'contents.json';

/**
 * Normalized records that no kept version was built from: files that none of them read or wrote, and that do not belong
 * to a directory of sorted runs which one of them did. They can be made again from the raw responses.
 * @param used paths below `dir`
 */
export async function unusedCaches(dir: string, used: ReadonlySet<string>): Promise<Removal[]> {
  const { unused } = await sweep(dir, '', used);
  return Promise.all(unused.map((path) => removal('cache', join(dir, path))));
}

/** Whether anything below stays; the paths that do not, a directory as a whole where nothing in it stays. */
async function sweep(
  dir: string,
  below: string,
  used: ReadonlySet<string>,
): Promise<{ isUsed: boolean; unused: string[] }> {
  if (used.has(`${below}/${CONTENTS}`)) return { isUsed: true, unused: [] };
  let isUsed = false;
  const unused: string[] = [];
  for (const entry of await entriesOf(join(dir, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const inside = entry.isDirectory()
      ? await sweep(dir, path, used)
      : { isUsed: used.has(path), unused: [] };
    isUsed ||= inside.isUsed;
    unused.push(...(inside.isUsed ? inside.unused : [path]));
  }
  return { isUsed, unused };
}

async function entriesOf(path: string) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
