import { compareCodePoints, compareIds } from '../../common/order.js';
import { integer, nullable, type Row, type RowOf, type Table, table, text } from '../../schemas/table.js';
import type { OpenforesightRecord } from '../../schemas/wire/openforesight.js';

const cell = (name: string) => nullable(text(`Upstream's ${name}, verbatim.`));

const columns = {
  split: text('Published name of the split.'),
  row: integer('Row in the split, from 0, over its shards in order.'),
  qid: cell('qid'),
  question_title: cell('question_title'),
  background: cell('background'),
  resolution_criteria: cell('resolution_criteria'),
  answer_type: cell('answer_type'),
  answer: cell('answer'),
  url: cell('url'),
  article_publish_date: cell('article_publish_date'),
  data_source: cell('data_source'),
  news_source: cell('news_source'),
  resolution_date: cell('resolution_date'),
  question_start_date: cell('question_start_date'),
  prompt_without_retrieval: cell('prompt_without_retrieval'),
};

const articleColumns = {
  article_title: cell('article_title'),
  article_maintext: cell('article_maintext'),
  prompt: cell('prompt'),
};

const DOC = 'Upstream records that parse, of all splits, sorted by qid.';
const records = table({ name: 'records', doc: DOC, columns, key: ['split', 'row'] });
const recordsWithArticles = table({
  name: 'records',
  doc: DOC,
  columns: { ...columns, ...articleColumns },
  key: ['split', 'row'],
});

/** A normalized record: upstream's own fields, and where it stands. */
export type StoredRecord = OpenforesightRecord & Pick<RowOf<typeof records>, 'split' | 'row'>;

/** The normalized table under a choice of article columns. */
export function recordsTable(includeArticles: boolean): Table {
  return includeArticles ? recordsWithArticles : records;
}

type Placed = Pick<StoredRecord, 'qid' | 'split' | 'row'>;

/** The place of a stored row: the table's check has seen to the types. */
function placeOf(row: Row): Placed & { qid: string } {
  const { qid, split, row: at } = row as Placed;
  return { qid: qid ?? '', split, row: at };
}

/** Numbers by value, then other qids by code point; records of one qid by split and row. */
export function byQidNumberFirst(a: Row, b: Row): number {
  const [left, right] = [placeOf(a), placeOf(b)];
  return compareIds(left.qid, right.qid) || byPlace(left, right);
}

/** Every qid by code point: the published order where one of them is no number. */
export function byQidCodePoint(a: Row, b: Row): number {
  const [left, right] = [placeOf(a), placeOf(b)];
  return compareCodePoints(left.qid, right.qid) || byPlace(left, right);
}

function byPlace(a: Placed, b: Placed): number {
  return compareCodePoints(a.split, b.split) || a.row - b.row;
}
