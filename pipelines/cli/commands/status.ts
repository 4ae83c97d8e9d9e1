import { EXIT, UsageError } from '../../../common/errors.js';
import { chooseDatasets } from '../../datasets.js';
import { lockHolder } from '../../io/lock.js';
import { readRunRecords } from '../../run/read-records.js';
import type { RunWorld } from '../../run/settings.js';
import { type DatasetStatus, parseDuration, statusOf } from '../../run/status.js';
import { statusReport, statusText } from '../../run/status-text.js';
import { type CommandResult, print } from '../command.js';
import { absolute, type CommonOptions } from '../options.js';

/** status: how each dataset stands, from the records of runs; exit code 3 where a last success is too old or missing. */
export async function statusCommand(
  names: readonly string[],
  options: CommonOptions & { maxAge?: string },
  { files, effects, log }: RunWorld,
): Promise<CommandResult> {
  const maxAgeSeconds = options.maxAge === undefined ? undefined : readMaxAge(options.maxAge);
  const outDir = absolute(options.out);
  const datasets = chooseDatasets(names);
  const { records, damaged } = await readRunRecords(files, outDir);
  const holder = await lockHolder(files, outDir);
  const building = holder?.command === 'prune' ? undefined : holder;
  const running =
    building && `process ${building.pid} (${building.command}), running since ${building.since}`;
  const input = { records, now: effects.now(), running, maxAgeSeconds };
  const statuses = datasets.map(({ name }) => statusOf(name, input));
  log.end();
  print(
    options.log === 'json'
      ? JSON.stringify(statusReport(statuses, damaged, holder, maxAgeSeconds))
      : statusText(statuses, damaged),
  );
  const old = statuses.filter(({ isTooOld }) => isTooOld === true);
  if (old.length === 0) return { exitCode: EXIT.ok, line: `done: ${statuses.length} datasets looked at` };
  return { exitCode: EXIT.gate, line: `exit code ${EXIT.gate}: ${old.map(complaint).join('; ')}` };
}

function complaint({ dataset, lastSuccess, next }: DatasetStatus): string {
  const since = lastSuccess === undefined ? 'never succeeded' : `last succeeded at ${lastSuccess.at}`;
  return `${dataset} ${since}: ${next}`;
}

function readMaxAge(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined)
    throw new UsageError(`--max-age ${text} is not a duration`, 'Write for example 36h, 2d or 90m.');
  return seconds;
}
