#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { EXIT, NamedError } from '../common/errors.js';
import { outliveReaders } from './cli/command.js';
import { buildProgram } from './cli/program.js';
import { exitCodeOfError, messageOf } from './cli/summary.js';

/** Runs one command line and says on the last line of stderr what happened and what to do about it. */
async function main(argv: readonly string[]): Promise<number> {
  try {
    const program = buildProgram(argv);
    const { exitCode, line } = await program();
    process.stderr.write(`${line}\n`);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return helpOrUsage(error);
    const exitCode = exitCodeOfError(error);
    if (error instanceof Error && !(error instanceof NamedError)) process.stderr.write(`${error.stack}\n`);
    process.stderr.write(`exit code ${exitCode}: ${messageOf(error)}\n`);
    return exitCode;
  }
}

/** Help and version were asked for, or the parser has said what is wrong with the command line. */
function helpOrUsage(error: CommanderError): number {
  if (error.exitCode === 0) return EXIT.ok;
  process.stderr.write(
    `exit code ${EXIT.usage}: ${error.message.replace(/^error: /, '')}. See npx forecast-datasets --help.\n`,
  );
  return EXIT.usage;
}

// Left alone, V8 lets the heap grow to several times what is in use before it collects (docs/decisions/0002-memory.md).
setFlagsFromString('--heap-growing-percent=100');
outliveReaders([process.stdout, process.stderr]);
process.exitCode = await main(process.argv);
