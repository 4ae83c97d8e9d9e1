import { execFile } from 'node:child_process';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questionsTable } from '../../schemas/forecast.js';
import { publishInvented } from '../reader/invented-version.js';
import { question } from '../reader/rows.js';
import { runCli, temporaryDirectory } from '../support/cli.js';

let out: string;
let predictions: string;
let dispose: () => Promise<void>;
beforeAll(async () => {
  ({ path: out, dispose } = await temporaryDirectory());
  const rows = [question(), question({ question_id: 'metaculus:2', resolution: 'No', resolution_value: 0 })];
  await publishInvented(out, { dataset: 'forecast', version: '2026-11-30', rows: [[questionsTable, rows]] });
  predictions = join(out, 'predictions.jsonl');
  const record = { question_id: 'metaculus:1', prediction: 'Yes', confidence: 0.8 };
  await writeFile(predictions, `${JSON.stringify(record)}\nbroken\n`);
});
afterAll(() => dispose());

const score = (...args: string[]) => runCli(['score', '--predictions', predictions, '--out', out, ...args]);

const bash = promisify(execFile);

/** What a shell command prints in which `$score` stands for the program; rejects where it fails. */
async function shell(command: string): Promise<{ stdout: string; stderr: string }> {
  const cli = join(import.meta.dirname, '../../dist/pipelines/cli.js');
  const env = { ...process.env, score: `${process.execPath} ${cli} score --out ${out}`, predictions };
  return bash('bash', ['-c', command], { env });
}

describe('score', () => {
  it('prints the metrics, writes a page and says what is missing', async () => {
    const page = join(out, 'score.html');
    const run = await score('--dataset', 'forecast@2026-11-30', '--html', page);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^answered +1 +2 +1\.0000/m);
    expect(run.last).toContain('1 of 2 questions answered, 1 unanswered, 0 malformed, 1 problems');
    expect(await readFile(page, 'utf8')).toMatch(/^<!doctype html>/);
  });

  it('reads a pipe', async () => {
    for (const command of [
      'cat "$predictions" | $score --predictions -',
      'cat "$predictions" | $score --predictions /dev/stdin',
      '$score --predictions - < "$predictions"',
      '$score --predictions <(cat "$predictions")',
    ])
      expect((await shell(command)).stderr, command).toContain('1 of 2 questions answered');
  });

  it('goes on to its end where its reader does not', async () => {
    const many = join(out, 'many.jsonl');
    const records = Array.from({ length: 1_000 }, (_, n) => ({ question_id: `${'x'.repeat(100)}${n}` }));
    await writeFile(many, records.map((record) => JSON.stringify(record)).join('\n'));
    const { stdout, stderr } = await shell(
      `$score --predictions ${many} --format json | head -n 1; echo "$PIPESTATUS"`,
    );
    expect(stdout).toBe('{\n0\n');
    expect(stderr).toMatch(/^done: [^\n]*\n$/);
    const help = await shell('$score --help | true; echo "$PIPESTATUS"');
    expect(help).toEqual({ stdout: '0\n', stderr: '' });
  });

  it('says that a file is empty', async () => {
    const run = await runCli(['score', '--predictions', '/dev/null', '--out', out]);
    expect(run.code).toBe(0);
    expect(run.last).toContain('0 of 2 questions answered, 2 unanswered');
    expect(run.last).toContain('which is empty');
  });

  it('refuses a page that cannot be written before it scores', async () => {
    const before = await readdir(out);
    for (const target of ['', out, predictions, join(out, 'nowhere/page.html')]) {
      const run = await score('--html', target);
      expect(run.code).toBe(2);
      expect(run.stdout).toBe('');
      expect(run.stderr).toMatch(/^exit code 2: --html: [^\n]*\n$/);
    }
    expect(await readdir(out)).toEqual(before);
  });

  it('names the versions that there are', async () => {
    const run = await score('--dataset', 'forecast@2026-11-29');
    expect(run.code).toBe(2);
    expect(run.last).toContain('has no version 2026-11-29. It has 2026-11-30');
    expect((await runCli(['score', '--predictions', predictions, '--out', join(out, 'x')])).last).toContain(
      `no version is published under ${join(out, 'x/forecast')}`,
    );
  });

  it('prints JSON and nothing else on stdout', async () => {
    const run = await score('--format', 'json', '--after', '2024-01');
    expect(JSON.parse(run.stdout).questions).toEqual({ total: 2, selected: 0, left_out: 2, undated: 0 });
  });

  it('ends with code 2 where it is asked for what there is not', async () => {
    const wrong = [
      ['--dataset', 'polybench'],
      ['--dataset', 'forecast@2026-11-30@x'],
      ['--dataset', 'forecast@'],
      ['--after', 'yesterday'],
    ];
    for (const args of wrong) expect((await score(...args)).code).toBe(2);
  });

  it('ends with code 3 where the version was altered', async () => {
    await appendFile(join(out, 'forecast/2026-11-30/schema.json'), ' ');
    const run = await score();
    expect(run.code).toBe(3);
    expect(run.last).toContain('was altered');
  });
});
