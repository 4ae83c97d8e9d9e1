import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const packageJson = z.looseObject({ name: z.string(), version: z.string() });

/** Name, version and commit of this program; the commit is `unknown` where it does not run from a git checkout. */
export function generator(): { name: string; version: string; commit: string } {
  const root = packageRoot(dirname(fileURLToPath(import.meta.url)));
  const { name, version } = packageJson.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return { name, version, commit: commitOf(root) };
}

/** The compiled code lies one directory deeper than the sources; package.json marks the root of both. */
function packageRoot(dir: string): string {
  try {
    readFileSync(join(dir, 'package.json'));
    return dir;
  } catch {
    return packageRoot(dirname(dir));
  }
}

function commitOf(root: string): string {
  try {
    return execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
