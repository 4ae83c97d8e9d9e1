import { describe, expect, it } from 'vitest';
import { openforesightDataset } from '../../../pipelines/openforesight/index.js';
import { questionRow } from '../../../pipelines/openforesight/row.js';
import type { Row } from '../../../schemas/table.js';
import { all } from './context.js';
import { record } from './record.js';

const row = (qid: string, more: Row = {}): Row => ({
  ...questionRow(record({ qid, question_title: `Who is number ${qid} of the row?` }), 'train', false),
  ...more,
});
async function* stream(rows: readonly Row[]) {
  yield* rows;
}
const violations = async (...rows: Row[]) =>
  (
    await all(openforesightDataset.check(() => stream(rows), { includeArticles: false, revision: 'main' }))
  ).map(({ check, id }) => `${check} ${id}`);

describe('the check of published rows', () => {
  it('finds nothing in rows that hold', async () => {
    expect(await violations(row('9'), row('10'), row('8', { split: 'test' }))).toEqual([]);
  });

  it.each([
    ['answer_number', { answer_number: 4 }],
    ['dates_out_of_order', { question_start_date: '2025-06-19' }],
    ['missing_field', { background: ' ' }],
    ['answer_in_question', { answer: 'number 9' }],
  ] as const)('finds %s', async (check, change) => {
    expect(await violations(row('9', change))).toEqual([`${check} openforesight:9`]);
  });

  it('finds ids of another form', async () => {
    expect(await violations(row('9', { question_id: '9' }))).toEqual(['question_id 9']);
    expect(await violations(row('9', { question_id: 'openforesight: ' }))).toEqual([
      'question_id openforesight: ',
    ]);
  });

  it('finds copies by id and by text, over the splits', async () => {
    expect(await violations(row('9'), row('9', { question: 'Another?', split: 'test' }))).toEqual([
      'duplicate openforesight:9',
    ]);
    const copy = row('10', { question: 'WHO is  number 9 of the row?', split: 'test' });
    expect(await violations(row('9'), copy)).toEqual(['duplicate openforesight:10']);
  });

  it('finds rows out of order, by number where all are numbers', async () => {
    expect(await violations(row('10'), row('9'))).toEqual(['order openforesight:9']);
    expect(await violations(row('10'), row('9'), row('a'))).toEqual([]);
    expect(await violations(row('9'), row('10'), row('a'))).toEqual(['order openforesight:10']);
  });
});
