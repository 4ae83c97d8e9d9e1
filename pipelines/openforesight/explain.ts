import { bodyPathOf } from '../../sources/snapshots/paths.js';
import type { BuildContext } from '../dataset.js';
import type { LeakFinding } from './audit.js';
import { type Assessment, assess } from './derive.js';
import type { DroppedRecord } from './judge.js';
import type { OpenforesightParameters } from './parameters.js';
import type { StoredRecord } from './records.js';
import { questionId } from './row.js';
import { recordRules, rules } from './rules.js';
import { answerNumber } from './values.js';

type Context = BuildContext<OpenforesightParameters>;

/** A candidate with the id, whose record may not parse. */
interface Found {
  split: string;
  row: number;
  record: StoredRecord | undefined;
  verdict: DroppedRecord | undefined;
}

/**
 * The evidence of every candidate with an id (copies of a question share one), kept or dropped: the file and row it
 * comes from, each rule's verdict, the label and the leak findings. Undefined where no candidate has the id.
 */
export async function explainOpenforesight(id: string, context: Context): Promise<string | undefined> {
  const assessment = await assess(context);
  const found = await candidatesOf(assessment, id);
  if (found.length === 0) return undefined;
  const parts = found.map((one) => candidateLines(id, one, assessment));
  return `${parts.map((lines) => lines.map(printable).join('\n')).join('\n\n')}\n`;
}

async function candidatesOf(assessment: Assessment, id: string): Promise<Found[]> {
  const found: Found[] = [];
  for await (const { record, verdict } of assessment.judged()) {
    const ownId = verdict === undefined ? questionId(String(record.qid)) : verdict.id;
    if (ownId === id) found.push({ split: record.split, row: record.row, record, verdict });
  }
  const unparsed = assessment.dropped.filter((one) => one.rule === 'malformed_record' && one.id === id);
  return [
    ...found,
    ...unparsed.map((verdict) => ({ split: verdict.split, row: verdict.row, record: undefined, verdict })),
  ];
}

function candidateLines(
  id: string,
  { split, row, record, verdict }: Found,
  assessment: Assessment,
): string[] {
  const outcome = verdict === undefined ? 'kept' : `dropped by ${verdict.rule} (${verdict.detail})`;
  return [
    `${id} of ${split}: ${outcome}`,
    ...(record === undefined ? [] : [`  ${String(record.question_title).replace(/\s+/gu, ' ')}`]),
    '',
    'Rests on',
    ...sourceLines(assessment, split, row),
    '',
    'Rules',
    ...ruleLines(record, verdict),
    ...(record === undefined ? [] : ['', 'Label', ...labelLines(record)]),
    ...(verdict === undefined ? ['', 'Leak audit', ...auditLines(id, assessment.judgement.findings)] : []),
  ];
}

/** The shard that holds a row of a split, and the row within it. */
function sourceLines({ repository, splits, normalized }: Assessment, split: string, row: number): string[] {
  let rest = row;
  for (const shard of normalized.shards.filter((one) => one.split === split)) {
    if (rest < shard.rows) {
      const file = splits.flatMap(({ files }) => files).find(({ path }) => path === shard.path);
      const sha256 = String(file?.sha256);
      return [
        `  dataset   ${repository.id}, revision ${repository.revision} = commit ${repository.commit}`,
        `  file      ${shard.path}, row ${rest} (from 0)`,
        `  response  ${bodyPathOf('snapshots', sha256, 'identity')}`,
        `            sha256:${sha256}`,
      ];
    }
    rest -= shard.rows;
  }
  throw new RangeError(`no shard of ${split} holds row ${row}`);
}

function ruleLines(record: StoredRecord | undefined, verdict: DroppedRecord | undefined): string[] {
  const lines: string[] = [];
  for (const { name } of rules) {
    if (verdict?.rule === name) return [...lines, `  ${name.padEnd(20)} DROP  ${verdict.detail}`];
    const rule = recordRules.find((one) => one.name === name);
    const detail = record === undefined ? undefined : rule?.test(record, {});
    lines.push(`  ${name.padEnd(20)} ${detail === undefined ? 'keep' : `DROP  ${detail}`}`);
  }
  return lines;
}

function labelLines({ answer, answer_type, resolution_date }: StoredRecord): string[] {
  const number = answer === null ? null : answerNumber(answer);
  return [
    `  answer           ${JSON.stringify(answer)}, verbatim; type ${JSON.stringify(answer_type)}`,
    `  answer_number    ${number ?? 'null: the whole answer is not one decimal number'}`,
    `  resolution_date  ${JSON.stringify(resolution_date)}`,
  ];
}

function auditLines(id: string, findings: readonly LeakFinding[]): string[] {
  const own = findings.filter((finding) => finding.id === id);
  return own.length === 0 ? ['  no finding'] : own.map(({ check, detail }) => `  ${check}: ${detail}`);
}

/** Without control characters: texts are the upstream's, and this goes to a terminal. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}
