import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

describe('score', () => {
  it('prints the metrics, writes a page and says what is missing', async () => {
    const page = join(out, 'score.html');
    const run = await score('--dataset', 'forecast@2026-11-30', '--html', page);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^answered +1 +2 +1\.0000/m);
    expect(run.last).toContain('1 of 2 questions answered, 1 unanswered, 0 malformed, 1 problems');
    expect(await readFile(page, 'utf8')).toMatch(/^<!doctype html>/);
  });

  it('prints JSON and nothing else on stdout', async () => {
    const run = await score('--format', 'json', '--after', '2024-01');
    expect(JSON.parse(run.stdout).questions).toEqual({ total: 2, selected: 0, left_out: 2, undated: 0 });
  });

  it('ends with code 2 where it is asked for what there is not', async () => {
    const wrong = [
      ['--dataset', 'polybench'],
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
