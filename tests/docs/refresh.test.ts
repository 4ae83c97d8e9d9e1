import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXIT } from '../../common/errors.js';
import { runRecord } from '../../pipelines/run/record-schema.js';

const ROOT = join(import.meta.dirname, '../..');
const ROOMS = ['common', 'envs', 'pipelines', 'schemas', 'scoring', 'sources'];
const page = readFileSync(join(ROOT, 'docs/refresh.md'), 'utf8');

function* sources(): Generator<{ path: string; text: string }> {
  for (const room of ROOMS)
    for (const name of readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })) {
      // The log itself passes on whatever name it is given.
      if (!name.endsWith('.ts') || join(room, name) === join('pipelines', 'cli', 'log.ts')) continue;
      yield { path: join(room, name), text: readFileSync(join(ROOT, room, name), 'utf8') };
    }
}

/** The first argument of every call of a method of a log, as written. */
function firstArguments(methods: string): { path: string; argument: string }[] {
  const call = new RegExp(`\\blog\\.(?:${methods})\\(\\s*('[^']*'|\`[^\`]*\`|[^,)]*)`, 'g');
  return [...sources()].flatMap(({ path, text }) =>
    [...text.matchAll(call)].map((match) => ({ path, argument: String(match[1]) })),
  );
}

/** The first cells of the table below a heading. */
function firstCells(heading: string): string[] {
  const section = page.slice(page.indexOf(heading));
  const table = /\n\|[^\n]*\n\|[-:| ]+\n((?:\|[^\n]*\n)+)/.exec(section)?.[1] ?? '';
  return table
    .trim()
    .split('\n')
    .map((line) => String(line.split('|')[1]).trim());
}

const unquoted = (text: string) => text.slice(1, -1);

describe('docs/refresh.md', () => {
  it('names every event that the code logs, and no other', () => {
    const calls = firstArguments('info|warn');
    const odd = calls.filter(({ argument }) => !/^'[\w.]+'$/.test(argument));
    expect(odd, 'an event has a fixed name').toEqual([]);
    const logged = new Set([...calls.map(({ argument }) => unquoted(argument)), 'progress']);
    const documented = firstCells('## Events of').map(unquoted);
    expect(documented.sort()).toEqual([...logged].sort());
    expect(new Set(documented).size).toBe(documented.length);
  });

  it('names every task that the code reports on, and no other', () => {
    const fixed = firstArguments('progress').filter(({ argument }) => argument.startsWith("'"));
    const tasks = new Set(fixed.map(({ argument }) => unquoted(argument)));
    const documented = firstCells('Tasks of').filter((cell) => cell.startsWith('`'));
    expect(documented.map(unquoted).sort()).toEqual([...tasks].sort());
  });

  it('names every exit code', () => {
    const codes = Object.values(EXIT).map(String);
    expect(firstCells('# Refresh').sort()).toEqual(codes.sort());
  });

  it('names every field of a run record', () => {
    const documented = firstCells('## The record of a run').flatMap((cell) =>
      cell.split(',').map((name) => name.trim().replace('[]', '')),
    );
    expect(documented.sort()).toEqual(Object.keys(runRecord.shape).sort());
  });

  it('holds a workflow that reads as YAML, starts from the version before and decides by the exit code', () => {
    const workflow = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const { jobs, on } = parse(workflow) as {
      on: object;
      jobs: { refresh: { steps: { run?: string; if?: string }[] } };
    };
    expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch']);
    const scripts = jobs.refresh.steps.map(({ run }) => run ?? '').join('\n');
    expect(scripts).toContain('--previous previous');
    expect(scripts).toContain('4|5)');
  });
});
