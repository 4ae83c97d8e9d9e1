import { join } from 'node:path';
import { EXIT } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { chooseDatasets } from '../../datasets.js';
import { listVersions, openVersion } from '../../stages/versions.js';
import { type CommandResult, print } from '../command.js';

/** versions: one line a version, oldest first. */
export async function versionsCommand(names: readonly string[], outDir: string): Promise<CommandResult> {
  const files = nodeFiles;
  let count = 0;
  for (const dataset of chooseDatasets(names)) {
    for (const name of await listVersions(files, join(outDir, dataset.name))) {
      const { manifest } = await openVersion(files, join(outDir, dataset.name, name), dataset);
      const rows = Object.entries(manifest.splits).map(([split, size]) => `${split} ${size.rows}`);
      print(
        `${dataset.name}  ${name}  as of ${manifest.as_of}  ${rows.join(', ')}  ${manifest.generator.version}`,
      );
      count += 1;
    }
  }
  return { exitCode: EXIT.ok, line: `done: ${count} versions` };
}
