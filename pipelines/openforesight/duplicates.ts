import { hash } from 'node:crypto';
import { compareIds } from '../../common/order.js';
import type { OpenforesightRecord } from '../../schemas/wire/openforesight.js';
import { required } from './row.js';
import { splitsByPrecedence } from './splits.js';
import { normalised } from './text.js';

/** What the duplicate rule needs of a candidate that every other rule kept. */
export interface Contender {
  /** Place in the caller's list. */
  index: number;
  qid: string;
  split: string;
  /** Row in its split, from 0: decides between copies with one id in one split. */
  row: number;
  /** `textKey` of the record. */
  key: string;
}

/** A candidate that gives way to the copy that is kept. */
export interface Duplicate {
  contender: Contender;
  /** qid and split of the copy that is kept. */
  of: { qid: string; split: string };
  because: 'same qid' | 'same question and answer';
}

/** A digest of question and answer, equal for records that the rule takes as the same text. */
export function textKey(question: string, answer: string): string {
  const text = JSON.stringify([normalised(question), normalised(answer)]);
  return hash('sha256', text, 'base64').slice(0, 22);
}

/** `textKey` of a record that has both. */
export function recordKey(record: OpenforesightRecord): string {
  return textKey(required(record, 'question_title'), required(record, 'answer'));
}

/**
 * Walks the contenders from the one with the strongest claim to the weakest; one that has the qid or the text of a
 * kept one gives way. So a copy of a copy that gave way itself may stay.
 */
export function findDuplicates(contenders: readonly Contender[]): Duplicate[] {
  const byQid = new Map<string, Contender>();
  const byKey = new Map<string, Contender>();
  const duplicates: Duplicate[] = [];
  for (const contender of byClaim(contenders)) {
    const sameQid = byQid.get(contender.qid);
    const kept = sameQid ?? byKey.get(contender.key);
    if (kept === undefined) {
      byQid.set(contender.qid, contender);
      byKey.set(contender.key, contender);
    } else {
      duplicates.push({
        contender,
        of: { qid: kept.qid, split: kept.split },
        because: sameQid === undefined ? 'same question and answer' : 'same qid',
      });
    }
  }
  return duplicates;
}

function byClaim(contenders: readonly Contender[]): Contender[] {
  const splits = splitsByPrecedence([...new Set(contenders.map(({ split }) => split))]);
  const rank = new Map(splits.map((split, at) => [split, at]));
  const rankOf = (split: string): number => rank.get(split) ?? splits.length;
  return [...contenders].sort(
    (a, b) => rankOf(a.split) - rankOf(b.split) || compareIds(a.qid, b.qid) || a.row - b.row,
  );
}
