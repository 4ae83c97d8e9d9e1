import { join } from 'node:path';
import { EXIT, UsageError } from '../../../common/errors.js';
import { resolveParameters } from '../../parameters.js';
import { contextOf, withUpstream } from '../../run/build.js';
import type { RunSettings, RunWorld } from '../../run/settings.js';
import { openLatest } from '../../stages/versions.js';
import { type CommandResult, print } from '../command.js';
import { generator } from '../generator.js';
import { absolute, type CommonOptions, readAsOf } from '../options.js';
import { oneDataset } from '../targets.js';

/** explain: the evidence of one row of the latest version, or of a candidate it dropped, from the stored responses. */
export async function explainCommand(
  name: string,
  id: string,
  options: CommonOptions & { snapshots?: string },
  world: RunWorld,
): Promise<CommandResult> {
  const dataset = oneDataset(name);
  const outDir = absolute(options.out);
  const latest = await openLatest(world.files, outDir, dataset);
  if (!latest)
    throw new UsageError(
      `nothing of ${name} is published under ${outDir}`,
      'Build first, or name another --out.',
    );
  const settings: RunSettings = {
    command: 'refresh',
    datasets: [dataset],
    mode: 'replay',
    outDir,
    snapshotsDir: absolute(options.snapshots ?? join(outDir, 'snapshots')),
    asOf: readAsOf(latest.manifest.as_of, world.effects.now()),
    settings: new Map(),
    rates: new Map(),
    jobs: 1,
    synthetic: { seed: 1, size: 'small' },
    generator: generator(),
  };
  const parameters = resolveParameters(dataset, new Map(), latest.manifest.parameters);
  const text = await withUpstream(settings, world, (upstream) =>
    dataset.explain(id, contextOf(name, parameters, settings, world, upstream, latest)),
  );
  world.log.end();
  if (text === undefined)
    throw new UsageError(
      `${id} is no candidate of ${name} in the stored responses`,
      'Ids are those of the tables and of dropped.jsonl.',
    );
  print(text);
  return { exitCode: EXIT.ok, line: `done: ${id} explained` };
}
