import { EXIT } from '../../../common/errors.js';
import { contextOf, withUpstream } from '../../run/build.js';
import { prepare, ratesOf } from '../../run/prepare.js';
import type { RunSettings, RunWorld } from '../../run/settings.js';
import { planText } from '../../stages/plan.js';
import { type CommandResult, print } from '../command.js';

/** plan: what a build would ask of each host, without fetching records. */
export async function planCommand(settings: RunSettings, world: RunWorld): Promise<CommandResult> {
  const prepared = await prepare(settings, world);
  await withUpstream({ ...settings, mode: 'replay' }, world, async (upstream) => {
    for (const { dataset, parameters, previous } of prepared) {
      const context = contextOf(dataset.name, parameters, settings, world, upstream, previous);
      print(planText(dataset.name, await dataset.plan(context), ratesOf(settings)));
    }
  });
  return { exitCode: EXIT.ok, line: 'done: nothing was fetched' };
}
