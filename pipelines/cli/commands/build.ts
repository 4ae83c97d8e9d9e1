import { runBuild } from '../../run/build.js';
import type { RunLedger } from '../../run/ledger.js';
import { type RunEnd, writeRunRecord } from '../../run/record.js';
import type { RunSettings, RunWorld } from '../../run/settings.js';
import { type CommandResult, print } from '../command.js';
import { exitCodeOfError, lastLine, messageOf, summaryText } from '../summary.js';

/** build and refresh. Every run that had an output directory to write to leaves a record in it, failed ones too. */
export async function buildCommand(settings: RunSettings, world: RunWorld): Promise<CommandResult> {
  const { files, effects } = world;
  const record = (end?: RunEnd) => writeRunRecord(files, settings, ledger, end);
  const ledger: RunLedger = {
    startedAt: effects.now(),
    outcomes: [],
    statistics: () => undefined,
    save: () => record(),
  };
  try {
    const outcome = await runBuild(settings, world, ledger);
    world.log.end();
    await record({ exitCode: outcome.exitCode, finishedAt: effects.now() });
    print(summaryText(outcome));
    return { exitCode: outcome.exitCode, line: lastLine(outcome) };
  } catch (error) {
    world.log.end();
    await recordFailure(error, settings, world, record);
    throw error;
  }
}

/** A mistyped `--out` makes no directory, and what hinders the record does not hide what ended the run. */
async function recordFailure(
  error: unknown,
  { outDir }: RunSettings,
  { files, effects, log }: RunWorld,
  record: (end: RunEnd) => Promise<void>,
): Promise<void> {
  try {
    if (!(await files.exists(outDir))) return;
    await record({ exitCode: exitCodeOfError(error), finishedAt: effects.now(), error });
  } catch (second) {
    log.warn('run_not_recorded', { out: outDir, reason: messageOf(second) });
  }
}
