import { runBuild } from '../../run/build.js';
import { writeRunRecord } from '../../run/record.js';
import type { RunSettings, RunWorld } from '../../run/settings.js';
import type { CommandResult } from '../command.js';
import { print } from '../command.js';
import { lastLine, summaryText } from '../summary.js';

/** build and refresh. */
export async function buildCommand(settings: RunSettings, world: RunWorld): Promise<CommandResult> {
  const started = world.effects.now();
  const outcome = await runBuild(settings, world);
  world.log.end();
  await writeRunRecord(world.files, settings, outcome, started, world.effects.now());
  print(summaryText(outcome));
  return { exitCode: outcome.exitCode, line: lastLine(outcome) };
}
