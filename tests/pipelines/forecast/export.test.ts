import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GateError, UsageError } from '../../../common/errors.js';
import { parseInstant } from '../../../common/time.js';
import { csvRows, findExports } from '../../../pipelines/forecast/export/files.js';
import { exportedColumns, exportedIds } from '../../../pipelines/forecast/export/index.js';
import { normalizePost } from '../../../pipelines/forecast/normalize.js';
import type { NormalizedQuestion } from '../../../schemas/forecast.js';
import { numeric, post, question, uniformCdf } from './sample-posts.js';

const HEADER =
  'Question ID,Forecaster ID,Forecaster Username,Is Bot,Start Time,End Time,Forecaster Count,Probability Yes,Probability Yes Per Category,Continuous CDF,Probability of Resolution,PDF at Resolution';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'export-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function write(name: string, id: number, lines: readonly string[], header = HEADER): Promise<void> {
  await mkdir(join(dir, name), { recursive: true });
  await writeFile(
    join(dir, name, 'question_data.csv'),
    `Question ID,Question Title\n${id},"A ""title"",\nof two lines"\n`,
  );
  await writeFile(join(dir, name, 'forecast_data.csv'), `\ufeff${[header, ...lines].join('\r\n')}\r\n`);
}

/** A line of a binary aggregate; the sample questions close at 2024-03-01. */
const binary = (
  start: string,
  end: string,
  yes: string,
  ofResolution = '',
  user = 'recency_weighted',
  forecaster = '',
) => `7,${forecaster},${user},,${start},${end},40,${yes},,,${ofResolution}`;
const continuous = (start: string, cdf: readonly number[], ofResolution = '', pdf = '') =>
  `7,,recency_weighted,,${start},,40,,,"${JSON.stringify(cdf)}",${ofResolution},${pdf}`;

const recordOf = (body = question(7)): ReadonlyMap<string, NormalizedQuestion> =>
  new Map(
    normalizePost(post(7, body), { sha256: '', pointer: '' }, parseInstant('2026-11-30') ?? 0).map(
      (record) => [record.candidate_id, record],
    ),
  );

const read = async (records = recordOf()) => exportedColumns(await findExports(dir), records);

describe('exports', () => {
  it('give the entry that stands at the cut, whatever the order of their lines', async () => {
    await write('deep/er', 7, [
      binary('2024-02-28 10:00:00.500000+00:00', '', '0.8'),
      binary('2024-03-01 00:00:00.000001+00:00', '', '0.99'),
      binary('2024-02-01 00:00:00+00:00', '2024-02-28 10:00:00.500000+00:00', '0.3'),
    ]);
    expect(await exportedIds(await findExports(dir))).toEqual(new Set(['metaculus:7']));
    expect((await read()).get('metaculus:7')).toMatchObject({
      community_center: 0.8,
      community_mean: null,
      community_origin: 'export',
      community_start: Date.parse('2024-02-28T10:00:00.500Z') / 1000,
      community_pointer: 'line 2',
    });
  });

  it('count aggregates of the question’s own method only', async () => {
    await write('a', 7, [
      binary('2024-02-01 00:00:00+00:00', '', '0.3', '', 'unweighted'),
      binary('2024-02-01 00:00:00+00:00', '', '0.3', '', 'recency_weighted', '12'),
      binary('2024-03-02 00:00:00+00:00', '', '0.3'),
    ]);
    expect((await read()).size).toBe(0);
  });

  it('give the CDF of a continuous question', async () => {
    await write('a', 7, [continuous('2024-02-01 00:00:00+00:00', uniformCdf(10), '0.1', '1.0')]);
    expect((await read(recordOf(numeric(7)))).get('metaculus:7')).toMatchObject({
      community_cdf: uniformCdf(10),
    });
  });

  it.each([
    [
      'probability',
      continuous('2024-02-01 00:00:00+00:00', uniformCdf(10), '0.2'),
      /metaculus:7.*Probability of Resolution 0\.2.*gives 0\.1/,
    ],
    ['density', continuous('2024-02-01 00:00:00+00:00', uniformCdf(10), '', '1.5'), /PDF at Resolution 1\.5/],
  ])('are refused where their %s of the outcome is not ours', async (_, line, message) => {
    await write('a', 7, [line]);
    const records = recordOf(numeric(7));
    await expect(read(records)).rejects.toThrow(GateError);
    await expect(read(records)).rejects.toThrow(message);
  });

  it('are refused where a boolean contradicts the resolution', async () => {
    await write('a', 7, [binary('2024-02-01 00:00:00+00:00', '', '0.8', '0.8')]);
    expect((await read()).size).toBe(1);
    await expect(read(recordOf(question(7, { resolution: 'no' })))).rejects.toThrow(/0\.8 in line 2/);
  });

  it('say what is missing', async () => {
    await expect(findExports(dir)).rejects.toThrow(UsageError);
    await expect(findExports(join(dir, 'nowhere'))).rejects.toThrow(UsageError);
    await write('a', 7, ['7,,recency_weighted'], 'Question ID,Forecaster ID,Forecaster Username');
    await expect(read()).rejects.toThrow(/no column Start Time/);
    await write('a', 7, ['7,"open']);
    await expect(read()).rejects.toThrow(UsageError);
  });

  it('come in the order of their contents, not of their paths', async () => {
    await write('a', 7, [binary('2024-02-01 00:00:00+00:00', '', '0.3')]);
    await write('b', 7, [binary('2024-02-01 00:00:00+00:00', '', '0.4')]);
    const hashes = (await findExports(dir)).map(({ forecasts }) => forecasts.sha256);
    expect(hashes).toEqual([...hashes].sort());
    expect(hashes).toHaveLength(2);
  });
});

const RECORDED = fileURLToPath(new URL('../../../../shared/recorded/metaculus-export/', import.meta.url));

describe.skipIf(!existsSync(RECORDED))('recorded exports', () => {
  it('are read whole', async () => {
    const pairs = await findExports(RECORDED);
    expect([...(await exportedIds(pairs))].sort()).toEqual([
      'metaculus:40348',
      'metaculus:41037',
      'metaculus:41051',
    ]);
    const counts: number[] = [];
    for (const { forecasts } of pairs) {
      let count = 0;
      for await (const { row } of csvRows(forecasts.path))
        if (row['Forecaster Username'] === 'recency_weighted') count += 1;
      counts.push(count);
    }
    expect(counts.every((count) => count > 10)).toBe(true);
  });

  it('give the entry at a cut with its 201 points', async () => {
    const cut = '2026-02-01T00:00:00Z';
    const body = numeric(41051, {
      actual_close_time: cut,
      actual_resolve_time: cut,
      scheduled_close_time: cut,
      scaling: { range_min: 6250, range_max: 7750, zero_point: null },
      inbound_outcome_count: 200,
    });
    const records = new Map(
      normalizePost(post(41051, body), { sha256: '', pointer: '' }, parseInstant('2026-11-30') ?? 0).map(
        (one) => [one.candidate_id, one],
      ),
    );
    const columns = (await exportedColumns(await findExports(RECORDED), records)).get('metaculus:41051');
    expect(columns?.community_cdf).toHaveLength(201);
    expect(Number(columns?.community_start)).toBeLessThanOrEqual(Date.parse(cut) / 1000);
  });
});
