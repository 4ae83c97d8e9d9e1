import type { OpenforesightRecord } from '../../schemas/wire/openforesight.js';
import type { Rule } from '../stages/rules.js';
import { searchable, wholeWords } from './text.js';
import { calendarDay, isMissing } from './values.js';

type Field = keyof OpenforesightRecord;

const REQUIRED: readonly Field[] = [
  'qid',
  'question_title',
  'background',
  'resolution_criteria',
  'answer_type',
  'answer',
  'resolution_date',
  'prompt_without_retrieval',
];
const DATES: readonly Field[] = ['resolution_date', 'question_start_date', 'article_publish_date'];

/** The text of a field whose rule has run already, or `''` where the field may be missing. */
function textOf(record: OpenforesightRecord, field: Field): string {
  const value = record[field];
  return isMissing(value) ? '' : value;
}

function missingField(record: OpenforesightRecord): string | undefined {
  const missing = REQUIRED.filter((field) => isMissing(record[field]));
  return missing.length === 0 ? undefined : `empty: ${missing.join(', ')}`;
}

function badDate(record: OpenforesightRecord): string | undefined {
  const bad = DATES.filter((field) => {
    const value = record[field];
    return !isMissing(value) && calendarDay(value) === undefined;
  });
  if (bad.length === 0) return undefined;
  return bad.map((field) => `${field} = ${JSON.stringify(record[field])}`).join(', ');
}

function datesOutOfOrder(record: OpenforesightRecord): string | undefined {
  const start = calendarDay(textOf(record, 'question_start_date'));
  const resolution = calendarDay(textOf(record, 'resolution_date'));
  if (start === undefined || resolution === undefined || start <= resolution) return undefined;
  return `starts ${start}, after it resolves ${resolution}`;
}

function answerInQuestion(record: OpenforesightRecord): string | undefined {
  const answer = textOf(record, 'answer');
  const isIn = wholeWords(searchable(answer));
  if (!isIn(searchable(textOf(record, 'question_title')))) return undefined;
  return `${JSON.stringify(answer)} stands in the question`;
}

/** The rules over one record, in the order of CONTRACT 4.3 and after `malformed_record`. */
export const recordRules: readonly Rule<OpenforesightRecord, unknown>[] = [
  {
    name: 'missing_field',
    doc: 'A text that every published row needs is null, empty or white space: id, question, background, criteria, answer type, answer, resolution date or prompt.',
    test: missingField,
  },
  {
    name: 'bad_date',
    doc: 'A date is given that is no real calendar day (YYYY-MM-DD, a clock time after it allowed).',
    test: badDate,
  },
  {
    name: 'dates_out_of_order',
    doc: 'The question starts after the day it resolves; the same day is allowed.',
    test: datesOutOfOrder,
  },
  {
    name: 'answer_in_question',
    doc: 'The whole answer stands as words in the question, whatever its case and spacing.',
    test: answerInQuestion,
  },
];

/** Every rule of the dataset in order, with its definition. */
export const rules: readonly { name: string; doc: string }[] = [
  {
    name: 'malformed_record',
    doc: 'The record does not parse as a row of the upstream schema.',
  },
  ...recordRules.map(({ name, doc }) => ({ name, doc })),
  {
    name: 'duplicate',
    doc: 'Another kept question has the same id, or the same question and answer but for case, spacing and apostrophes; validation wins, then test, then other splits by name, train last; inside a split the lower id.',
  },
];
