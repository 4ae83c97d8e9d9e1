import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliRun, runCli, temporaryDirectory } from '../support/cli.js';
import { expectedRows, RECORDED, startRecorded } from '../support/recorded.js';
import { jsonl } from '../support/versions.js';

const AS_OF = '2026-11-30T00:00:00Z';

describe.skipIf(!RECORDED)('forecast on the recorded upstream', () => {
  let out: Awaited<ReturnType<typeof temporaryDirectory>>;
  let run: CliRun;
  const latest = (...parts: string[]) => join(out.path, 'forecast/latest', ...parts);

  beforeAll(async () => {
    out = await temporaryDirectory();
    const upstream = await startRecorded();
    const args = ['build', 'forecast', '--as-of', AS_OF, '--rate', 'metaculus=200/1', '--out', out.path];
    run = await runCli(args, { env: { ...upstream.env, METACULUS_TOKEN: 'recorded-token' } });
    upstream.close();
  });
  afterAll(() => out.dispose());

  it('publishes', () => {
    expect(run.stderr).toContain('forecast 2026-11-30 published');
    expect(run.code).toBe(0);
  });

  it('keeps and drops what an independent reading of the rules keeps and drops', () => {
    const rules = new Map(jsonl(latest('dropped.jsonl')).map(({ id, rule }) => [id, rule]));
    const splits = ['train', 'validation', 'test'];
    const kept = new Map(
      splits
        .flatMap((split) => jsonl(latest('data/questions', `${split}.jsonl`)))
        .map((row) => [row.question_id, row]),
    );
    for (const row of expectedRows('metaculus')) {
      if (row.question_id === '' || row.expected === 'not listed') continue;
      const id = `metaculus:${row.question_id}`;
      const found = kept.has(id) ? 'kept' : rules.get(id);
      expect(row.expected?.split('|'), `${id} ${row.case}`).toContain(found);
      if (found !== 'kept') continue;
      const gold = Number(kept.get(id)?.gold_confidence);
      expect(Math.abs(gold - Number(row.gold_confidence)), `${id} ${row.case}`).toBeLessThan(1e-12);
    }
  });

  it('replays to the same bytes without a request', async () => {
    const again = await temporaryDirectory();
    const args = ['build', 'forecast', '--as-of', AS_OF, '--upstream', 'replay', '--out', again.path];
    const replay = await runCli([...args, '--snapshots', join(out.path, 'snapshots')]);
    expect(replay.code, replay.stderr).toBe(0);
    const manifest = (dir: string) =>
      JSON.parse(readFileSync(join(dir, 'forecast/latest/manifest.json'), 'utf8')) as Record<string, unknown>;
    const { upstream, sources, ...live } = manifest(out.path);
    const { upstream: replayed, sources: replayedSources, ...rest } = manifest(again.path);
    expect(rest).toEqual(live);
    expect([upstream, replayed]).toEqual(['live', 'replay']);
    expect((replayedSources as { requests: number }[])[0]?.requests).toBe(0);
    expect(sources).not.toEqual(replayedSources);
    await again.dispose();
  });

  it('verifies, and finds one changed byte', async () => {
    expect((await runCli(['verify', 'forecast', '--out', out.path])).code).toBe(0);
    const path = latest('data/questions/test.jsonl');
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.from(bytes.toString('latin1').replace('"No"', '"On"'), 'latin1'));
    const found = await runCli(['verify', 'forecast', '--out', out.path]);
    expect(found.code).toBe(3);
    expect(found.stdout).toContain('data/questions/test.jsonl');
    writeFileSync(path, bytes);
  });
});
