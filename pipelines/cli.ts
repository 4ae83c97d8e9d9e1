#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT } from '../common/errors.js';
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
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const exitCode = exitCodeOfError(error);
    if (exitCode === EXIT.defect && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.stderr.write(`exit code ${exitCode}: ${messageOf(error)}\n`);
    return exitCode;
  }
}

process.exitCode = await main(process.argv);
