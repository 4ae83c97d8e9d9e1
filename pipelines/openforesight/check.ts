import { compareCodePoints, compareIds } from '../../common/order.js';
import type { Row } from '../../schemas/table.js';
import type { Violation } from '../dataset.js';
import { textKey } from './duplicates.js';
import { qidOf, questionId } from './row.js';
import { searchable, wholeWords } from './text.js';
import { answerNumber, isMissing } from './values.js';

const REQUIRED = [
  'question',
  'background',
  'resolution_criteria',
  'answer_type',
  'answer',
  'resolution_date',
  'prompt',
] as const;

/** Re-checks published rows against the rules: what every row, every pair of neighbours and all rows together hold. */
export async function* checkOpenforesight(
  rows: (table: string) => AsyncIterable<Row>,
): AsyncGenerator<Violation> {
  const seenIds = new Set<string>();
  const seenTexts = new Map<string, string>();
  const order = new OrderCheck();
  for await (const row of rows('questions')) {
    const id = String(row.question_id);
    yield* rowViolations(id, row);
    if (seenIds.has(id)) yield { check: 'duplicate', id, detail: 'the id is there twice' };
    seenIds.add(id);
    const key = textKey(String(row.question), String(row.answer));
    const twin = seenTexts.get(key);
    if (twin !== undefined) yield { check: 'duplicate', id, detail: `same question and answer as ${twin}` };
    seenTexts.set(key, id);
    order.add(String(row.split), qidOf(id));
  }
  yield* order.violations();
}

function* rowViolations(id: string, row: Row): Generator<Violation> {
  if (questionId(qidOf(id)) !== id || isMissing(qidOf(id))) {
    yield { check: 'question_id', id, detail: 'is not openforesight:<qid>' };
  }
  for (const column of REQUIRED) {
    if (isMissing(String(row[column]))) yield { check: 'missing_field', id, detail: `${column} is empty` };
  }
  const { answer, answer_number: number, question_start_date: start, resolution_date: resolution } = row;
  const expected = answerNumber(String(answer));
  if (number !== expected) {
    const detail = `${JSON.stringify(answer)} gives ${expected}, the row has ${String(number)}`;
    yield { check: 'answer_number', id, detail };
  }
  if (start !== null && String(start) > String(resolution)) {
    yield { check: 'dates_out_of_order', id, detail: `starts ${start}, resolves ${resolution}` };
  }
  if (wholeWords(searchable(String(answer)))(searchable(String(row.question)))) {
    yield { check: 'answer_in_question', id, detail: `${JSON.stringify(answer)} stands in the question` };
  }
}

/** Rows of a split stand by qid: numerically where all qids of the version are numbers, else by code point. */
class OrderCheck {
  private areNumbers = true;
  private readonly last = new Map<string, string>();
  private firstByNumber: Violation | undefined;
  private firstByCodePoint: Violation | undefined;

  add(split: string, qid: string): void {
    const before = this.last.get(split);
    this.last.set(split, qid);
    this.areNumbers &&= /^\d+$/.test(qid);
    if (before === undefined) return;
    const violation = {
      check: 'order',
      id: questionId(qid),
      detail: `stands after ${questionId(before)} in ${split}`,
    };
    if (compareIds(before, qid) > 0) this.firstByNumber ??= violation;
    if (compareCodePoints(before, qid) > 0) this.firstByCodePoint ??= violation;
  }

  *violations(): Generator<Violation> {
    const violation = this.areNumbers ? this.firstByNumber : this.firstByCodePoint;
    if (violation !== undefined) yield violation;
  }
}
