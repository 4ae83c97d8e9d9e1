import { formatInstant } from '../../common/time.js';
import type { NormalizedQuestion } from '../../schemas/forecast.js';
import type { AuditFinding } from '../dataset.js';
import { entryStaleHours } from './community.js';

/** A text that tells how the question came out, which a model should not read with the question. */
const TELLS_OUTCOME =
  /\b(?:this|the) question (?:was |has been )?(?:resolved|resolves) (?:as |to )?\**(?:yes|no|positively|negatively|ambiguous)\**\s+(?:on|because|since|following|after)\b|\bresolution note\b/i;

/** What a user of a kept row should know of; none of it drops the row. */
export function auditFindings(record: NormalizedQuestion): AuditFinding[] {
  return [...openedLate(record), ...staleEntry(record), ...toldOutcome(record)];
}

function openedLate({
  candidate_id: id,
  opened_at: opened,
  resolved_at: resolved,
}: NormalizedQuestion): AuditFinding[] {
  if (opened === null || resolved === null || opened <= resolved) return [];
  const detail = `resolved ${formatInstant(resolved)}, opened ${formatInstant(opened)}`;
  return [{ id, check: 'resolved_before_open', detail }];
}

function staleEntry(record: NormalizedQuestion): AuditFinding[] {
  const hours = entryStaleHours(record);
  if (hours === undefined) return [];
  const detail = `the entry ended ${hours} h before the cut`;
  return [{ id: record.candidate_id, check: 'stale_community_prediction', detail }];
}

function toldOutcome(record: NormalizedQuestion): AuditFinding[] {
  const named = { description: record.background, fine_print: record.fine_print };
  return Object.entries(named).flatMap(([name, text]) => {
    const match = TELLS_OUTCOME.exec(text);
    const id = record.candidate_id;
    return match ? [{ id, check: 'text_tells_outcome', detail: `${name}: ${JSON.stringify(match[0])}` }] : [];
  });
}
