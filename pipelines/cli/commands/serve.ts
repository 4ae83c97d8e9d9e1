import { type Command, Option } from 'commander';
import { EXIT, UsageError } from '../../../common/errors.js';
import { nodeFiles } from '../../../common/node-files.js';
import { systemEffects } from '../../../common/system-effects.js';
import { ENVIRONMENTS, serveEnvironment } from '../../../envs/serve.js';
import { print } from '../command.js';
import { generator } from '../generator.js';
import { createLog } from '../log.js';
import { absolute, type CommonOptions } from '../options.js';

/** Options of serve, as commander gives them. */
export interface ServeOptions extends CommonOptions {
  port: string;
  host: string;
  data?: string;
  reward?: string;
  tier: string[];
  takerFeeBps?: string;
  webCorpus?: string;
}

/** Adds what goes with serve alone. */
export function withServeOptions(command: Command): Command {
  return command
    .option('--port <n>', 'port to listen on; 0 takes a free one', '8080')
    .option(
      '--host <address>',
      'address to listen on; other machines can connect to any but this',
      '127.0.0.1',
    )
    .option('--data <dir>', 'a version, or a directory of single markets (default: the latest under --out)')
    .option('--reward <formula>', 'openforecaster: the formula that is paid (default: reward_readme@1)')
    .addOption(
      new Option('--tier <name=days>', 'polybench: a start of the clock, in days after the first; repeatable')
        .argParser((value: string, earlier: string[]) => [...earlier, value])
        .default([], 'full=0'),
    )
    .option('--taker-fee-bps <n>', 'polybench: taker fee in hundredths of a percent (default: 0)')
    .option('--web-corpus <file>', 'polybench: JSONL of dated documents for web_search and web_fetch');
}

/** serve: speaks the Open Reward Standard until the process is ended. */
export async function serveCommand(name: string, options: ServeOptions): Promise<never> {
  const environment = ENVIRONMENTS.find((one) => one === name);
  if (environment === undefined)
    throw new UsageError(`there is no environment ${name}`, `Choose one of ${ENVIRONMENTS.join(', ')}.`);
  const effects = systemEffects();
  const { version, commit } = generator();
  const { tier, takerFeeBps, reward } = options;
  const server = await serveEnvironment(
    {
      name: environment,
      host: readHost(options.host),
      port: readPort(options.port),
      outDir: absolute(options.out),
      ...(tier.length === 0 ? {} : { tiers: tier }),
      ...(options.data === undefined ? {} : { dataDir: absolute(options.data) }),
      ...(options.webCorpus === undefined ? {} : { webCorpus: absolute(options.webCorpus) }),
      ...(takerFeeBps === undefined ? {} : { takerFeeBps }),
      ...(reward === undefined ? {} : { reward }),
    },
    {
      env: process.env,
      files: nodeFiles,
      effects,
      log: createLog(options.log, effects),
      version: { version, build_sha: commit },
    },
  );
  print(JSON.stringify({ environment, url: server.url, port: server.port }));
  await new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await server.close();
  process.exit(EXIT.ok);
}

/** An empty host would mean every address of the machine. */
function readHost(text: string): string {
  if (text.trim() === '')
    throw new UsageError('--host is empty', 'Name an address, or leave it out for 127.0.0.1.');
  return text;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  if (port === undefined || port > 65_535)
    throw new UsageError(`--port ${text} is no port`, 'Write a number from 0 to 65535.');
  return port;
}
