import { sha256 } from '../../common/hash.js';
import type { Dropped } from '../dataset.js';
import { judge } from '../stages/rules.js';
import { type Contender, findDuplicates, recordKey } from './duplicates.js';
import type { StoredRecord } from './records.js';
import { candidateId, questionId, required } from './row.js';
import { recordRules } from './rules.js';

/** Why one candidate was left out, and where it stands. */
export interface DroppedRecord extends Dropped {
  split: string;
  row: number;
  /** The copy that is kept, where the rule is `duplicate`. */
  duplicateOf?: { qid: string; split: string };
}

/** The verdicts over all normalized records. */
export interface Judgement {
  /** Of the records in their stored order, those that are dropped, by place. */
  dropped: ReadonlyMap<number, DroppedRecord>;
  /** Whether every kept qid is a number, which decides the published order. */
  isNumeric: boolean;
}

/** Applies every rule: those over one record in order, then `duplicate` to what they keep. */
export async function judgeRecords(records: AsyncIterable<StoredRecord>): Promise<Judgement> {
  const dropped = new Map<number, DroppedRecord>();
  const contenders: Contender[] = [];
  let index = -1;
  for await (const record of records) {
    index++;
    const { split, row } = record;
    const verdict = judge(recordRules, record, {});
    if (verdict === undefined) {
      contenders.push({ index, qid: required(record, 'qid'), split, row, key: recordKey(record) });
    } else {
      dropped.set(index, { id: candidateId(record.qid, split, row), ...verdict, split, row });
    }
  }
  for (const { contender, of, because } of findDuplicates(contenders)) {
    const { index, qid, split, row } = contender;
    const detail = `${because} as ${questionId(of.qid)} of ${of.split}`;
    dropped.set(index, { id: questionId(qid), rule: 'duplicate', detail, split, row, duplicateOf: of });
  }
  const isNumeric = contenders.every(({ index, qid }) => dropped.has(index) || /^\d+$/.test(qid));
  return { dropped, isNumeric };
}

/** The hash of what a verdict rests on: the record, its split, and the copy that won where it is a duplicate. */
export function evidenceOf(record: StoredRecord, verdict: DroppedRecord | undefined): string {
  const { row: _, ...content } = record;
  // The keys stand in the order of the normalized table, so plain JSON is canonical here.
  return sha256(JSON.stringify({ ...content, duplicateOf: verdict?.duplicateOf }));
}
