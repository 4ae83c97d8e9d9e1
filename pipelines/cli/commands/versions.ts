import { join } from 'node:path';
import { EXIT, GateError } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { chooseDatasets } from '../../datasets.js';
import { listVersions, readManifest } from '../../stages/versions.js';
import { type CommandResult, print } from '../command.js';

/** versions: one line a version, oldest first; exit code 3 where one cannot be read, after all the others. */
export async function versionsCommand(names: readonly string[], outDir: string): Promise<CommandResult> {
  const broken: string[] = [];
  let count = 0;
  for (const { name } of chooseDatasets(names))
    for (const version of await listVersions(nodeFiles, join(outDir, name))) {
      count += 1;
      const line = await versionLine(join(outDir, name, version), name);
      if ('facts' in line) print(`${name}  ${version}  ${line.facts}`);
      else {
        print(`${name}  ${version}  cannot be read: ${line.problem}`);
        broken.push(`${name} ${version}`);
      }
    }
  if (broken.length === 0) return { exitCode: EXIT.ok, line: `done: ${count} versions` };
  return {
    exitCode: EXIT.gate,
    line: `exit code 3: ${broken.length} of ${count} versions cannot be read: ${broken.join(', ')}; restore them from where they were published, or remove their directories and build again`,
  };
}

async function versionLine(dir: string, dataset: string): Promise<{ facts: string } | { problem: string }> {
  try {
    const manifest = await readManifest(nodeFiles, dir);
    if (manifest.dataset !== dataset) return { problem: `its manifest is of ${manifest.dataset}` };
    const rows = Object.entries(manifest.splits).map(([split, size]) => `${split} ${size.rows}`);
    return { facts: `as of ${manifest.as_of}  ${rows.join(', ')}  ${manifest.generator.version}` };
  } catch (error) {
    if (error instanceof GateError) return { problem: error.message };
    throw error;
  }
}
