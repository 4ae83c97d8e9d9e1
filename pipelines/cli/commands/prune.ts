import { join, resolve } from 'node:path';
import { EXIT, UsageError } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { chooseDatasets, DATASETS } from '../../datasets.js';
import { acquireLock, type Lock } from '../../io/lock.js';
import { applyPrune } from '../../prune/apply.js';
import { type PrunePlan, planPrune } from '../../prune/plan.js';
import { pruneReport, pruneText } from '../../prune/text.js';
import type { RunWorld } from '../../run/settings.js';
import { readAllUses } from '../../stages/uses.js';
import { type CommandResult, print } from '../command.js';
import { absolute, type CommonOptions, readCount } from '../options.js';

/** prune: says what would be removed, and removes it with `--yes`. Holds the lock meanwhile. */
export async function pruneCommand(
  names: readonly string[],
  options: CommonOptions & { keep: string; snapshots?: string; yes?: boolean },
  { files, effects, log }: RunWorld,
): Promise<CommandResult> {
  const outDir = absolute(options.out);
  const snapshotsDir = absolute(options.snapshots ?? join(outDir, 'snapshots'));
  const keep = readCount('--keep', options.keep);
  const selected = chooseDatasets(names);
  if (!(await files.exists(outDir)))
    throw new UsageError(`${outDir} does not exist`, 'Build first, or name another --out.');
  const locks = await lockAll(files, outDir, snapshotsDir);
  try {
    const now = effects.now();
    const request = { outDir, snapshotsDir, keep, selected, datasets: DATASETS, now };
    const plan = await planPrune(files, request);
    const isDone = options.yes === true;
    if (isDone) await applyPrune(files, plan.removals, log);
    log.end();
    print(options.log === 'json' ? JSON.stringify(pruneReport(plan, keep, isDone)) : pruneText(plan, isDone));
    return { exitCode: EXIT.ok, line: lineOf(plan, isDone) };
  } finally {
    for (const lock of locks) await lock.release();
  }
}

function lineOf({ removals }: PrunePlan, isDone: boolean): string {
  if (removals.length === 0) return 'done: there is nothing to remove';
  return isDone
    ? `done: ${removals.length} files and directories removed`
    : `done: nothing was removed; ${removals.length} files and directories would be, with --yes`;
}

/** The locks of this output directory and of all others that are there and use the same snapshots. */
async function lockAll(files: Files, outDir: string, snapshotsDir: string): Promise<Lock[]> {
  const lists = await readAllUses(files, snapshotsDir);
  const others = lists.flatMap(({ header }) => (header ? [resolve(snapshotsDir, header.out)] : []));
  const locks: Lock[] = [];
  try {
    for (const dir of [...new Set([outDir, ...others])].sort())
      if (await files.exists(dir)) locks.push(await acquireLock(files, dir, 'prune'));
    return locks;
  } catch (error) {
    for (const lock of locks) await lock.release();
    throw error;
  }
}
