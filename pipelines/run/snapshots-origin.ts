import { join } from 'node:path';
import { UsageError } from '../../common/errors.js';
import type { Files } from '../../common/files.js';

/**
 * Marks a snapshot directory as holding responses of the real hosts or of the invented world. UsageError where it holds
 * the other kind: a stored invented response must never answer for a real one. A replay reads either.
 */
export async function claimSnapshots(
  files: Files,
  snapshotsDir: string,
  mode: 'live' | 'synthetic' | 'replay',
): Promise<void> {
  if (mode === 'replay') return;
  const path = join(snapshotsDir, 'ORIGIN');
  const origin = (await files.exists(path)) ? (await files.read(path)).toString('utf8').trim() : undefined;
  if (origin === undefined) {
    await files.mkdir(snapshotsDir);
    await files.writeAtomic(path, `${mode}\n`);
  } else if (origin !== mode)
    throw new UsageError(
      `${snapshotsDir} holds responses of the ${origin} upstream; this build is ${mode}`,
      'Give another --out or --snapshots.',
    );
}
