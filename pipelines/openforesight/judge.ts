import { sha256 } from '../../common/hash.js';
import type { Dropped } from '../dataset.js';
import { judge } from '../stages/rules.js';
import { LeakAudit, type LeakFinding } from './audit.js';
import { type Contender, findDuplicates, recordKey } from './duplicates.js';
import type { StoredRecord } from './records.js';
import { candidateId, questionId, questionRow, required } from './row.js';
import { recordRules } from './rules.js';

/** Why one candidate was left out, and where it stands. */
export interface DroppedRecord extends Dropped {
  split: string;
  /** Row in the split, from 0. */
  row: number;
}

/** The hash of what a candidate's verdict rests on. */
export interface Evidence {
  id: string;
  sha256: string;
}

/** The verdicts over all normalized records, and what else one reading of them tells. */
export interface Judgement {
  /** The records that are dropped, by their place in the stored order. */
  dropped: ReadonlyMap<number, DroppedRecord>;
  /** Kept rows by split. */
  kept: ReadonlyMap<string, number>;
  /** Leaks in kept rows, in stored order. */
  findings: readonly LeakFinding[];
  /** One entry an id: where records share a qid, of the one that is kept, else of the first. */
  evidence: readonly Evidence[];
  /** Whether every kept qid is a number, which decides the published order. */
  isNumeric: boolean;
}

/** Applies every rule, those over one record in order and then `duplicate`, and audits what is kept. */
export async function judgeRecords(records: AsyncIterable<StoredRecord>): Promise<Judgement> {
  const judging = new Judging();
  for await (const record of records) judging.add(record);
  return judging.finish();
}

class Judging {
  private readonly dropped = new Map<number, DroppedRecord>();
  private readonly contenders: Contender[] = [];
  private readonly hashes: string[] = [];
  private readonly audit = new LeakAudit();

  add(record: StoredRecord): void {
    const { split, row } = record;
    const index = this.hashes.length;
    // The keys stand in the order of the normalized table, so plain JSON is canonical here; it leaves undefined out.
    this.hashes.push(sha256(JSON.stringify({ ...record, row: undefined })));
    const verdict = judge(recordRules, record, {});
    if (verdict !== undefined) {
      this.dropped.set(index, { id: candidateId(record.qid, split, row), ...verdict, split, row });
      return;
    }
    const qid = required(record, 'qid');
    this.contenders.push({ index, qid, split, row, key: recordKey(record) });
    this.audit.add(index, questionRow(record, split, false));
  }

  finish(): Judgement {
    for (const { contender, of, because } of findDuplicates(this.contenders)) {
      const { index, qid, split, row } = contender;
      const detail = `${because} as ${questionId(of.qid)} of ${of.split}`;
      this.dropped.set(index, { id: questionId(qid), rule: 'duplicate', detail, split, row });
      // A duplicate rests on the copy that is kept, too.
      this.hashes[index] = sha256(`${this.hashes[index]} ${of.split} ${of.qid}`);
    }
    const kept = this.contenders.filter(({ index }) => !this.dropped.has(index));
    return {
      dropped: this.dropped,
      kept: countBySplit(kept),
      findings: this.audit.finish((index) => this.dropped.has(index)),
      evidence: this.evidence(kept),
      isNumeric: kept.every(({ qid }) => /^\d+$/.test(qid)),
    };
  }

  private evidence(kept: readonly Contender[]): Evidence[] {
    const byId = new Map<string, number>();
    for (const { index, qid } of kept) byId.set(questionId(qid), index);
    for (const [index, { id }] of this.dropped) if (!byId.has(id)) byId.set(id, index);
    return [...byId].map(([id, index]) => ({ id, sha256: String(this.hashes[index]) }));
  }
}

function countBySplit(contenders: readonly Contender[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { split } of contenders) counts.set(split, (counts.get(split) ?? 0) + 1);
  return counts;
}
