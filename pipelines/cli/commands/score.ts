import { type Command, Option } from 'commander';
import { EXIT, UsageError } from '../../../common/errors.js';
import type { Files } from '../../../common/files.js';
import { openDataset } from '../../../reader/open.js';
import { isCutoff } from '../../../scoring/forecast/index.js';
import { scoreJson } from '../../score/json.js';
import { scorePage } from '../../score/page.js';
import { type ScoreResult, scorePredictions } from '../../score/score.js';
import { scoreText } from '../../score/text.js';
import { type CommandResult, print } from '../command.js';
import { absolute, type CommonOptions } from '../options.js';
import { versionDir } from '../targets.js';

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
      'JSON Lines or Parquet: question_id, prediction, confidence, optional samples',
    )
    .option('--dataset <dataset@version>', 'the version to score against', 'forecast')
    .option('--split <split>', 'the split to score against', 'test')
    .option('--after <date>', 'keep what resolved after a training cutoff, YYYY-MM or YYYY-MM-DD')
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'))
    .option('--html <file>', 'write the result as a self-contained page, too');
}

/** score: the metrics of the paper for a file of predictions, on stdout, and as a page where one is wanted. */
export async function scoreCommand(options: ScoreOptions, files: Files): Promise<CommandResult> {
  const [name = '', version = 'latest'] = options.dataset.split('@');
  if (name !== 'forecast')
    throw new UsageError(`${name} cannot be scored`, 'Score against forecast or forecast@VERSION.');
  const { after } = options;
  if (after !== undefined && !isCutoff(after))
    throw new UsageError(`--after ${after} is no date`, 'Write YYYY-MM-DD, or YYYY-MM for a whole month.');
  const dir = versionDir(absolute(options.out), name, version);
  const result = await scorePredictions({
    version: await openDataset(dir, { dataset: 'forecast' }),
    split: options.split,
    predictions: absolute(options.predictions),
    after,
  });
  print(options.format === 'json' ? scoreJson(result) : scoreText(result));
  if (options.html !== undefined) await files.writeAtomic(absolute(options.html), scorePage(result));
  return { exitCode: EXIT.ok, line: lastLine(result, options.html) };
}

function lastLine({ evaluation, problems }: ScoreResult, page: string | undefined): string {
  const types = Object.values(evaluation);
  const sum = (key: 'questions' | 'answered' | 'unanswered' | 'malformed') =>
    types.reduce((total, type) => total + type[key], 0);
  const counts = `${sum('answered')} of ${sum('questions')} questions answered, ${sum('unanswered')} unanswered, ${sum('malformed')} malformed, ${problems.length} problems in the file`;
  return `done: ${counts}${page === undefined ? '' : `; page ${page}`}`;
}
