import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../common/errors.js';
import { withDuckDb } from '../../../pipelines/io/duckdb.js';
import { type PredictionsSource, readPredictions } from '../../../pipelines/score/predictions-file.js';
import { canonicalAnswer } from '../../../scoring/forecast/index.js';
import { temporaryDirectory } from '../../support/cli.js';

let out: string;
let dispose: () => Promise<void>;
beforeEach(async () => {
  ({ path: out, dispose } = await temporaryDirectory());
});
afterEach(() => dispose());

const id = (n: number) => `metaculus:${n}`;

describe('readPredictions', () => {
  async function read(source: PredictionsSource) {
    const lines = [];
    for await (const line of readPredictions(source)) lines.push(line);
    return lines;
  }

  async function readBytes(bytes: string | Buffer) {
    const path = join(out, 'predictions.jsonl');
    await writeFile(path, bytes);
    return read(path);
  }

  const GOOD = JSON.stringify({ question_id: id(2), prediction: 'Yes', confidence: 0.8 });

  it('reads Parquet, with samples as a list of records', async () => {
    const filename = join(out, 'predictions.bin');
    parquetWriteFile({
      filename,
      columnData: [
        { name: 'question_id', data: [id(2), id(3)], type: 'STRING' },
        { name: 'prediction', data: ['Yes', undefined], type: 'STRING' },
        { name: 'confidence', data: [0.8, undefined], type: 'DOUBLE' },
        { name: 'samples', data: [undefined, [{ prediction: 'No', confidence: 0.5 }]], type: 'JSON' },
      ],
    });
    expect(await read(filename)).toEqual([
      {
        place: { row: 1 },
        id: id(2),
        record: expect.objectContaining({ question_id: id(2), prediction: 'Yes', confidence: 0.8 }),
      },
      {
        place: { row: 2 },
        id: id(3),
        record: expect.objectContaining({
          question_id: id(3),
          samples: [{ prediction: 'No', confidence: 0.5 }],
        }),
      },
    ]);
  });

  it('reads nested records and decimals, as DuckDB writes them', async () => {
    const path = join(out, 'nested.parquet');
    const select = `SELECT '${id(2)}' AS question_id, [{'prediction': 'No', 'confidence': 0.5}] AS samples`;
    await withDuckDb(async (connection) => {
      await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`);
    });
    const samples = [{ prediction: 'No', confidence: 0.5 }];
    expect(await read(path)).toEqual([
      { place: { row: 1 }, id: id(2), record: { question_id: id(2), samples } },
    ]);
  });

  it('takes dates and integers of Parquet for what they mean', async () => {
    const filename = join(out, 'dates.parquet');
    parquetWriteFile({
      filename,
      columnData: [
        { name: 'question_id', data: [id(2)], type: 'STRING' },
        { name: 'prediction', data: [new Date('2024-02-29')], type: 'TIMESTAMP' },
        { name: 'confidence', data: [1n], type: 'INT64' },
      ],
    });
    expect(await read(filename)).toEqual([
      {
        place: { row: 1 },
        id: id(2),
        record: { question_id: id(2), prediction: '2024-02-29', confidence: 1 },
      },
    ]);
  });

  it('takes only midnight UTC for a day, and no day that no calendar has', async () => {
    const path = join(out, 'odd.parquet');
    const values = [
      "TIMESTAMP '2024-02-29 00:00:00'",
      "TIMESTAMP '2024-02-29 12:00:00'",
      "TIMESTAMP '2024-02-29 00:00:00.000001'",
      "TIMESTAMP '1969-12-31 23:59:59.999999'",
      "TIMESTAMPTZ '1969-12-31 00:00:00+00'",
    ];
    const days = ["DATE '2024-02-29'", "DATE '1970-01-01' + 2147483646", "DATE '12024-01-01'"];
    await withDuckDb(async (connection) => {
      for (const [name, all] of [
        ['instants', values],
        ['days', days],
      ] as const) {
        const rows = all.map((value) => `SELECT '${id(2)}' AS question_id, ${value} AS prediction`);
        await connection.run(`COPY (${rows.join(' UNION ALL ')}) TO '${path}.${name}' (FORMAT parquet)`);
      }
    });
    const answers = async (name: string) =>
      (await read(`${path}.${name}`)).map((line) =>
        'record' in line ? canonicalAnswer('timeframe', line.record.prediction) : line.problem,
      );
    expect(await answers('instants')).toEqual(['2024-02-29', undefined, undefined, undefined, '1969-12-31']);
    expect(await answers('days')).toEqual(['2024-02-29', undefined, undefined]);
  });

  it('reads nanoseconds and the largest day', async () => {
    const filename = join(out, 'limits.parquet');
    parquetWriteFile({
      filename,
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'question_id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
        { name: 'prediction', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
      ],
      columnData: [
        { name: 'question_id', data: [id(2), id(3)] },
        { name: 'prediction', data: new Int32Array([2 ** 31 - 1, 0]) },
      ],
    });
    const lines = await read(filename);
    expect(lines.map((line) => 'record' in line && line.record.prediction)).toEqual([
      'a day out of range',
      '1970-01-01',
    ]);
  });

  it('reads bytes from a pipe, however they are cut', async () => {
    const cut = async function* () {
      for (const byte of Buffer.from(`${GOOD}\n${GOOD}`)) yield Buffer.from([byte]);
    };
    expect(await read(cut())).toHaveLength(2);
    const parquet = async function* () {
      yield Buffer.from('PAR1');
    };
    await expect(read(parquet())).rejects.toThrow(/cannot be read from a pipe/);
    expect(await readBytes('')).toEqual([]);
    expect(await readBytes(`\ufeff${GOOD}`)).toHaveLength(1);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['gzip', gzipSync(GOOD), /seems to be gzip/],
    ['zip', Buffer.from('PK\x03\x04rest'), /seems to be zip/],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${GOOD}`, 'utf16le'), /seems to be UTF-16/],
    ['UTF-16 without one', Buffer.from(GOOD, 'utf16le'), /seems to be UTF-16/],
    ['a JSON array', `[${GOOD},\n${GOOD}]`, /seems to be one JSON array/],
    ['a JSON array on one line', `[${GOOD},${GOOD}]`, /seems to be one JSON array/],
    ['JSON over several lines', JSON.stringify(JSON.parse(GOOD), null, 2), /JSON over several lines/],
    ['CSV', `question_id,prediction\n${id(2)},Yes\n`, /seems to be CSV/],
    ['prose', 'Yes\nNo\n', /something else/],
    [
      'ids that are numbers',
      '{"question_id":2}\n{"question_id":3}',
      /question_id is a number and must be text/,
    ],
    ['no ids', '{"id":"a"}', /no question_id/],
  ])('says that %s is no predictions file', async (_, bytes, message) => {
    await expect(readBytes(bytes)).rejects.toThrow(UsageError);
    await expect(readBytes(bytes)).rejects.toThrow(message);
  });

  it('goes on where some record can be read', async () => {
    expect(await readBytes(`[]\n{"question_id":2}\n${GOOD}`)).toEqual([
      { place: { line: 1 }, problem: 'no JSON object' },
      { place: { line: 2 }, problem: expect.stringContaining('question_id is a number') },
      { place: { line: 3 }, id: id(2), record: JSON.parse(GOOD) },
    ]);
  });

  it('refuses what is no file of predictions', async () => {
    const path = join(out, 'broken.parquet');
    await writeFile(path, 'PAR1 and nothing more');
    await expect(read(path)).rejects.toThrow(UsageError);
    await expect(read(join(out, 'nowhere'))).rejects.toThrow(UsageError);
    await expect(read(out)).rejects.toThrow(UsageError);
    parquetWriteFile({ filename: path, columnData: [{ name: 'id', data: ['a'], type: 'STRING' }] });
    await expect(read(path)).rejects.toThrow(/no column question_id/);
  });
});
