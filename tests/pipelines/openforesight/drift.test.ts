import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, describe, expect, it } from 'vitest';
import { deriveOpenforesight } from '../../../pipelines/openforesight/derive.js';
import { SchemaDriftError } from '../../../sources/http/errors.js';
import { hubPartOf } from '../../../sources/synthetic/hub/index.js';
import { encodeRecords } from '../../../sources/synthetic/hub/parquet.js';
import { COLUMNS, type HubRecord } from '../../../sources/synthetic/hub/record.js';
import { content, repository } from '../../../sources/synthetic/hub/repository.js';
import { planWorld } from '../../../sources/synthetic/hub/world.js';
import type { SyntheticUpstream } from '../../../sources/synthetic/part.js';
import { all, serveHub, type TestContext, testContext } from './context.js';

const ordinary = planWorld(1, 'small')
  .records('validation', 0, 30)
  .filter(({ expect: rule }) => rule === 'kept')
  .map(({ record }) => record);
const STYLE = { codec: 'SNAPPY', rowGroup: 100 } as const;

let hub: SyntheticUpstream | undefined;
afterEach(() => hub?.close());

/** A build over a repository with the given files. */
async function contextOver(files: Record<string, Uint8Array>): Promise<TestContext> {
  const contents = Object.entries(files).map(([path, bytes]) => content(path, () => bytes));
  hub = await serveHub(
    {},
    hubPartOf([repository('nikhilchandak/OpenForesight', 'public', { main: contents })]),
  );
  return testContext(hub.urls.hf);
}
const train = (records: readonly HubRecord[]) => ({
  'data/train-00000-of-00001.parquet': encodeRecords(records, STYLE),
});
const numbered = (records: readonly HubRecord[], qids: readonly string[]) =>
  qids.map(
    (qid, at) => ({ ...records[at % records.length], qid, question_title: `Question ${qid}?` }) as HubRecord,
  );

/** The records with some columns left out, added or of another type. */
function reshaped(change: (columns: { name: string; data: unknown[]; type?: 'STRING' | 'INT64' }[]) => void) {
  const columns = COLUMNS.map((name) => ({
    name: name as string,
    data: ordinary.map((record) => record[name]) as unknown[],
    type: 'STRING' as 'STRING' | 'INT64',
  }));
  change(columns);
  return { 'data/train-00000-of-00001.parquet': new Uint8Array(parquetWriteBuffer({ columnData: columns })) };
}
async function drift(files: Record<string, Uint8Array>): Promise<SchemaDriftError> {
  const error: unknown = await deriveOpenforesight(await contextOver(files)).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SchemaDriftError);
  return error as SchemaDriftError;
}

describe('an upstream that drifts', () => {
  it('is refused by the name of a column that is missing', async () => {
    const error = await drift(reshaped((columns) => columns.splice(COLUMNS.indexOf('answer'), 1)));
    expect(error.field).toBe('data/train-00000-of-00001.parquet: answer');
    expect(error.message).toContain('the column is missing');
  });

  it('is refused by the name of a column that is no text', async () => {
    const error = await drift(
      reshaped((columns) => {
        columns[0] = { name: 'qid', data: ordinary.map(() => 1n), type: 'INT64' };
      }),
    );
    expect(error.field).toBe('data/train-00000-of-00001.parquet: qid');
  });

  it('may have new columns, which are named in the log, and lack those that nothing rests on', async () => {
    const context = await contextOver(
      reshaped((columns) => {
        columns.push({ name: 'embedding', data: ordinary.map(() => 'x'), type: 'STRING' });
        columns.splice(COLUMNS.indexOf('article_modify_date'), 1);
      }),
    );
    const { kept } = await deriveOpenforesight(context);
    expect(kept.train?.rows).toBe(ordinary.length);
    expect(context.lines).toContainEqual({
      event: 'openforesight.new_columns',
      fields: { path: 'data/train-00000-of-00001.parquet', columns: ['embedding'] },
    });
  });

  it('is refused above 1 % of malformed records, and not at it', async () => {
    const bad = { background: Uint8Array.of(0xff) };
    const many = numbered(
      ordinary,
      Array.from({ length: 100 }, (_, at) => String(at)),
    );
    const one = many.map((record, at) => (at === 50 ? { ...record, ...bad } : record));
    const { funnel } = await deriveOpenforesight(await contextOver(train(one)));
    expect(funnel[0]).toEqual({ rule: 'malformed_record', count: 1 });
    await hub?.close();
    const error = await drift(train(one.map((record, at) => (at === 51 ? { ...record, ...bad } : record))));
    expect(error.field).toBe('background');
    expect(error.message).toContain('2 of 100 records do not parse');
  });

  it('is refused where a file is no Parquet, a shard is missing or there is no split', async () => {
    const path = 'data/train-00000-of-00001.parquet';
    expect((await drift({ [path]: Buffer.from('PAR1 no more PAR1') })).field).toBe(path);
    await hub?.close();
    const half = { 'data/train-00000-of-00002.parquet': encodeRecords(ordinary, STYLE) };
    expect((await drift(half)).field).toBe('train-00001-of-00002.parquet');
    await hub?.close();
    expect((await drift({ 'README.md': Buffer.from('# none') })).message).toContain('has no such file');
  });

  it('may hold Parquet files that belong to no split', async () => {
    const context = await contextOver({ ...train(ordinary), 'extra.parquet': Buffer.from('PAR1') });
    await deriveOpenforesight(context);
    expect(context.lines).toContainEqual({
      event: 'openforesight.unclaimed_file',
      fields: { path: 'extra.parquet' },
    });
  });
});

describe('the order of rows', () => {
  const qidsOf = async (records: readonly HubRecord[]) => {
    const { rows } = await deriveOpenforesight(await contextOver(train(records)));
    return (await all(rows('questions'))).map((row) =>
      String(row.question_id).slice('openforesight:'.length),
    );
  };

  it('is numeric where all kept qids are numbers', async () => {
    const records = numbered(ordinary, ['10', '9', '100', '1']);
    const dropped = { ...ordinary[5], qid: 'zz', answer: '' } as HubRecord;
    expect(await qidsOf([...records, dropped])).toEqual(['1', '9', '10', '100']);
  });

  it('is by code point where one is not', async () => {
    expect(await qidsOf(numbered(ordinary, ['10', '9', 'b', '100', '\uff00', '\u{1f600}']))).toEqual([
      '10',
      '100',
      '9',
      'b',
      '\uff00',
      '\u{1f600}',
    ]);
  });
});
