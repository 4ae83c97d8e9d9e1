import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { UsageError } from '../../common/errors.js';
import { createNodeFiles, nodeFiles } from '../../common/node-files.js';
import { systemEffects } from '../../common/system-effects.js';
import { chooseDatasets } from '../datasets.js';
import { parseSettings } from '../parameters.js';
import type { RunSettings, RunWorld } from '../run/settings.js';
import type { CommandResult } from './command.js';
import { buildCommand } from './commands/build.js';
import { diffCommand } from './commands/diff.js';
import { explainCommand } from './commands/explain.js';
import { fixturesCommand } from './commands/fixtures.js';
import { planCommand } from './commands/plan.js';
import { pruneCommand } from './commands/prune.js';
import { type ScoreOptions, scoreCommand, withScoreOptions } from './commands/score.js';
import { type ServeOptions, serveCommand, withServeOptions } from './commands/serve.js';
import { statusCommand } from './commands/status.js';
import { upstreamCommand } from './commands/upstream.js';
import { verifyCommand } from './commands/verify.js';
import { versionsCommand } from './commands/versions.js';
import { generator } from './generator.js';
import { createLog, type LogStyle } from './log.js';
import {
  absolute,
  type BuildOptions,
  type CommonOptions,
  readAsOf,
  readCount,
  readRates,
  readSeed,
  withBuildOptions,
  withCommonOptions,
} from './options.js';

/** Parses a command line. The returned function runs the command; CommanderError for help and for usage. */
export function buildProgram(argv: readonly string[]): () => Promise<CommandResult> {
  let chosen: (() => Promise<CommandResult>) | undefined;
  const run = (action: () => Promise<CommandResult>): void => {
    chosen = action;
  };
  const program = new Command('forecast-datasets')
    .description('Builds versioned forecasting datasets from Metaculus, Polymarket and the Hugging Face Hub.')
    .version(generator().version)
    // The message comes with the error, and is said once, on the last line.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  addBuildCommands(program, run);
  addReadCommands(program, run);
  addUpkeepCommands(program, run);
  addWorldCommands(program, run);
  addScoreCommand(program, run);
  addServeCommand(program, run);
  for (const command of program.commands) command.exitOverride();
  program.parse([...argv]);
  if (!chosen) throw new UsageError('no command was given', 'See `npx forecast-datasets --help`.');
  return chosen;
}

type Run = (action: () => Promise<CommandResult>) => void;

function addBuildCommands(program: Command, run: Run): void {
  for (const [command, description] of [
    ['build', 'fetch what is missing, derive, validate and publish a new version'],
    ['refresh', 'the same for a scheduler: parameters of the latest version, JSON logs, exit code tells'],
    ['plan', 'requests, bytes and time a build would take per host, without fetching records'],
  ] as const) {
    const added = withBuildOptions(
      program.command(command).description(description).argument('[datasets...]'),
    );
    added.action((names: string[], options: BuildOptions) => {
      const style =
        command === 'refresh' && added.getOptionValueSource('log') === 'default' ? 'json' : options.log;
      const world = createWorld(style, { sync: options.upstream !== 'synthetic' });
      const settings = settingsOf(command, names, options, world);
      run(() => (command === 'plan' ? planCommand(settings, world) : buildCommand(settings, world)));
    });
  }
}

function addReadCommands(program: Command, run: Run): void {
  withCommonOptions(
    program.command('verify [targets...]').description('re-hash and re-check published versions'),
  ).action((targets: string[], options: CommonOptions) =>
    run(() => verifyCommand(targets, absolute(options.out))),
  );
  withCommonOptions(
    program.command('versions [datasets...]').description('list the published versions'),
  ).action((names: string[], options: CommonOptions) =>
    run(() => versionsCommand(names, absolute(options.out))),
  );
  withCommonOptions(
    program
      .command('diff <dataset> <a> <b>')
      .description('rows added, removed and changed, field by field, and why'),
  ).action((dataset: string, a: string, b: string, options: CommonOptions) =>
    run(() => diffCommand(dataset, a, b, absolute(options.out))),
  );
  withCommonOptions(
    program.command('explain <dataset> <id>').description('the evidence of one row, kept or dropped'),
  )
    .option('--snapshots <dir>', 'where raw responses are kept (default: snapshots under --out)')
    .action((dataset: string, id: string, options: CommonOptions & { snapshots?: string }) =>
      run(() => explainCommand(dataset, id, options, createWorld(options.log))),
    );
}

function addUpkeepCommands(program: Command, run: Run): void {
  withCommonOptions(
    program
      .command('status [datasets...]')
      .description('last success, its age, the last failure and what to do next, from the records of runs'),
  )
    .option('--max-age <duration>', 'exit code 3 where a last success is older, for example 36h, 2d or 90m')
    .action((names: string[], options: CommonOptions & { maxAge?: string }) =>
      run(() => statusCommand(names, options, createWorld(options.log))),
    );
  withCommonOptions(
    program
      .command('prune [datasets...]')
      .description('remove old versions and the raw responses that no kept version rests on'),
  )
    .requiredOption('--keep <n>', 'newest versions that stay, of each dataset')
    .option('--snapshots <dir>', 'where raw responses are kept (default: snapshots under --out)')
    .option('--yes', 'remove; without it, only say what would go')
    .action((names: string[], options: CommonOptions & { keep: string; snapshots?: string; yes?: boolean }) =>
      run(() => pruneCommand(names, options, createWorld(options.log))),
    );
}

function addWorldCommands(program: Command, run: Run): void {
  withCommonOptions(
    program.command('fixtures').description('write small deterministic datasets for test suites'),
  ).action((options: CommonOptions) =>
    run(() => fixturesCommand(absolute(options.out), createWorld(options.log, { sync: false }))),
  );
  program
    .command('upstream')
    .description('run the embedded synthetic upstream as an HTTP server')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', '0')
    .option('--seed <n>', 'seed of the invented world', '1')
    .addOption(
      new Option('--size <size>', 'how much is invented').choices(['small', 'full', 'large']).default('full'),
    )
    .option('--faults <spec>', 'faults and their rates, for example 429=0.05,reset=0.02;seed=7')
    .addOption(
      new Option('--log <style>', 'progress for people, or JSON')
        .choices(['pretty', 'json'])
        .default('pretty'),
    )
    .action((options: { port: string; seed: string; size: 'small' | 'full' | 'large'; faults?: string }) =>
      run(() =>
        upstreamCommand({
          port: options.port,
          seed: readSeed(options.seed),
          size: options.size,
          faults: options.faults,
        }),
      ),
    );
}

function addScoreCommand(program: Command, run: Run): void {
  const score = program.command('score').description("a predictions file by the metrics of FOReCAst's paper");
  withScoreOptions(withCommonOptions(score)).action((options: ScoreOptions) =>
    run(() => scoreCommand(options, nodeFiles, process.stdin)),
  );
}

function addServeCommand(program: Command, run: Run): void {
  const serve = program
    .command('serve <environment>')
    .description('serve openforecaster, polybench or polybench-trader by the Open Reward Standard');
  withServeOptions(withCommonOptions(serve)).action((name: string, options: ServeOptions) =>
    run(() => serveCommand(name, options)),
  );
}

/** The outside world of a command run by a person or a scheduler. */
function createWorld(style: LogStyle, durability = { sync: true }): RunWorld {
  const effects = systemEffects();
  const stop = new AbortController();
  // Every request in flight listens to it.
  setMaxListeners(0, stop.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () =>
      stop.abort(new UsageError(`stopped by ${signal}`, 'Run the same command to go on.')),
    );
  return {
    env: process.env,
    files: createNodeFiles(durability),
    effects,
    log: createLog(style, effects),
    signal: stop.signal,
  };
}

function settingsOf(
  command: RunSettings['command'],
  names: readonly string[],
  options: BuildOptions,
  world: RunWorld,
): RunSettings {
  const outDir = absolute(options.out);
  if (options.reason !== undefined && !options.acceptRegression)
    throw new UsageError(
      '--reason is given without --accept-regression',
      'Add --accept-regression, or drop --reason.',
    );
  return {
    command,
    datasets: chooseDatasets(names),
    mode: options.upstream,
    outDir,
    snapshotsDir: absolute(options.snapshots ?? join(outDir, 'snapshots')),
    asOf: readAsOf(options.asOf, world.effects.now()),
    settings: parseSettings(options.set),
    rates: readRates(options.rate),
    jobs: readCount('--jobs', options.jobs),
    ...(options.previous === undefined ? {} : { previousDir: absolute(options.previous) }),
    ...(options.import === undefined ? {} : { importDir: absolute(options.import) }),
    ...(options.onlyFlow ? { onlyFlow: true } : {}),
    ...(options.acceptRegression
      ? { acceptedReason: options.reason ?? 'accepted without a stated reason' }
      : {}),
    synthetic: {
      seed: readSeed(options.seed ?? '1'),
      size: options.size ?? 'full',
      ...(options.faults === undefined ? {} : { faults: options.faults }),
    },
    generator: generator(),
  };
}
