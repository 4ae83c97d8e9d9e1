import { relative } from 'node:path';
import { EXIT, NamedError } from '../../common/errors.js';
import type { Manifest } from '../../schemas/manifest.js';
import type { DatasetOutcome, RunOutcome } from '../run/build.js';

/** What a person sees at the end of a build: where the version is, its rows, its funnel, its report. */
export function summaryText(outcome: RunOutcome): string {
  return outcome.outcomes.map(datasetSummary).join('\n\n');
}

function datasetSummary(outcome: DatasetOutcome): string {
  if (outcome.kind === 'failed') return `${outcome.dataset}: not published\n  ${messageOf(outcome.error)}`;
  if (outcome.kind === 'unchanged')
    return `${outcome.dataset}: nothing changed since ${outcome.version}, nothing published\n  version  ${shown(outcome.dir)}`;
  const { manifest, dir } = outcome;
  return [
    `${outcome.dataset} ${outcome.version}: published`,
    `  version  ${shown(dir)}`,
    `  report   ${shown(`${dir}/report.html`)}`,
    ...splitLines(manifest, outcome.types),
    ...funnelLines(manifest),
  ].join('\n');
}

function splitLines(manifest: Manifest, types: ReadonlyMap<string, ReadonlyMap<string, number>>): string[] {
  const width = Math.max(...Object.keys(manifest.splits).map((split) => split.length));
  return Object.entries(manifest.splits).map(([split, { rows, groups }]) => {
    const detail = [...(types.get(split) ?? new Map<string, number>())]
      .map(([type, count]) => `${count} ${type}`)
      .join(', ');
    return `  ${split.padEnd(width)} ${String(rows).padStart(6)} rows in ${groups} units${detail ? ` (${detail})` : ''}`;
  });
}

function funnelLines(manifest: Manifest): string[] {
  const width = Math.max(...manifest.funnel.map(({ rule }) => rule.length));
  return [
    '  funnel',
    ...manifest.funnel.map(({ rule, count }) => `    ${rule.padEnd(width)} ${String(count).padStart(7)}`),
  ];
}

function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

/** The last line on stderr: what happened, and what to do about it. */
export function lastLine(outcome: RunOutcome): string {
  const failed = outcome.outcomes.filter((one) => one.kind === 'failed');
  const told = outcome.outcomes.map((one) => {
    if (one.kind === 'published') return `${one.dataset} ${one.version} published`;
    if (one.kind === 'unchanged') return `${one.dataset} unchanged at ${one.version}`;
    return `${one.dataset} not published: ${messageOf(one.error)}`;
  });
  const verb = failed.length === 0 ? 'done' : `exit code ${outcome.exitCode}`;
  return oneLine(`${verb}: ${told.join('; ')}`);
}

/** Message and remedy of an error on one line; for a defect of ours, where to report it. */
export function messageOf(error: unknown): string {
  if (error instanceof NamedError) return oneLine(`${error.message}. ${error.remedy}`);
  const text = error instanceof Error ? error.message : String(error);
  return oneLine(
    `a defect of forecast-datasets (${text}); nothing published was touched. Please report it with the lines above.`,
  );
}

export const exitCodeOfError = (error: unknown) =>
  error instanceof NamedError ? error.exitCode : EXIT.defect;

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}
