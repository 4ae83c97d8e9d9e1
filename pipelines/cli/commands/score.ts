import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { EXIT, UsageError } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { openDataset } from '../../../reader/open.js';
import { isCutoff } from '../../../scoring/forecast/index.js';
import { scoreJson } from '../../score/json.js';
import { scorePage } from '../../score/page.js';
import { pageTarget, writePage } from '../../score/page-target.js';
import { type ScoreResult, scorePredictions } from '../../score/score.js';
import { scoreText } from '../../score/text.js';
import { type CommandResult, print } from '../command.js';
import { absolute, type CommonOptions } from '../options.js';
import { datasetAndVersion } from '../targets.js';

/** Stands for the standard input in the place of a file. */
const STDIN = '-';

/** Options of score, as commander gives them. */
export interface ScoreOptions extends CommonOptions {
  predictions: string;
  dataset: string;
  split: string;
  after?: string;
  format: 'text' | 'json';
  html?: string;
}

/** Adds the options of score to its command. */
export function withScoreOptions(command: Command): Command {
  return command
    .requiredOption(
      '--predictions <file>',
      'JSON Lines or Parquet: question_id, prediction, confidence, optional samples; - reads JSON Lines from stdin',
    )
    .option('--dataset <dataset@version>', 'the version to score against', 'forecast')
    .option('--split <split>', 'the split to score against', 'test')
    .option('--after <date>', 'keep what resolved after a training cutoff, YYYY-MM or YYYY-MM-DD')
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'))
    .option('--html <file>', 'write the result as a self-contained page, too');
}

/** score: the metrics of the paper for a file of predictions, on stdout, and as a page where one is wanted. */
export async function scoreCommand(
  options: ScoreOptions,
  files: Files,
  stdin: AsyncIterable<Buffer>,
): Promise<CommandResult> {
  const { name, version } = datasetAndVersion(options.dataset);
  if (name !== 'forecast')
    throw new UsageError(`${name} cannot be scored`, 'Score against forecast or forecast@VERSION.');
  const { after } = options;
  if (after !== undefined && !isCutoff(after))
    throw new UsageError(`--after ${after} is no date`, 'Write YYYY-MM-DD, or YYYY-MM for a whole month.');
  const opened = await openDataset(join(absolute(options.out), name), { dataset: name, ...pinned(version) });
  const path = options.predictions === STDIN ? undefined : absolute(options.predictions);
  const page =
    options.html === undefined
      ? undefined
      : await pageTarget(options.html, { predictions: path, versionDir: opened.dir });
  const result = await scorePredictions({
    version: opened,
    split: options.split,
    predictions: path === undefined ? stdin : path,
    after,
  });
  if (page !== undefined) await writePage(files, page, scorePage(result));
  print(options.format === 'json' ? scoreJson(result) : scoreText(result));
  return { exitCode: EXIT.ok, line: lastLine(result, options.html) };
}

const pinned = (version: string) => (version === 'latest' ? {} : { version });

function lastLine({ evaluation, predictions, problems }: ScoreResult, page: string | undefined): string {
  const types = Object.values(evaluation);
  const sum = (key: 'questions' | 'answered' | 'unanswered' | 'malformed') =>
    types.reduce((total, type) => total + type[key], 0);
  const counts = `${sum('answered')} of ${sum('questions')} questions answered, ${sum('unanswered')} unanswered, ${sum('malformed')} malformed, ${problems.count} problems in the file${predictions.records === 0 ? ', which is empty' : ''}`;
  return `done: ${counts}${page === undefined ? '' : `; page ${page}`}`;
}
