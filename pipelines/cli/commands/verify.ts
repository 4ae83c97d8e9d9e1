import { join } from 'node:path';
import { EXIT, UsageError } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { isPresent } from '../../../reader/access.js';
import type { Dataset, Violation } from '../../dataset.js';
import { chooseDatasets } from '../../datasets.js';
import { verifyVersion, violationText } from '../../stages/verify.js';
import { attempted } from '../../stages/verify-attempt.js';
import { listVersions } from '../../stages/versions.js';
import { type CommandResult, print } from '../command.js';
import { datasetAndVersion, oneDataset, publishedDir } from '../targets.js';

/** verify: exit code 3 where something does not hold. */
export async function verifyCommand(names: readonly string[], outDir: string): Promise<CommandResult> {
  const labels = names.length > 0 ? names : await publishedDatasets(outDir);
  const targets: Target[] = [];
  for (const label of labels) targets.push(await target(label, outDir));
  let found = 0;
  for (const { label, findings } of targets) {
    const before = found;
    for await (const violation of findings) {
      found += 1;
      print(`${label}: ${violationText(violation)}`);
    }
    if (found === before) print(`${label}: all holds`);
  }
  if (found > 0)
    return {
      exitCode: EXIT.gate,
      line: `exit code 3: ${found} findings; restore the version, or remove its directory and build again`,
    };
  return { exitCode: EXIT.ok, line: `done: ${targets.length} versions verified, all holds` };
}

interface Target {
  label: string;
  findings: AsyncIterable<Violation> | Iterable<Violation>;
}

/** What is asked for that there is not is thrown before anything is verified; a version that is not whole is a finding. */
async function target(label: string, outDir: string): Promise<Target> {
  const { name, version } = datasetAndVersion(label);
  const dataset: Dataset = oneDataset(name);
  const dir = await attempted('version', version, () => publishedDir(outDir, name, version));
  const findings = 'value' in dir ? verifyVersion(nodeFiles, dir.value, dataset) : [dir.violation];
  return { label, findings };
}

/** The datasets of which something is there, whole or not. */
async function publishedDatasets(outDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name } of chooseDatasets([])) {
    const versions = await listVersions(nodeFiles, join(outDir, name));
    if (versions.length > 0 || (await isPresent(join(outDir, name, 'latest')))) names.push(name);
  }
  if (names.length === 0)
    throw new UsageError(`nothing is published under ${outDir}`, 'Build first, or name another --out.');
  return names;
}
