#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { EXIT, NamedError } from '../common/errors.js';
import { outliveReaders } from './cli/command.js';
import { buildProgram } from './cli/program.js';
import { exitCodeOfError, messageOf } from './cli/summary.js';

/** Runs one command line and says on the last line of stderr what happened and what to do about it. */
async function main(argv: readonly string[], outputHolds: () => Promise<void>): Promise<number> {
  try {
    const { exitCode, line } = await answer(argv);
    await outputHolds();
    if (line !== undefined) process.stderr.write(`${line}\n`);
    return exitCode;
  } catch (error) {
    const exitCode = exitCodeOfError(error);
    if (error instanceof Error && !(error instanceof NamedError)) process.stderr.write(`${error.stack}\n`);
    process.stderr.write(`exit code ${exitCode}: ${messageOf(error)}\n`);
    return exitCode;
  }
}

async function answer(argv: readonly string[]): Promise<{ exitCode: number; line?: string }> {
  try {
    return await buildProgram(argv)();
  } catch (error) {
    if (error instanceof CommanderError) return helpOrUsage(error);
    throw error;
  }
}

/** Help and version were asked for and printed, or what is wrong with the command line. */
function helpOrUsage(error: CommanderError): { exitCode: number; line?: string } {
  if (error.exitCode === 0) return { exitCode: EXIT.ok };
  const problem = error.message.replace(/^error: /, '').replace(/[\s.]+$/, '');
  return {
    exitCode: EXIT.usage,
    line: `exit code ${EXIT.usage}: ${problem.replace(/\s+/g, ' ')}. See npx forecast-datasets --help.`,
  };
}

// Left alone, V8 lets the heap grow to several times what is in use before it collects (docs/decisions/0002-memory.md).
setFlagsFromString('--heap-growing-percent=100');
process.exitCode = await main(process.argv, outliveReaders([process.stdout, process.stderr]));
