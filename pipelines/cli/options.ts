import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { UsageError } from '../../common/errors.js';
import { type InstantMicros, parseInstant } from '../../common/time.js';
import { parseRate, type Rate } from '../../sources/http/pacing.js';
import { SOURCE_NAMES, type SourceName } from '../../sources/types.js';
import type { LogStyle } from './log.js';

/** Options that go with every command. */
export interface CommonOptions {
  out: string;
  log: LogStyle;
}

/** Options of build, refresh and plan, as commander gives them. */
export interface BuildOptions extends CommonOptions {
  upstream: 'live' | 'synthetic' | 'replay';
  snapshots?: string;
  asOf?: string;
  set: string[];
  rate: string[];
  jobs: string;
  previous?: string;
  import?: string;
  acceptRegression?: boolean;
  reason?: string;
  onlyFlow?: boolean;
  seed?: string;
  size?: 'small' | 'full' | 'large';
  faults?: string;
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value];

export function withCommonOptions(command: Command): Command {
  return command
    .option('--out <dir>', 'where versions are published and, by default, raw responses are kept', 'out')
    .addOption(
      new Option('--log <style>', 'progress for people, or one JSON object a line on stderr')
        .choices(['pretty', 'json'])
        .default('pretty'),
    );
}

export function withBuildOptions(command: Command): Command {
  return withCommonOptions(command)
    .addOption(
      new Option(
        '--upstream <which>',
        'the real hosts, the embedded invented world, or the stored responses alone',
      )
        .choices(['live', 'synthetic', 'replay'])
        .default('live'),
    )
    .option('--snapshots <dir>', 'where raw responses are kept (default: snapshots under --out)')
    .option('--as-of <instant>', "the build's clock, ISO 8601 UTC (default: now)")
    .option('--set <key=value>', 'a parameter, for example polybench.fillCapAlpha=0.25', collect, [])
    .option(
      '--rate <name=n/seconds>',
      'requests allowed in any window, for example metaculus=5/10',
      collect,
      [],
    )
    .option('--jobs <n>', 'concurrent requests per upstream at most', '8')
    .option('--previous <dir>', 'the version to compare with and take splits from, where --out is empty')
    .option('--import <dir>', 'forecast: Metaculus CSV exports to take community predictions from')
    .option('--accept-regression', 'publish although a quality gate refused')
    .option('--reason <text>', 'why the regression is accepted; recorded in the manifest')
    .option('--only-flow', 'polybench: derive volume and liquidity of the latest version again, nothing else')
    .option('--seed <text>', 'seed of the synthetic upstream')
    .addOption(
      new Option('--size <size>', 'size of the synthetic upstream').choices(['small', 'full', 'large']),
    )
    .option('--faults <spec>', 'faults of the synthetic upstream, for example 429=0.05,500=0.05;seed=7');
}

/** The build's clock: `--as-of`, or the wall clock. UsageError where it is no instant. */
export function readAsOf(text: string | undefined, now: InstantMicros): InstantMicros {
  if (text === undefined) return now;
  const instant = parseInstant(text);
  if (instant === undefined)
    throw new UsageError(
      `--as-of ${text} is not an instant`,
      'Write ISO 8601 in UTC, for example 2026-11-30T00:00:00Z.',
    );
  return instant;
}

/** `NAME=N/SECONDS` by source. UsageError for an unknown source and for what is no rate. */
export function readRates(texts: readonly string[]): Map<SourceName, Rate> {
  return new Map(
    texts.map((text) => {
      const [name, rate] = text.split('=');
      const source = SOURCE_NAMES.find((candidate) => candidate === name);
      if (!source || !rate)
        throw new UsageError(
          `--rate ${text} is not NAME=N/SECONDS with NAME one of ${SOURCE_NAMES.join(', ')}`,
          'Write for example --rate metaculus=5/10.',
        );
      return [source, parseRate(rate)] as const;
    }),
  );
}

/** A whole number of at least one. */
export function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`${name} ${text} is not a whole number from 1`, `Write for example ${name} 8.`);
  return Number(text);
}

/** The seed of an invented world. */
export function readSeed(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--seed ${text} is not a whole number`, 'Write for example --seed 1.');
  return Number(text);
}

/** The path from the root of the file system. UsageError for an empty one, as an unset variable gives it. */
export function absolute(path: string): string {
  if (path.trim() === '')
    throw new UsageError('an option names an empty path', 'Name a path, or leave the option out.');
  return resolve(path);
}
