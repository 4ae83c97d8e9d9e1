import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliRun, runCli, temporaryDirectory } from '../support/cli.js';
import { expectedRows, RECORDED, startRecorded } from '../support/recorded.js';

const SPLITS = ['train', 'validation', 'test', 'aljazeeraLate2025'];
const RATE = 'hf=1000/10';

const jsonl = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe.skipIf(!RECORDED)('openforesight on the recorded upstream', () => {
  let out: Awaited<ReturnType<typeof temporaryDirectory>>;
  let run: CliRun;
  const latest = (...parts: string[]) => join(out.path, 'openforesight/latest', ...parts);

  beforeAll(async () => {
    out = await temporaryDirectory();
    const upstream = await startRecorded();
    const args = ['build', 'openforesight', '--as-of', '2026-11-30T00:00:00Z', '--rate', RATE];
    run = await runCli([...args, '--out', out.path], { env: { ...upstream.env, HF_TOKEN: 'hf_recorded' } });
    upstream.close();
  });
  afterAll(() => out.dispose());

  it('publishes', () => {
    expect(run.stderr).toContain('openforesight 2026-11-30 published');
    expect(run.code).toBe(0);
  });

  it('keeps and drops what an independent reading of the rules keeps and drops', () => {
    const dropped = jsonl(latest('dropped.jsonl')).map(({ id, rule }) => `${id} ${rule}`);
    const kept = SPLITS.flatMap((split) =>
      jsonl(latest('data/questions', `${split}.jsonl`)).map((row) => `${split} ${row.question_id}`),
    );
    const isDropped = (id: string, rules: string) =>
      rules.split('|').some((rule) => dropped.includes(`${id} ${rule}`));
    const expected = expectedRows('huggingface');
    for (const { split, row, qid, expected: rules = '' } of expected) {
      const id = qid === '' ? `openforesight:${split}[${row}]` : `openforesight:${qid}`;
      // A dropped copy may share its id with the row that is kept.
      const found = rules === 'kept' ? kept.includes(`${split} ${id}`) : isDropped(id, rules);
      expect(found, `${id} of ${split}: ${rules}`).toBe(true);
    }
    expect(dropped).toHaveLength(expected.filter((row) => row.expected !== 'kept').length);
    expect(kept).toHaveLength(5_000 + 207 + 302 + 33 - dropped.length);
  });

  it('replays to the same tables without a request', async () => {
    const again = await temporaryDirectory();
    const args = ['build', 'openforesight', '--as-of', '2026-11-30T00:00:00Z', '--upstream', 'replay'];
    const replay = await runCli([...args, '--out', again.path, '--snapshots', join(out.path, 'snapshots')]);
    expect(replay.code, replay.stderr).toBe(0);
    const manifest = (dir: string) =>
      JSON.parse(readFileSync(join(dir, 'openforesight/latest/manifest.json'), 'utf8')) as Record<
        string,
        unknown
      >;
    const { upstream: _, sources: live, ...rest } = manifest(out.path);
    const { upstream: __, sources: replayed, ...same } = manifest(again.path);
    expect(same).toEqual(rest);
    expect(replayed).toEqual([expect.objectContaining({ requests: 0 })]);
    expect(live).toEqual([expect.objectContaining({ revision: 'ffe02af6c1d391a9295749e6a2ad44185e99fc8f' })]);
    await again.dispose();
  });

  it('verifies what it published', async () => {
    const verify = await runCli(['verify', 'openforesight', '--out', out.path]);
    expect(verify.code, verify.stderr).toBe(0);
  });

  it('explains a kept and a dropped row', async () => {
    const explain = async (id: string) => {
      const args = ['explain', 'openforesight', id, '--out', out.path];
      const { code, stdout, stderr } = await runCli(args);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    const both = await explain('openforesight:20720');
    expect(both).toContain('openforesight:20720 of test: kept');
    expect(both).toContain('openforesight:20720 of train: dropped by duplicate');
    expect(both).toMatch(/data\/test-00000-of-00001\.parquet, row \d+/);
    expect(both).toMatch(/sha256:[0-9a-f]{64}/);
    expect(await explain('openforesight:test[272]')).toContain('empty: qid');
  });
});
