import { join } from 'node:path';
import { EXIT, UsageError } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { nodeFiles } from '../../../common/node-files.js';
import type { Dataset } from '../../dataset.js';
import { chooseDatasets } from '../../datasets.js';
import { verifyVersion, violationText } from '../../stages/verify.js';
import { type CommandResult, print } from '../command.js';
import { datasetAndVersion, oneDataset, versionDir } from '../targets.js';

/** verify: exit code 3 where something does not hold. */
export async function verifyCommand(names: readonly string[], outDir: string): Promise<CommandResult> {
  const files = nodeFiles;
  const targets = await verifyTargets(files, names, outDir);
  let found = 0;
  for (const { dataset, dir, label } of targets) {
    const before = found;
    for await (const violation of verifyVersion(files, dir, dataset)) {
      found += 1;
      print(`${label}: ${violationText(violation)}`);
    }
    if (found === before) print(`${label}: all holds`);
  }
  if (found > 0)
    return {
      exitCode: EXIT.gate,
      line: `exit code 3: ${found} findings; restore the version or build a new one`,
    };
  return { exitCode: EXIT.ok, line: `done: ${targets.length} versions verified, all holds` };
}

interface Target {
  dataset: Dataset;
  dir: string;
  label: string;
}

async function verifyTargets(files: Files, names: readonly string[], outDir: string): Promise<Target[]> {
  if (names.length > 0) return names.map((name) => target(name, outDir));
  const targets: Target[] = [];
  for (const dataset of chooseDatasets([]))
    if (await files.exists(join(outDir, dataset.name, 'latest', 'manifest.json')))
      targets.push(target(dataset.name, outDir));
  if (targets.length === 0)
    throw new UsageError(`nothing is published under ${outDir}`, 'Build first, or name another --out.');
  return targets;
}

function target(label: string, outDir: string): Target {
  const { name, version } = datasetAndVersion(label);
  return { dataset: oneDataset(name), dir: versionDir(outDir, name, version), label };
}
