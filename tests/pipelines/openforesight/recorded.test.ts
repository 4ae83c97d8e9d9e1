import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asyncBufferFromFile } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { findDuplicates, recordKey } from '../../../pipelines/openforesight/duplicates.js';
import { required } from '../../../pipelines/openforesight/row.js';
import { recordRules } from '../../../pipelines/openforesight/rules.js';
import { judge } from '../../../pipelines/stages/rules.js';
import { recordFields, recordSchema } from '../../../schemas/wire/openforesight.js';
import { openParquet } from '../../../sources/hub/parquet.js';

const recorded = fileURLToPath(new URL('../../../../shared/recorded/huggingface/', import.meta.url));
const data = `${recorded}nikhilchandak/OpenForesight/data/`;

interface Verdict {
  split: string;
  row: number;
  qid: string;
  verdict: string;
}

async function judgeAll(): Promise<Verdict[]> {
  const schema = recordSchema(false);
  const verdicts: Verdict[] = [];
  const contenders = [];
  const rows = new Map<string, number>();
  for (const name of readdirSync(data).sort()) {
    const split = name.slice(0, name.indexOf('-'));
    const file = await openParquet(await asyncBufferFromFile(data + name));
    for await (const batch of file.batches(recordFields(false))) {
      for (const raw of batch) {
        const row = rows.get(split) ?? 0;
        rows.set(split, row + 1);
        const record = schema.parse(raw);
        const dropped = judge(recordRules, record, {});
        verdicts.push({ split, row, qid: record.qid ?? '', verdict: dropped?.rule ?? 'kept' });
        if (dropped !== undefined) continue;
        const index = verdicts.length - 1;
        contenders.push({ index, split, row, qid: required(record, 'qid'), key: recordKey(record) });
      }
    }
  }
  for (const { contender } of findDuplicates(contenders)) {
    const verdict = verdicts[contender.index];
    if (verdict) verdict.verdict = 'duplicate';
  }
  return verdicts;
}

describe.skipIf(!existsSync(`${recorded}expected.tsv`))('the recorded OpenForesight files', () => {
  let verdicts: Verdict[] = [];
  beforeAll(async () => {
    verdicts = await judgeAll();
  });

  it('get the verdicts of an independent reading of the rules', () => {
    const expected = readFileSync(`${recorded}expected.tsv`, 'utf8').trimEnd().split('\n').slice(1);
    const wrong = expected
      .map((line) => line.split('\t'))
      .map(([split, row, qid, rules]) => ({
        expected: rules,
        got: verdicts.find((one) => one.split === split && one.row === Number(row)),
        qid,
      }))
      .filter(
        (one) => one.got?.qid !== one.qid || !one.expected?.split('|').includes(one.got?.verdict ?? ''),
      );
    expect(wrong).toEqual([]);
    expect(expected.length).toBeGreaterThan(50);
  });

  it('drop nothing that the reading does not name', () => {
    const named = new Set(
      readFileSync(`${recorded}expected.tsv`, 'utf8')
        .split('\n')
        .map((line) => line.split('\t').slice(0, 2).join('[')),
    );
    const extra = verdicts.filter((one) => one.verdict !== 'kept' && !named.has(`${one.split}[${one.row}`));
    expect(extra).toEqual([]);
  });
});
