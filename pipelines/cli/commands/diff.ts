import { join } from 'node:path';
import { EXIT } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { nodeFiles } from '../../../common/node-files.js';
import { readJsonLines } from '../../io/json-lines.js';
import { resolveParameters } from '../../parameters.js';
import { findChanges } from '../../stages/changes.js';
import { changesText } from '../../stages/changes-text.js';
import { readEvidence } from '../../stages/evidence.js';
import { droppedLine } from '../../stages/verify.js';
import { openVersion } from '../../stages/versions.js';
import { type CommandResult, print } from '../command.js';
import { oneDataset, publishedDir } from '../targets.js';

/** diff: rows added, removed, changed between two versions, per field, with causes. */
export async function diffCommand(
  name: string,
  a: string,
  b: string,
  outDir: string,
): Promise<CommandResult> {
  const files = nodeFiles;
  const dataset = oneDataset(name);
  const before = await openVersion(files, await publishedDir(outDir, name, a), dataset);
  const after = await openVersion(files, await publishedDir(outDir, name, b), dataset);
  const evidence = await readEvidence(files, after.dir);
  const dropped = await droppedRules(files, after.dir);
  const changes = await findChanges(
    dataset,
    dataset.tables(resolveParameters(dataset, new Map(), after.manifest.parameters).dataset),
    { version: before, evidence: await readEvidence(files, before.dir) },
    {
      version: after.version,
      parameters: after.manifest.parameters,
      ruleSet: after.manifest.generator.version,
      rows: (table) => after.rows(table),
      evidence: (id) => evidence.get(id),
      droppedBy: (id) => dropped.get(id),
    },
  );
  print(changesText(after.version, changes));
  return { exitCode: EXIT.ok, line: `done: ${name} ${before.version} compared with ${after.version}` };
}

/** Rules by id from the ledger of a version. */
async function droppedRules(files: Files, dir: string): Promise<Map<string, string>> {
  const rules = new Map<string, string>();
  for await (const { id, rule } of readJsonLines(files, join(dir, 'dropped.jsonl'), droppedLine))
    rules.set(id, rule);
  return rules;
}
