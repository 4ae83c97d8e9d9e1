import type { QuestionRow, QuestionWithArticlesRow } from '../../schemas/openforesight.js';
import type { OpenforesightRecord } from '../../schemas/wire/openforesight.js';
import { answerNumber, calendarDay, isMissing, textOrNull } from './values.js';

/** Prefix of published ids. */
const ID_PREFIX = 'openforesight:';

/** The published id of a question. */
export function questionId(qid: string): string {
  return `${ID_PREFIX}${qid}`;
}

/** The upstream id of a published one. */
export function qidOf(questionId: string): string {
  return questionId.startsWith(ID_PREFIX) ? questionId.slice(ID_PREFIX.length) : questionId;
}

/**
 * The id of a candidate in the ledgers: the published id, or the place in the upstream files where the record has no
 * qid, for example `openforesight:train[17]`, counted from 0 over the split's shards.
 */
export function candidateId(qid: string | null | undefined, split: string, row: number): string {
  return isMissing(qid) ? `${ID_PREFIX}${split}[${row}]` : questionId(qid);
}

/**
 * The published row of a record that no rule dropped. Throws where a rule should have dropped it: that is a defect.
 */
export function questionRow(
  record: OpenforesightRecord,
  split: string,
  includeArticles: boolean,
): QuestionRow | QuestionWithArticlesRow {
  const answer = required(record, 'answer');
  const row: QuestionRow = {
    question_id: questionId(required(record, 'qid')),
    split,
    question: required(record, 'question_title'),
    background: required(record, 'background'),
    resolution_criteria: required(record, 'resolution_criteria'),
    answer_type: required(record, 'answer_type'),
    answer,
    answer_number: answerNumber(answer),
    resolution_date: dayOf(required(record, 'resolution_date')),
    question_start_date: dayOrNull(record.question_start_date),
    article_published_on: dayOrNull(record.article_publish_date),
    source_url: textOrNull(record.url),
    news_source: textOrNull(record.news_source),
    data_source: textOrNull(record.data_source),
    prompt: required(record, 'prompt_without_retrieval'),
  };
  if (!includeArticles) return row;
  return {
    ...row,
    article_title: textOrNull(record.article_title),
    article_text: textOrNull(record.article_maintext),
    prompt_with_retrieval: textOrNull(record.prompt),
  };
}

/** A text that no rule left missing; throws where one did, which is a defect. */
export function required(record: OpenforesightRecord, field: keyof OpenforesightRecord): string {
  const value = record[field];
  if (isMissing(value)) throw new TypeError(`a kept record has no ${field}`);
  return value;
}

function dayOrNull(value: string | null): string | null {
  return isMissing(value) ? null : dayOf(value);
}

function dayOf(value: string): string {
  const day = calendarDay(value);
  if (day === undefined) throw new TypeError(`a kept record has the date ${JSON.stringify(value)}`);
  return day;
}
